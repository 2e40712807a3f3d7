/** One run of the scheduler for one pod. */
export interface SchedulingDecision {
  readonly namespace: string
  readonly name: string
  readonly uid: string
  readonly timeMs: number
  /** The chosen node; `''` if none fits. */
  readonly node: string
  /** The reason why the pod fits nowhere, as in its condition; `''` if it was placed. */
  readonly message: string
  /** Empty if the pod was refused before any node was tried. */
  readonly nodes: readonly NodeVerdict[]
}

/** The result of one node: the filter that refused it, or its scores. */
export interface NodeVerdict {
  readonly name: string
  /** The plugin whose filter refused the node; `''` if the node fits. */
  readonly refusedBy: string
  readonly reasons: readonly string[]
  /** Weighted scores by plugin, of nodes that fit. */
  readonly scores: Readonly<Record<string, number>>
  readonly total: number
}
