import { matchesLabels } from '#api/selectors/label-selector.ts'
import { toLabelSelector } from '#api/selectors/label-selector-object.ts'
import type { Container, Node, Pod, Service, ServicePort } from '#server/kinds/types/core-v1.ts'
import type { Informer } from '#server/controllers/shared/informers.ts'
import type { Loop } from '#server/controllers/shared/life-loop.ts'
import { keyOf } from '#server/controllers/shared/owners.ts'
import { conditionOf, hasEnded, podsPath } from '#server/controllers/shared/pods.ts'
import { queueChanges } from '#server/controllers/shared/queueing.ts'

export const headlessLabel = 'service.orch.io/headless'
/** True if endpoints of a service follow from pods. */
export const hasSelector = ({ spec }: Service): boolean =>
  (spec?.selector ?? undefined) !== undefined && spec?.type !== 'ExternalName'

export const isHeadless = ({ spec }: Service): boolean => spec?.clusterIP === 'None'

/** The services and pods that both kinds of endpoints are made of. */
export interface ServicePods {
  readonly services: Informer<Service>
  readonly pods: Informer<Pod>
  readonly nodes: Informer<Node>
  /** The pods that a service selects, by creation. */
  readonly of: (service: Service) => readonly Pod[]
}

/** Follows services and pods, and queues services whose pods change; pods later, together. */
export function followServicePods({ informers, queue }: Loop, podDelayMs: number): ServicePods {
  const services = informers.of<Service>('/api/v1/services')
  const pods = informers.of<Pod>(podsPath)
  const nodes = informers.of<Node>('/api/v1/nodes')
  queueChanges(queue, services)
  pods.onChange((before, after) => {
    if (before !== undefined && after !== undefined && !concerns(before, after)) return
    const pod = after ?? before
    for (const service of services.inNamespace(pod?.metadata.namespace ?? ''))
      if ([before, after].some((each) => each !== undefined && selectsPod(service, each)))
        queue.addAfter(keyOf(service), podDelayMs)
  })
  return {
    services,
    pods,
    nodes,
    of: (service) => pods.inNamespace(service.metadata.namespace ?? '').filter((pod) => selectsPod(service, pod)),
  }
}

function selectsPod({ spec }: Service, { metadata }: Pod): boolean {
  const selector = spec?.selector
  if (selector === undefined || Object.keys(selector).length === 0) return false
  return matchesLabels(toLabelSelector({ matchLabels: selector }) ?? [], metadata.labels)
}

const factsOf = (pod: Pod): string =>
  JSON.stringify([
    pod.metadata.labels,
    pod.metadata.deletionTimestamp,
    pod.spec?.nodeName,
    pod.spec?.hostname,
    pod.status?.podIPs,
    pod.status?.podIP,
    hasEnded(pod),
    conditionOf(pod, 'Ready')?.status,
  ])

/** True if a change of a pod can change endpoints. */
const concerns = (before: Pod, after: Pod): boolean => factsOf(before) !== factsOf(after)

/** True if a pod has an address and has not ended. */
export const isEndpoint = (pod: Pod): boolean => (pod.status?.podIP ?? '') !== '' && !hasEnded(pod)

/** The number of the port that a service means in a pod; `null` if the pod has no port of that name. */
export function portOf({ targetPort, port = 0, protocol = 'TCP' }: ServicePort, { spec }: Pod): number | null {
  if (typeof targetPort === 'number') return targetPort === 0 ? port : targetPort
  if (targetPort === undefined || targetPort === '') return port
  const found = servingContainers(spec)
    .flatMap(({ ports }) => ports ?? [])
    .find((each) => each.name === targetPort && (each.protocol ?? 'TCP') === protocol)
  return found?.containerPort ?? null
}

/** The containers that run as long as the pod: sidecars are among them. */
const servingContainers = (spec: Pod['spec']): readonly Container[] => [
  ...(spec?.containers ?? []),
  ...(spec?.initContainers ?? []).filter((each) => each.restartPolicy === 'Always'),
]

/** A pod's own name in DNS, if the service is the pod's subdomain. */
export const hostnameOf = ({ metadata, spec }: Pod, service: Service): string | undefined =>
  (spec?.hostname ?? '') !== '' &&
  spec?.subdomain === service.metadata.name &&
  service.metadata.namespace === metadata.namespace
    ? spec?.hostname
    : undefined

/** When the change came about that led to a write: the service's creation, or a pod's transition of readiness. */
export function triggerTime(service: Service, pods: readonly Pod[]): string {
  const times = pods.map((pod) => conditionOf(pod, 'Ready')?.lastTransitionTime ?? '')
  return [service.metadata.creationTimestamp ?? '', ...times.map((time) => time ?? '')].toSorted().at(-1) ?? ''
}
