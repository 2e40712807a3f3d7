import type { Pod } from '#server/kinds/types/core-v1.ts'
import type { NodeState } from './cluster-state.ts'
import type { Candidates } from './filters.ts'
import { matchesTerm, untolerated } from './node-terms.ts'
import { domainOf, preferredWeight } from './pod-affinity.ts'
import { allocatableOf, podRequests } from './pod-requests.ts'
import { constraintsOf, countByDomain } from './topology-spread.ts'
import { controllerOf } from '#server/controllers/shared/owners.ts'

interface Score {
  readonly plugin: string
  readonly weight: number
  /** One number per node, from 0 to 100. */
  readonly rate: (pod: Pod, nodes: readonly NodeState[], all: Candidates) => readonly number[]
}

/** Scales numbers so that the greatest is 100; `reverse` if small numbers are good. */
function normalized(values: readonly number[], reverse = false): readonly number[] {
  const most = Math.max(...values)
  if (most === 0) return values.map(() => (reverse ? 100 : 0))
  return values.map((value) => Math.floor(reverse ? 100 - (value * 100) / most : (value * 100) / most))
}

/** Scales numbers of any sign between the least and the greatest. */
function between(values: readonly number[]): readonly number[] {
  const [least, most] = [Math.min(...values), Math.max(...values)]
  return values.map((value) => (most === least ? 0 : Math.floor(((value - least) * 100) / (most - least))))
}

const scoredResources = ['cpu', 'memory'] as const
/** Pods that request nothing count as if they requested a little, so that they are spread too. */
const assumed = { cpu: 100, memory: 200 * 1024 * 1024 } as const

/** The part of each resource that would be used. */
const sharesOf = (pod: Pod, { node, requested, pods }: NodeState, isPlain: boolean): readonly number[] =>
  scoredResources.map((resource) => {
    const limit = allocatableOf(node).get(resource) ?? 0
    const unset = isPlain ? 0 : assumed[resource]
    const silent = [...pods.values()].filter((each) => !podRequests(each).has(resource)).length * unset
    const used = (requested.get(resource) ?? 0) + silent + (podRequests(pod).get(resource) ?? unset)
    return limit === 0 ? 1 : Math.min(1, used / limit)
  })

const scores: readonly Score[] = [
  {
    plugin: 'TaintToleration',
    weight: 3,
    rate: (pod, nodes) =>
      normalized(
        nodes.map(({ node }) => untolerated(pod, node.spec?.taints ?? [], ['PreferNoSchedule']).length),
        true,
      ),
  },
  {
    plugin: 'NodeAffinity',
    weight: 2,
    rate: ({ spec }, nodes) =>
      normalized(
        nodes.map(({ node }) =>
          (spec?.affinity?.nodeAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? [])
            .filter(({ preference }) => matchesTerm(node, preference ?? {}))
            .reduce((sum, { weight = 0 }) => sum + weight, 0),
        ),
      ),
  },
  {
    plugin: 'NodeResourcesFit',
    weight: 1,
    rate: (pod, nodes) =>
      nodes.map((state) => {
        const free = sharesOf(pod, state, false).map((share) => Math.floor((1 - share) * 100))
        return Math.floor(free.reduce((sum, each) => sum + each, 0) / free.length)
      }),
  },
  {
    plugin: 'NodeResourcesBalancedAllocation',
    weight: 1,
    rate: (pod, nodes) =>
      nodes.map((state) => {
        const [cpu = 0, memory = 0] = sharesOf(pod, state, true)
        return Math.floor((1 - Math.abs(cpu - memory) / 2) * 100)
      }),
  },
  {
    plugin: 'PodTopologySpread',
    weight: 2,
    rate: (pod, nodes, all) => rateSpread(pod, nodes, all),
  },
  {
    plugin: 'InterPodAffinity',
    weight: 2,
    rate: (pod, nodes, all) => between(nodes.map((state) => preferredWeight(pod, state, all))),
  },
]

/** Without constraints of its own, a pod is spread from pods with the same controller over nodes and zones. */
function rateSpread(pod: Pod, nodes: readonly NodeState[], all: Candidates): readonly number[] {
  const soft = constraintsOf(pod, 'ScheduleAnyway')
  if ((pod.spec?.topologySpreadConstraints ?? []).length > 0 && soft.length === 0) return nodes.map(() => 0)
  const perNode = nodes.map((state) => {
    if (soft.length === 0) return siblingsOn(pod, state, all.nodes)
    return soft.reduce((sum, each) => {
      const domain = domainOf(state, each.topologyKey) ?? ''
      return sum + (countByDomain(pod, each, all.nodes).get(domain) ?? 0)
    }, 0)
  })
  return normalized(perNode, true)
}

function siblingsOn(pod: Pod, state: NodeState, nodes: readonly NodeState[]): number {
  const controller = controllerOf(pod)?.uid
  if (controller === undefined) return 0
  const zone = domainOf(state, 'topology.orch.io/zone')
  const siblings = ({ pods }: NodeState): number =>
    [...pods.values()].filter((each) => controllerOf(each)?.uid === controller).length
  const inZone = nodes
    .filter((each) => zone !== undefined && domainOf(each, 'topology.orch.io/zone') === zone)
    .reduce((sum, each) => sum + siblings(each), 0)
  return siblings(state) + inZone
}

/** The score of a node, by plugin and in all. */
export interface RatedNode {
  readonly state: NodeState
  readonly total: number
  readonly byPlugin: ReadonlyMap<string, number>
}

/** Rates the nodes that fit; the greatest total wins. [LC65] */
export function rateNodes(pod: Pod, nodes: readonly NodeState[], all: Candidates): readonly RatedNode[] {
  const columns = scores.map(({ plugin, weight, rate }) => ({
    plugin,
    values: rate(pod, nodes, all).map((value) => value * weight),
  }))
  return nodes.map((state, at) => {
    const byPlugin = new Map(columns.map(({ plugin, values }) => [plugin, values[at] ?? 0]))
    return { state, byPlugin, total: [...byPlugin.values()].reduce((sum, each) => sum + each, 0) }
  })
}
