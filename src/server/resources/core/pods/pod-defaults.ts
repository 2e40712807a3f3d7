import { defaultPodSpec } from '#server/resources/parts/pod-spec/defaults.ts'
import { defaultPodRequests } from '#server/resources/parts/pod-spec/pod-level-resources.ts'
import type { Container, Pod, PodSpec, PodStatus } from '#server/kinds/types/core-v1.ts'

/** Sets the defaults of a pod: those of its spec, and some that templates do not have. [POD2] */
export function defaultPod(pod: Pod): void {
  if (pod.status !== undefined) alignAddresses(pod.status)
  const spec: PodSpec = (pod.spec ??= {})
  defaultPodSpec(spec)
  for (const list of [spec.containers, spec.initContainers]) list?.forEach(requestLimits)
  defaultPodRequests(spec)
  spec.enableServiceLinks ??= true
  if (spec.hostNetwork !== true) return
  for (const list of [spec.containers, spec.initContainers]) list?.forEach(takeHostPorts)
}

/** Makes `podIP` the first of `podIPs`; on a mismatch `podIP` wins, for clients that set only this field. [POD68] */
function alignAddresses(status: PodStatus): void {
  const { podIP = '', podIPs = [] } = status
  const first = podIPs[0]?.ip ?? ''
  if (podIP !== '' && podIP !== first) status.podIPs = [{ ip: podIP }]
  else if (podIP === '' && first !== '') status.podIP = first
}

/** Requests default to the limits. */
function requestLimits({ resources }: Container): void {
  if (!resources?.limits) return
  const requests = (resources.requests ??= {})
  for (const [name, limit] of Object.entries(resources.limits)) {
    if (!Object.hasOwn(requests, name)) requests[name] = limit
  }
}

/** With `hostNetwork`, host ports default to container ports. */
function takeHostPorts({ ports = [] }: Container): void {
  for (const port of ports) if (!port.hostPort && port.containerPort) port.hostPort = port.containerPort
}
