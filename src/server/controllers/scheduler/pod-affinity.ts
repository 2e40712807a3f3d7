import { selects } from '#api/selectors/label-selector-object.ts'
import type { Pod, PodAffinityTerm } from '#server/kinds/types/core-v1.ts'
import type { NodeState } from './cluster-state.ts'
import type { Candidates, Misfit } from './filters.ts'

const requiredAffinity = ({ spec }: Pod): readonly PodAffinityTerm[] =>
  spec?.affinity?.podAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? []

const requiredAntiAffinity = ({ spec }: Pod): readonly PodAffinityTerm[] =>
  spec?.affinity?.podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? []

/** Reports whether a term of `owner` means the pod. */
export function termMeans(term: PodAffinityTerm, owner: Pod, pod: Pod, all: Candidates): boolean {
  const { labelSelector, namespaces = [], namespaceSelector } = term
  const own = owner.metadata.namespace ?? ''
  const other = pod.metadata.namespace ?? ''
  const isOwn = namespaces.length === 0 && namespaceSelector === undefined && own === other
  const isNamed = namespaces.includes(other)
  const isSelected = namespaceSelector !== undefined && selects(namespaceSelector, all.namespaceLabels(other))
  return (isOwn || isNamed || isSelected) && selects(labelSelector, pod.metadata.labels)
}

export const domainOf = ({ node }: NodeState, key = ''): string | undefined => node.metadata.labels?.[key]

/** Reports whether a pod that fits the condition runs in the same domain as the node. */
function someInDomain(
  state: NodeState,
  key: string | undefined,
  { nodes }: Candidates,
  fits: (pod: Pod) => boolean,
): boolean {
  const domain = domainOf(state, key)
  if (domain === undefined) return false
  return nodes.some((each) => domainOf(each, key) === domain && [...each.pods.values()].some(fits))
}

/** The rules of affinity between pods, of the new pod and of those that run. [LC63] */
export function checkPodAffinity(pod: Pod, state: NodeState, all: Candidates): Misfit | null {
  const plugin = 'InterPodAffinity'
  if (!followsAffinity(pod, state, all))
    return { plugin, reasons: ["node(s) didn't match pod affinity rules"], isFinal: true }
  const isApart = requiredAntiAffinity(pod).every(
    (term) => !someInDomain(state, term.topologyKey, all, (other) => termMeans(term, pod, other, all)),
  )
  if (!isApart) return { plugin, reasons: ["node(s) didn't match pod anti-affinity rules"], isFinal: false }
  if (isRepelled(pod, state, all))
    return { plugin, reasons: ["node(s) didn't satisfy existing pods anti-affinity rules"], isFinal: false }
  return null
}

function followsAffinity(pod: Pod, state: NodeState, all: Candidates): boolean {
  const terms = requiredAffinity(pod)
  if (terms.length === 0) return true
  if (terms.some(({ topologyKey }) => domainOf(state, topologyKey) === undefined)) return false
  const meansAll = (other: Pod): boolean => terms.every((term) => termMeans(term, pod, other, all))
  if (terms.every(({ topologyKey }) => someInDomain(state, topologyKey, all, meansAll))) return true
  // The first pod of a group whose pods want to be together may go anywhere.
  const isFirst = !all.nodes.some(({ pods }) => [...pods.values()].some(meansAll))
  return isFirst && meansAll(pod)
}

/** True if a running pod in a domain of the node does not want the new pod there. */
const isRepelled = (pod: Pod, state: NodeState, all: Candidates): boolean =>
  all.nodes.some(
    (other) =>
      other.repelling.size > 0 &&
      [...other.repelling].some((running) =>
        requiredAntiAffinity(running).some((term) => {
          const domain = domainOf(other, term.topologyKey)
          const isSame = domain !== undefined && domain === domainOf(state, term.topologyKey)
          return isSame && termMeans(term, running, pod, all)
        }),
      ),
  )
