/** Kinds of things that nodes come to through their pods. */
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

/** One thing, by {@link vertexOf}. */
export type Vertex = string

/** `namespace` is `''` for what is in none. Names of real things hold no slash, so the text is one thing's only. */
export const vertexOf = (type: VertexType, namespace: string, name: string): Vertex => `${type}/${namespace}/${name}`

/** Who may reach `from` may be told by who may reach `to`: the way goes from things to nodes. */
export type Edge = readonly [from: Vertex, to: Vertex]

/**
 * Which things nodes have to do with, told by objects: each tells its own edges, all of which touch its own vertex, so
 * that they go when it goes. [NAZ3]
 */
export class NodeGraph {
  readonly #told = new Map<Vertex, readonly Edge[]>()
  readonly #ways = new Map<Vertex, Set<Vertex>>()

  /** What `teller` says now; no edges: it is gone, or says nothing. */
  tell(teller: Vertex, edges: readonly Edge[]): void {
    for (const [from, to] of this.#told.get(teller) ?? []) {
      const ways = this.#ways.get(from)
      ways?.delete(to)
      if (ways?.size === 0) this.#ways.delete(from)
    }
    if (edges.length === 0) this.#told.delete(teller)
    else this.#told.set(teller, edges)
    for (const [from, to] of edges) {
      const ways = this.#ways.get(from)
      if (ways === undefined) this.#ways.set(from, new Set([to]))
      else ways.add(to)
    }
  }

  /** Whether a way leads from a thing to a node. */
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
