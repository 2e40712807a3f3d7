import { parseTime } from '#api/time.ts'
import { selects } from '#api/selectors/label-selector-object.ts'
import type { Pod } from '#server/kinds/types/core-v1.ts'
import type { PodDisruptionBudget } from '#server/kinds/types/policy-v1.ts'
import { changedState, type NodeState } from './cluster-state.ts'
import { type Candidates, filterNode, type Misfit } from './filters.ts'
import { explain } from './messages.ts'

export const priorityOf = ({ spec }: Pod): number => spec?.priority ?? 0

interface Victims {
  readonly state: NodeState
  readonly pods: readonly Pod[]
  readonly violations: number
}

/** The node on which pods give way, and these pods; or a text that says why there is none. */
export type Preemption = { readonly node: string; readonly victims: readonly Pod[] } | { readonly message: string }

/** Finds pods of lower priority whose removal lets the pod fit: as few and as unimportant as possible. [LC67] */
export function preempt(
  pod: Pod,
  misfits: ReadonlyMap<string, Misfit>,
  all: Candidates,
  budgets: readonly PodDisruptionBudget[],
): Preemption {
  if (pod.spec?.preemptionPolicy === 'Never')
    return { message: 'preemption: not eligible due to preemptionPolicy=Never.' }
  const nominated = all.nodes.find(({ node }) => node.metadata.name === pod.status?.nominatedNodeName)
  const isLeaving = (each: Pod): boolean =>
    each.metadata.deletionTimestamp !== undefined && priorityOf(each) < priorityOf(pod)
  if (nominated !== undefined && [...nominated.pods.values()].some(isLeaving))
    return { message: 'preemption: not eligible due to a terminating pod on the nominated node.' }
  const reasons: string[] = []
  const found: Victims[] = []
  for (const state of all.nodes) {
    const misfit = misfits.get(state.node.metadata.name ?? '')
    if (misfit === undefined || misfit.isFinal) {
      reasons.push('Preemption is not helpful for scheduling')
      continue
    }
    const victims = victimsOn(pod, state, all, budgets)
    if (Array.isArray(victims)) reasons.push(...victims)
    else found.push(victims as Victims)
  }
  const best = found.toSorted(byHarm)[0]
  if (best === undefined) return { message: `preemption: ${explain(all.nodes.length, reasons)}` }
  return { node: best.state.node.metadata.name ?? '', victims: best.pods }
}

const importance = (a: Pod, b: Pod): number => priorityOf(b) - priorityOf(a) || startOf(a) - startOf(b)

const startOf = ({ status, metadata }: Pod): number => parseTime(status?.startTime ?? metadata.creationTimestamp ?? '')

function victimsOn(
  pod: Pod,
  state: NodeState,
  all: Candidates,
  budgets: readonly PodDisruptionBudget[],
): Victims | readonly string[] {
  const lower = [...state.pods.values()].filter((each) => priorityOf(each) < priorityOf(pod))
  if (lower.length === 0) return ['No preemption victims found for incoming pod']
  const gone = new Set(lower)
  const tryWithout = (): Misfit | null => {
    const tried = changedState(state, { less: gone })
    return filterNode(pod, tried, { ...all, nodes: all.nodes.map((each) => (each === state ? tried : each)) })
  }
  const misfit = tryWithout()
  if (misfit !== null) return misfit.reasons
  const violating = lower.filter((each) => breaksBudget(each, budgets))
  const inOrder = [
    ...violating.toSorted(importance),
    ...lower.filter((each) => !violating.includes(each)).toSorted(importance),
  ]
  for (const each of inOrder) {
    gone.delete(each)
    if (tryWithout() !== null) gone.add(each)
  }
  const pods = [...gone].toSorted(importance)
  return { state, pods, violations: pods.filter((each) => violating.includes(each)).length }
}

const breaksBudget = ({ metadata }: Pod, budgets: readonly PodDisruptionBudget[]): boolean =>
  budgets.some(
    (budget) =>
      budget.metadata.namespace === metadata.namespace &&
      selects(budget.spec?.selector ?? null, metadata.labels) &&
      budget.status?.disruptedPods?.[metadata.name ?? ''] === undefined &&
      (budget.status?.disruptionsAllowed ?? 0) <= 0,
  )

function byHarm(a: Victims, b: Victims): number {
  const highest = ({ pods }: Victims): number => Math.max(...pods.map(priorityOf))
  const total = ({ pods }: Victims): number => pods.reduce((sum, each) => sum + priorityOf(each) + 2 ** 31, 0)
  const latest = ({ pods }: Victims): number => Math.max(...pods.map(startOf))
  return (
    a.violations - b.violations ||
    highest(a) - highest(b) ||
    total(a) - total(b) ||
    a.pods.length - b.pods.length ||
    latest(b) - latest(a)
  )
}
