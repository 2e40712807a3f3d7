import type { NodeVerdict } from '#facts/scheduling.ts'
import type { NodeState } from './cluster-state.ts'
import type { Misfit } from './filters.ts'
import type { RatedNode } from './scores.ts'

const notNamed = ["node(s) didn't satisfy plugin(s) [NodeAffinity]"]

/** The verdict of one run of the scheduler on each node: the filter that refused it, or its scores. [LC101] */
export function verdictsOf(
  nodes: readonly NodeState[],
  misfits: ReadonlyMap<string, Misfit>,
  rated: readonly RatedNode[],
): readonly NodeVerdict[] {
  const ratings = new Map(rated.map((each) => [each.state, each]))
  return nodes.map((state) => {
    const name = state.node.metadata.name ?? ''
    const rating = ratings.get(state)
    if (rating !== undefined)
      return { name, refusedBy: '', reasons: [], scores: Object.fromEntries(rating.byPlugin), total: rating.total }
    const misfit = misfits.get(name)
    const { plugin: refusedBy = 'NodeAffinity', reasons = notNamed } = misfit ?? {}
    return { name, refusedBy, reasons, scores: {}, total: 0 }
  })
}
