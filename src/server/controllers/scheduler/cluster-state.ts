import type { Node, Pod } from '#server/kinds/types/core-v1.ts'
import { hasEnded } from '#server/controllers/shared/pods.ts'
import { podRequests } from './pod-requests.ts'

/** A node with the pods that are on it or were just assigned to it. */
export interface NodeState {
  readonly node: Node
  readonly pods: ReadonlyMap<string, Pod>
  readonly requested: ReadonlyMap<string, number>
}

interface Mutable {
  node: Node | null
  readonly pods: Map<string, Pod>
  readonly requested: Map<string, number>
}

/** What the scheduler knows of the cluster: nodes, and pods by node. */
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
    const found = states.get(name) ?? { node: null, pods: new Map<string, Pod>(), requested: new Map<string, number>() }
    states.set(name, found)
    return found
  }
  const count = ({ requested }: Mutable, pod: Pod, sign: 1 | -1): void => {
    for (const [resource, amount] of podRequests(pod))
      requested.set(resource, (requested.get(resource) ?? 0) + sign * amount)
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
