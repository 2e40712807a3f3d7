import type { Node, Pod } from '#server/kinds/types/core-v1.ts'
import { controllerOf } from '#server/controllers/shared/owners.ts'
import { hasEnded, isTerminating } from '#server/controllers/shared/pods.ts'
import { type Amounts, assumedRequests, podRequests } from './pod-requests.ts'

/** A node with the pods that are on it or were just assigned to it. */
export interface NodeState {
  readonly node: Node
  readonly pods: ReadonlyMap<string, Pod>
  readonly requested: Amounts
  /** The requests, of which containers that name none of a resource count with an assumed one. */
  readonly assumed: Amounts
  /** The number of pods that are not terminating, by the uid of their controller. */
  readonly siblings: ReadonlyMap<string, number>
  /** The pods with required anti-affinity. */
  readonly repelling: ReadonlySet<Pod>
  /** The pods with other terms about pods beside them, which only rate nodes for others. */
  readonly preferring: ReadonlySet<Pod>
}

interface Mutable {
  node: Node | null
  readonly pods: Map<string, Pod>
  readonly requested: Map<string, number>
  readonly assumed: Map<string, number>
  readonly siblings: Map<string, number>
  readonly repelling: Set<Pod>
  readonly preferring: Set<Pod>
}

const newState = (): Mutable => ({
  node: null,
  pods: new Map(),
  requested: new Map(),
  assumed: new Map(),
  siblings: new Map(),
  repelling: new Set(),
  preferring: new Set(),
})

function addAmounts(total: Map<string, number>, amounts: Amounts, sign: 1 | -1): void {
  for (const [name, amount] of amounts) total.set(name, (total.get(name) ?? 0) + sign * amount)
}

/** Adds a pod to the sums of its node, or takes it out of them. */
function count(state: Mutable, pod: Pod, sign: 1 | -1): void {
  const { requested, assumed, siblings, repelling, preferring } = state
  addAmounts(requested, podRequests(pod), sign)
  addAmounts(assumed, assumedRequests(pod), sign)
  const controller = controllerOf(pod)?.uid
  if (controller !== undefined && !isTerminating(pod)) {
    const left = (siblings.get(controller) ?? 0) + sign
    if (left === 0) siblings.delete(controller)
    else siblings.set(controller, left)
  }
  if (sign === -1) {
    repelling.delete(pod)
    preferring.delete(pod)
    return
  }
  if (hasAntiAffinity(pod)) repelling.add(pod)
  if (hasPreferences(pod)) preferring.add(pod)
}

function hasPreferences({ spec }: Pod): boolean {
  const { podAffinity, podAntiAffinity } = spec?.affinity ?? {}
  return [
    podAffinity?.requiredDuringSchedulingIgnoredDuringExecution,
    podAffinity?.preferredDuringSchedulingIgnoredDuringExecution,
    podAntiAffinity?.preferredDuringSchedulingIgnoredDuringExecution,
  ].some((terms) => (terms ?? []).length > 0)
}

const hasAntiAffinity = ({ spec }: Pod): boolean =>
  (spec?.affinity?.podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? []).length > 0

/** The state of a node without some of its pods, or with further ones. */
export function changedState(state: NodeState, { less = [], more = [] }: PodChange): NodeState {
  const copy: Mutable = {
    node: state.node,
    pods: new Map(state.pods),
    requested: new Map(state.requested),
    assumed: new Map(state.assumed),
    siblings: new Map(state.siblings),
    repelling: new Set(state.repelling),
    preferring: new Set(state.preferring),
  }
  for (const pod of less) if (copy.pods.delete(pod.metadata.uid ?? '')) count(copy, pod, -1)
  for (const pod of more) {
    copy.pods.set(pod.metadata.uid ?? '', pod)
    count(copy, pod, 1)
  }
  return { ...copy, node: state.node }
}

interface PodChange {
  readonly less?: Iterable<Pod>
  readonly more?: Iterable<Pod>
}

/** The scheduler's view of the cluster: nodes, and pods by node. */
export interface ClusterState {
  nodes(): readonly NodeState[]
  setNode(name: string, node: Node | undefined): void
  /** Notes a pod of the watch; one without a node, or that has ended, uses nothing. */
  setPod(before: Pod | undefined, after: Pod | undefined): void
  /** Counts a pod on a node before the server has confirmed it. */
  assume(pod: Pod, node: string): void
  forget(pod: Pod): void
}

export function createClusterState(): ClusterState {
  const states = new Map<string, Mutable>()
  const placed = new Map<string, string>()
  const stateOf = (name: string): Mutable => {
    const found = states.get(name) ?? newState()
    states.set(name, found)
    return found
  }
  const remove = (uid: string): void => {
    const name = placed.get(uid)
    if (name === undefined) return
    placed.delete(uid)
    const state = stateOf(name)
    const pod = state.pods.get(uid)
    state.pods.delete(uid)
    if (pod !== undefined) count(state, pod, -1)
    if (state.node === null && state.pods.size === 0) states.delete(name)
  }
  const place = (pod: Pod, name: string): void => {
    const uid = pod.metadata.uid ?? ''
    remove(uid)
    const state = stateOf(name)
    state.pods.set(uid, pod)
    count(state, pod, 1)
    placed.set(uid, name)
  }
  return {
    nodes: () => [...states.values()].filter((state): state is Mutable & NodeState => state.node !== null),
    setNode(name, node) {
      stateOf(name).node = node ?? null
    },
    setPod(before, after) {
      const pod = after ?? before
      const name = pod?.spec?.nodeName ?? ''
      if (pod === undefined) return
      if (after === undefined || hasEnded(after)) remove(pod.metadata.uid ?? '')
      else if (name !== '') place(after, name)
    },
    assume: place,
    forget: (pod) => remove(pod.metadata.uid ?? ''),
  }
}
