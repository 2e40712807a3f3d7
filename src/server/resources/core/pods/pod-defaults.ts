import { defaultPodSpec } from '#server/resources/parts/pod-spec/defaults.ts'
import { defaultPodRequests } from '#server/resources/parts/pod-spec/pod-level-resources.ts'
import type { Container, Pod, PodSpec, PodStatus } from '#server/kinds/types/core-v1.ts'

/** Defaults of a pod: those of its spec, and some that templates don't have. [POD2] */
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

/** `podIP` is the first of `podIPs`; where they differ it is right, as writers that know only it expect. [POD68] */
function alignAddresses(status: PodStatus): void {
  const { podIP = '', podIPs = [] } = status
  const first = podIPs[0]?.ip ?? ''
  if (podIP !== '' && podIP !== first) status.podIPs = [{ ip: podIP }]
  else if (podIP === '' && first !== '') status.podIP = first
}

/** What is limited and not asked for is asked for up to its limit. */
function requestLimits({ resources }: Container): void {
  if (!resources?.limits) return
  const requests = (resources.requests ??= {})
  for (const [name, limit] of Object.entries(resources.limits)) {
    if (!Object.hasOwn(requests, name)) requests[name] = limit
  }
}

/** On the node's network the container's port is the node's. */
function takeHostPorts({ ports = [] }: Container): void {
  for (const port of ports) if (!port.hostPort && port.containerPort) port.hostPort = port.containerPort
}
