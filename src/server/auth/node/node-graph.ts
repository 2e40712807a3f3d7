/** Types of objects in the node authorizer's graph. */
export type VertexType =
  | 'node'
  | 'pod'
  | 'secret'
  | 'configmap'
  | 'serviceaccount'
  | 'pvc'
  | 'pv'
  | 'resourceclaim'
  | 'resourceslice'
  | 'volumeattachment'

/** An object, as {@link vertexOf} names it. */
export type Vertex = string

/** `namespace` is `''` for cluster-scoped objects. Names contain no slash, so the text is unique. */
export const vertexOf = (type: VertexType, namespace: string, name: string): Vertex => `${type}/${namespace}/${name}`

/** Nodes that may read `to` may read `from`: edges lead from objects to nodes. */
export type Edge = readonly [from: Vertex, to: Vertex]

/**
 * The relations between nodes and objects. Each object contributes edges that touch its own vertex, so they are removed
 * together with it. [NAZ3]
 */
export class NodeGraph {
  readonly #edges = new Map<Vertex, readonly Edge[]>()
  readonly #ways = new Map<Vertex, Set<Vertex>>()

  /** Replaces the edges that `source` contributes. Pass no edges for a deleted object. */
  setEdges(source: Vertex, edges: readonly Edge[]): void {
    for (const [from, to] of this.#edges.get(source) ?? []) {
      const ways = this.#ways.get(from)
      ways?.delete(to)
      if (ways?.size === 0) this.#ways.delete(from)
    }
    if (edges.length === 0) this.#edges.delete(source)
    else this.#edges.set(source, edges)
    for (const [from, to] of edges) {
      const ways = this.#ways.get(from)
      if (ways === undefined) this.#ways.set(from, new Set([to]))
      else ways.add(to)
    }
  }

  /** Reports whether a path leads from an object to a node. */
  leads(from: Vertex, node: Vertex): boolean {
    const seen = new Set([from])
    const waiting = [from]
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      const ways = this.#ways.get(at)
      if (ways === undefined) continue
      if (ways.has(node)) return true
      for (const next of ways) {
        if (seen.has(next)) continue
        seen.add(next)
        waiting.push(next)
      }
    }
    return false
  }
}
