import { roundAmounts } from '#server/resources/parts/validation/amount-maps.ts'
import { defaultVolume } from './volumes/volume-defaults.ts'
import { fillAbsent, fillEmpty } from './fill-in.ts'
import { defaultPullPolicy } from './containers/image-reference.ts'
import type { Container, PodSpec, PodTemplateSpec, Probe } from '#server/kinds/types/core-v1.ts'

/** Sets the defaults of a pod template, which are those of its spec. [POD2] */
export function defaultPodTemplate(template: PodTemplateSpec | undefined): void {
  if (template !== undefined) defaultPodSpec((template.spec ??= {}))
}

/** Sets the defaults that pods and templates share. [POD2] */
export function defaultPodSpec(spec: PodSpec): void {
  fillEmpty(spec, { restartPolicy: 'Always', dnsPolicy: 'ClusterFirst', schedulerName: 'default-scheduler' })
  spec.terminationGracePeriodSeconds ??= 30
  spec.securityContext ??= {}
  mirrorServiceAccount(spec)
  for (const volume of spec.volumes ?? []) defaultVolume(volume)
  for (const list of [spec.containers, spec.initContainers, spec.ephemeralContainers]) list?.forEach(defaultContainer)
  for (const amounts of [spec.overhead, spec.resources?.limits, spec.resources?.requests]) roundAmounts(amounts)
}

/** Synchronizes `serviceAccountName` and its deprecated alias `serviceAccount`. */
function mirrorServiceAccount(spec: PodSpec): void {
  const name = spec.serviceAccountName || spec.serviceAccount
  if (name === undefined || name === '') return
  spec.serviceAccountName = name
  spec.serviceAccount = name
}

function defaultContainer(container: Container): void {
  container.imagePullPolicy ||= defaultPullPolicy(container.image ?? '')
  fillEmpty(container, { terminationMessagePath: '/dev/termination-log', terminationMessagePolicy: 'File' })
  for (const port of container.ports ?? []) port.protocol ||= 'TCP'
  for (const variable of container.env ?? []) fillEmpty(variable.valueFrom?.fieldRef, { apiVersion: 'v1' })
  for (const amounts of [container.resources?.limits, container.resources?.requests]) roundAmounts(amounts)
  defaultHooks(container)
}

function defaultHooks({ livenessProbe, readinessProbe, startupProbe, lifecycle }: Container): void {
  for (const probe of [livenessProbe, readinessProbe, startupProbe]) if (probe) defaultProbe(probe)
  for (const handler of [lifecycle?.postStart, lifecycle?.preStop]) fillEmpty(handler?.httpGet, httpDefaults)
}

function defaultProbe(probe: Probe): void {
  fillEmpty(probe, { timeoutSeconds: 1, periodSeconds: 10, successThreshold: 1, failureThreshold: 3 })
  fillEmpty(probe.httpGet, httpDefaults)
  fillAbsent(probe.grpc, { service: '' })
}

const httpDefaults = { path: '/', scheme: 'HTTP' }
