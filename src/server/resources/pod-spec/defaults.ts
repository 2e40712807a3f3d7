import { defaultVolume } from './volume-defaults.ts'
import { defaultPullPolicy } from './image-reference.ts'
import type { Container, HTTPGetAction, PodSpec, PodTemplateSpec, Probe } from '../types/core-v1.ts'

/** Defaults of a pod template: those of its spec. [POD2] */
export function defaultPodTemplate(template: PodTemplateSpec | undefined): void {
  if (template !== undefined) defaultPodSpec((template.spec ??= {}))
}

/** Defaults that pods and templates share. [POD2] */
export function defaultPodSpec(spec: PodSpec): void {
  spec.restartPolicy ||= 'Always'
  spec.dnsPolicy ||= 'ClusterFirst'
  spec.schedulerName ||= 'default-scheduler'
  spec.terminationGracePeriodSeconds ??= 30
  spec.securityContext ??= {}
  mirrorServiceAccount(spec)
  for (const volume of spec.volumes ?? []) defaultVolume(volume)
  for (const list of [spec.containers, spec.initContainers, spec.ephemeralContainers]) list?.forEach(defaultContainer)
}

/** `serviceAccount` is an old name of `serviceAccountName`; both always say the same. */
function mirrorServiceAccount(spec: PodSpec): void {
  const name = spec.serviceAccountName || spec.serviceAccount
  if (name === undefined || name === '') return
  spec.serviceAccountName = name
  spec.serviceAccount = name
}

function defaultContainer(container: Container): void {
  container.imagePullPolicy ||= defaultPullPolicy(container.image ?? '')
  container.terminationMessagePath ||= '/dev/termination-log'
  container.terminationMessagePolicy ||= 'File'
  for (const port of container.ports ?? []) port.protocol ||= 'TCP'
  for (const variable of container.env ?? []) {
    const fieldRef = variable.valueFrom?.fieldRef
    if (fieldRef) fieldRef.apiVersion ||= 'v1'
  }
  for (const probe of [container.livenessProbe, container.readinessProbe, container.startupProbe]) {
    if (probe) defaultProbe(probe)
  }
  defaultHttpGet(container.lifecycle?.postStart?.httpGet)
  defaultHttpGet(container.lifecycle?.preStop?.httpGet)
}

function defaultProbe(probe: Probe): void {
  probe.timeoutSeconds ||= 1
  probe.periodSeconds ||= 10
  probe.successThreshold ||= 1
  probe.failureThreshold ||= 3
  defaultHttpGet(probe.httpGet)
  if (probe.grpc) probe.grpc.service ??= ''
}

function defaultHttpGet(action: HTTPGetAction | undefined): void {
  if (action === undefined || action === null) return
  action.path ||= '/'
  action.scheme ||= 'HTTP'
}
