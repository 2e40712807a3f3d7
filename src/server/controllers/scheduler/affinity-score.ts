import type { Pod, PodAffinityTerm, WeightedPodAffinityTerm } from '#server/kinds/types/core-v1.ts'
import type { NodeState } from './cluster-state.ts'
import type { Candidates } from './filters.ts'
import { domainOf, termMeans } from './pod-affinity.ts'

/** The terms of a pod about pods beside it that only rate nodes, each with its weight. */
function weightedTerms({ spec }: Pod): readonly Weighted[] {
  const { podAffinity, podAntiAffinity } = spec?.affinity ?? {}
  const of = (terms: readonly WeightedPodAffinityTerm[] | null | undefined, sign: 1 | -1): Weighted[] =>
    (terms ?? []).map(({ weight = 0, podAffinityTerm = {} }) => ({ weight: sign * weight, term: podAffinityTerm }))
  return [
    ...of(podAffinity?.preferredDuringSchedulingIgnoredDuringExecution, 1),
    ...of(podAntiAffinity?.preferredDuringSchedulingIgnoredDuringExecution, -1),
  ]
}

interface Weighted {
  readonly weight: number
  readonly term: PodAffinityTerm
}

/** The weight of a required affinity of a running pod to the new one. */
const requiredWeight = 1

/** The terms of a running pod that count for pods which come later: what it requires holds for itself only. */
const termsTowardOthers = (running: Pod): readonly Weighted[] => [
  ...weightedTerms(running),
  ...(running.spec?.affinity?.podAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? []).map((term) => ({
    weight: requiredWeight,
    term,
  })),
]

/**
 * Rates nodes by preferred terms: each running pod that a term of the new pod means, and each term of a running pod that
 * means the new one, adds its weight to the domain of the running pod. [LC65]
 */
export function rateAffinity(pod: Pod, nodes: readonly NodeState[], all: Candidates): readonly number[] {
  const own = weightedTerms(pod)
  const sums = new Map<string, number>()
  const add = (state: NodeState, { weight, term: { topologyKey = '' } }: Weighted): void => {
    const domain = domainOf(state, topologyKey)
    if (domain === undefined) return
    const key = `${topologyKey}=${domain}`
    sums.set(key, (sums.get(key) ?? 0) + weight)
  }
  const ofRunning = (running: Pod): readonly Weighted[] =>
    termsTowardOthers(running).filter(({ term }) => termMeans(term, running, pod, all))
  const toRunning = (running: Pod): readonly Weighted[] => own.filter(({ term }) => termMeans(term, pod, running, all))
  for (const state of all.nodes) {
    const met = own.length === 0 ? [] : [...state.pods.values()].flatMap(toRunning)
    for (const each of [...met, ...[...state.preferring].flatMap(ofRunning)]) add(state, each)
  }
  if (sums.size === 0) return nodes.map(() => 0)
  const keys = [...new Set([...sums.keys()].map((key) => key.slice(0, key.indexOf('='))))]
  return nodes.map((state) =>
    keys.reduce((sum, key) => sum + (sums.get(`${key}=${domainOf(state, key) ?? ''}`) ?? 0), 0),
  )
}
