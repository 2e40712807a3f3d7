import { selects } from '#api/selectors/label-selector-object.ts'
import type { Pod, TopologySpreadConstraint } from '#server/kinds/types/core-v1.ts'
import { isTerminating } from '#server/controllers/shared/pods.ts'
import type { NodeState } from './cluster-state.ts'
import type { Candidates, Misfit } from './filters.ts'
import { matchesNodeAffinity, untolerated } from './node-terms.ts'
import { domainOf } from './pod-affinity.ts'

const reason = "node(s) didn't match pod topology spread constraints"

export const constraintsOf = ({ spec }: Pod, whenUnsatisfiable: string): readonly TopologySpreadConstraint[] =>
  (spec?.topologySpreadConstraints ?? []).filter((each) => each.whenUnsatisfiable === whenUnsatisfiable)

/** True if a node takes part in the count, by the policies of the constraint. */
function counts(pod: Pod, { node }: NodeState, constraint: TopologySpreadConstraint): boolean {
  const { nodeAffinityPolicy = 'Honor', nodeTaintsPolicy = 'Ignore' } = constraint
  if (nodeAffinityPolicy === 'Honor' && !matchesNodeAffinity(pod, node)) return false
  return (
    nodeTaintsPolicy !== 'Honor' || untolerated(pod, node.spec?.taints ?? [], ['NoSchedule', 'NoExecute']).length === 0
  )
}

/** The number of matching pods in each domain. */
export function countByDomain(
  pod: Pod,
  constraint: TopologySpreadConstraint,
  nodes: readonly NodeState[],
): ReadonlyMap<string, number> {
  // Nodes that lack a label of one constraint count for none.
  const topologies = constraintsOf(pod, constraint.whenUnsatisfiable ?? '').map(({ topologyKey }) => topologyKey)
  const keys = constraint.matchLabelKeys ?? []
  const isMeant = (other: Pod): boolean =>
    !isTerminating(other) &&
    other.metadata.namespace === pod.metadata.namespace &&
    selects(constraint.labelSelector, other.metadata.labels) &&
    keys.every((key) => other.metadata.labels?.[key] === pod.metadata.labels?.[key])
  const result = new Map<string, number>()
  for (const state of nodes) {
    const domain = domainOf(state, constraint.topologyKey)
    if (domain === undefined || !counts(pod, state, constraint)) continue
    if (topologies.some((key) => domainOf(state, key) === undefined)) continue
    result.set(domain, (result.get(domain) ?? 0) + [...state.pods.values()].filter(isMeant).length)
  }
  return result
}

/** The hard constraints of how pods are spread over domains. [LC64] */
export function checkSpread(pod: Pod, state: NodeState, { nodes }: Candidates): Misfit | null {
  for (const constraint of constraintsOf(pod, 'DoNotSchedule')) {
    const domain = domainOf(state, constraint.topologyKey)
    const plugin = 'PodTopologySpread'
    if (domain === undefined) return { plugin, reasons: [`${reason} (missing required label)`], isFinal: true }
    const byDomain = countByDomain(pod, constraint, nodes)
    const fewest = Math.min(...byDomain.values())
    const least = byDomain.size < (constraint.minDomains ?? 1) ? 0 : Number.isFinite(fewest) ? fewest : 0
    const own = selects(constraint.labelSelector, pod.metadata.labels) ? 1 : 0
    const skew = (byDomain.get(domain) ?? 0) + own - least
    if (skew > (constraint.maxSkew ?? 1)) return { plugin, reasons: [reason], isFinal: false }
  }
  return null
}
