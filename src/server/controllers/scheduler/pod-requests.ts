import { parseQuantity, quantityMilliValue, quantityValue } from '#api/quantity.ts'
import type { Container, ContainerStatus, Node, Pod } from '#server/kinds/types/core-v1.ts'

/** Amounts by resource; of cpu in thousandths. */
export type Amounts = ReadonlyMap<string, number>

type Quantities = { readonly [resource: string]: string } | null | undefined

/** Returns the amounts of a list of quantities; of cpu in thousandths. */
export function amountsOf(quantities: Quantities): Map<string, number> {
  const amounts = new Map<string, number>()
  for (const [resource, text] of Object.entries(quantities ?? {})) {
    const quantity = parseQuantity(text)
    amounts.set(resource, Number(resource === 'cpu' ? quantityMilliValue(quantity) : quantityValue(quantity)))
  }
  return amounts
}

function add(total: Map<string, number>, more: Amounts): void {
  for (const [resource, amount] of more) total.set(resource, (total.get(resource) ?? 0) + amount)
}

function raise(total: Map<string, number>, least: Amounts): void {
  for (const [resource, amount] of least) total.set(resource, Math.max(total.get(resource) ?? 0, amount))
}

type RequestsOf = (container: Container) => Map<string, number>

const requestsOf: RequestsOf = ({ resources }) => amountsOf(resources?.requests)

const isInfeasible = ({ status }: Pod): boolean =>
  status?.conditions?.some(({ type, reason }) => type === 'PodResizePending' && reason === 'Infeasible') === true

const statusesOf = ({ status }: Pod): ReadonlyMap<string | undefined, ContainerStatus> =>
  new Map(
    [...(status?.initContainerStatuses ?? []), ...(status?.containerStatuses ?? [])].map((each) => [each.name, each]),
  )

/** While a pod is resized, it needs the most of what its containers ask for, were granted, and have. [LC83] */
function reservedBy(pod: Pod): RequestsOf {
  const statuses = statusesOf(pod)
  const isRefused = isInfeasible(pod)
  return (container) => {
    const { allocatedResources, resources } = statuses.get(container.name) ?? {}
    if (!resources && !allocatedResources) return requestsOf(container)
    const most = isRefused ? new Map<string, number>() : requestsOf(container)
    for (const each of [allocatedResources, resources?.requests]) raise(most, amountsOf(each))
    return most
  }
}

/** Returns the amounts that the node granted the containers of a pod; their requests, where it reports nothing. */
export function allocatedRequests(pod: Pod): Amounts {
  const statuses = statusesOf(pod)
  return sumOf(pod, (container) => {
    const granted = statuses.get(container.name)?.allocatedResources
    return granted ? amountsOf(granted) : requestsOf(container)
  })
}

/** Returns the amounts that the specification of a pod asks for. */
export const askedRequests = (pod: Pod): Amounts => sumOf(pod, requestsOf)

function sumOf({ spec }: Pod, requestsOf: RequestsOf): Amounts {
  const total = new Map<string, number>()
  for (const container of spec?.containers ?? []) add(total, requestsOf(container))
  const sidecars = new Map<string, number>()
  const starting = new Map<string, number>()
  for (const container of spec?.initContainers ?? []) {
    const own = requestsOf(container)
    add(own, sidecars)
    if (container.restartPolicy === 'Always') add(sidecars, requestsOf(container))
    raise(starting, own)
  }
  add(total, sidecars)
  raise(total, starting)
  for (const [resource, amount] of amountsOf(spec?.resources?.requests)) total.set(resource, amount)
  add(total, amountsOf(spec?.overhead))
  return total
}

const known = new WeakMap<Pod, Amounts>()

/** Returns the requests of a pod: the sum of its containers and sidecars, or its greatest init container if that is more. */
export function podRequests(pod: Pod): Amounts {
  const found = known.get(pod) ?? sumOf(pod, reservedBy(pod))
  known.set(pod, found)
  return found
}

/** The request that a container without one of this resource is assumed to have, so that such pods are spread too. */
const assumedByDefault: Amounts = new Map([
  ['cpu', 100],
  ['memory', 200 * 1024 * 1024],
])
const assumed = new WeakMap<Pod, Amounts>()

/** Returns the requests of a pod, of which containers that name none of cpu or memory count with an assumed one. */
export function assumedRequests(pod: Pod): Amounts {
  const found = assumed.get(pod)
  if (found !== undefined) return found
  const total = new Map(podRequests(pod))
  for (const container of pod.spec?.containers ?? []) {
    const own = requestsOf(container)
    for (const [name, amount] of assumedByDefault) if (!own.has(name)) total.set(name, (total.get(name) ?? 0) + amount)
  }
  assumed.set(pod, total)
  return total
}

const allocatable = new WeakMap<Node, Amounts>()

export function allocatableOf(node: Node): Amounts {
  const found = allocatable.get(node) ?? amountsOf(node.status?.allocatable ?? node.status?.capacity)
  allocatable.set(node, found)
  return found
}
