import type { Pod } from '#server/kinds/types/core-v1.ts'
import { isTerminating } from '#server/controllers/shared/pods.ts'
import { controllerOf } from '#server/controllers/shared/owners.ts'
import type { NodeState } from './cluster-state.ts'
import type { Candidates } from './filters.ts'
import { domainOf } from './pod-affinity.ts'
import { constraintsOf, countByDomain } from './topology-spread.ts'

interface Spread {
  readonly topologyKey: string
  readonly maxSkew: number
  /** The number of matching pods in each domain. */
  readonly counts: ReadonlyMap<string, number>
}

/** Constraints of pods that name none, for those of these controllers. */
const byDefault: readonly Omit<Spread, 'counts'>[] = [
  { topologyKey: 'orch.io/hostname', maxSkew: 3 },
  { topologyKey: 'topology.orch.io/zone', maxSkew: 5 },
]
const spreadKinds: ReadonlySet<string> = new Set(['ReplicaSet', 'ReplicationController', 'StatefulSet'])

function spreadsOf(pod: Pod, all: Candidates): readonly Spread[] {
  if ((pod.spec?.topologySpreadConstraints ?? []).length > 0)
    return constraintsOf(pod, 'ScheduleAnyway').map((each) => {
      const { topologyKey = '', maxSkew = 1 } = each
      return { topologyKey, maxSkew, counts: countByDomain(pod, each, all.nodes) }
    })
  const controller = controllerOf(pod)
  if (controller === undefined || !spreadKinds.has(controller.kind)) return spreadsByServices(pod, all)
  return byDefault.map((each) => ({ ...each, counts: countSiblings(controller.uid, each.topologyKey, all.nodes) }))
}

/** A pod that no such controller owns is spread over the pods that are selected by all services which select it. */
function spreadsByServices(pod: Pod, { nodes, services }: Candidates): readonly Spread[] {
  const { namespace = '' } = pod.metadata
  const selectors = services(namespace).flatMap(({ spec }) => {
    const labels = Object.entries(spec?.selector ?? {})
    return labels.length > 0 && labels.every(([key, value]) => pod.metadata.labels?.[key] === value) ? [labels] : []
  })
  if (selectors.length === 0) return []
  const wanted = selectors.flat()
  const isMeant = ({ metadata }: Pod): boolean =>
    metadata.namespace === namespace && wanted.every(([key, value]) => metadata.labels?.[key] === value)
  const meant = nodes.map(
    ({ pods }) => [...pods.values()].filter((each) => !isTerminating(each) && isMeant(each)).length,
  )
  return byDefault.map((each) => {
    const counts = new Map<string, number>()
    for (const [at, state] of nodes.entries()) {
      const domain = domainOf(state, each.topologyKey)
      if (domain !== undefined) counts.set(domain, (counts.get(domain) ?? 0) + (meant[at] ?? 0))
    }
    return { ...each, counts }
  })
}

function countSiblings(controller: string, key: string, nodes: readonly NodeState[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const state of nodes) {
    const domain = domainOf(state, key)
    if (domain !== undefined) counts.set(domain, (counts.get(domain) ?? 0) + (state.siblings.get(controller) ?? 0))
  }
  return counts
}

/**
 * Rates nodes by the matching pods in their domains; a constraint with more domains weighs more. A node without the
 * label of a constraint that the pod itself names gets nothing. [LC65]
 */
export function rateSpread(pod: Pod, nodes: readonly NodeState[], all: Candidates): readonly number[] {
  const spreads = spreadsOf(pod, all)
  if (spreads.length === 0) return nodes.map(() => 0)
  const needsAll = (pod.spec?.topologySpreadConstraints ?? []).length > 0
  const isLeftOut = (state: NodeState): boolean =>
    needsAll && spreads.some(({ topologyKey }) => domainOf(state, topologyKey) === undefined)
  const rated = nodes.filter((state) => !isLeftOut(state))
  const weights = spreads.map(({ topologyKey }) => {
    const domains = new Set(rated.map((state) => domainOf(state, topologyKey)))
    domains.delete(undefined)
    return Math.log(domains.size + 2)
  })
  const harms = nodes.map((state) =>
    Math.round(
      spreads.reduce((sum, { topologyKey, maxSkew, counts }, at) => {
        const domain = domainOf(state, topologyKey)
        return domain === undefined ? sum : sum + (counts.get(domain) ?? 0) * (weights[at] ?? 0) + maxSkew - 1
      }, 0),
    ),
  )
  const leftOut = nodes.map(isLeftOut)
  const counted = harms.filter((_, at) => leftOut[at] === false)
  const [least, most] = [Math.min(...counted), Math.max(...counted)]
  return nodes.map((_, at) => {
    if (leftOut[at] === true) return 0
    return most === 0 ? 100 : Math.floor((100 * (most + least - (harms[at] ?? 0))) / most)
  })
}
