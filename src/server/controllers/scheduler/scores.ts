import type { Node, Pod } from '#server/kinds/types/core-v1.ts'
import type { NodeState } from './cluster-state.ts'
import type { Candidates } from './filters.ts'
import { matchesTerm, untolerated } from './node-terms.ts'
import { rateAffinity } from './affinity-score.ts'
import { allocatableOf, type Amounts, assumedRequests, podRequests } from './pod-requests.ts'
import { rateSpread } from './spread-score.ts'

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

/** The part of each resource that would be used. */
const sharesOf = (node: Node, used: Amounts, wanted: Amounts): readonly number[] =>
  scoredResources.map((resource) => {
    const limit = allocatableOf(node).get(resource) ?? 0
    return limit === 0 ? 1 : Math.min(1, ((used.get(resource) ?? 0) + (wanted.get(resource) ?? 0)) / limit)
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
      nodes.map(({ node, assumed }) => {
        const free = sharesOf(node, assumed, assumedRequests(pod)).map((share) => Math.floor((1 - share) * 100))
        return Math.floor(free.reduce((sum, each) => sum + each, 0) / free.length)
      }),
  },
  {
    plugin: 'NodeResourcesBalancedAllocation',
    weight: 1,
    rate: (pod, nodes) =>
      nodes.map(({ node, requested }) => {
        const [cpu = 0, memory = 0] = sharesOf(node, requested, podRequests(pod))
        return Math.floor((1 - Math.abs(cpu - memory) / 2) * 100)
      }),
  },
  {
    plugin: 'PodTopologySpread',
    weight: 2,
    rate: rateSpread,
  },
  {
    plugin: 'InterPodAffinity',
    weight: 2,
    rate: (pod, nodes, all) => between(rateAffinity(pod, nodes, all)),
  },
]

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
