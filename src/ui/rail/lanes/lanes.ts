import type { RevisionRow } from '#facts/fact.ts'
import { lastIndexAt } from '#ui/model/time-cursor.ts'
import type { PlacedRows } from '#ui/rail/scale.ts'

/** The cluster beside the one that the page shows, as the rail draws it. */
export interface OtherLane {
  /** The cluster that the page shows: the one that was left (upper lane) or the branch (lower lane). */
  readonly own: 'live' | 'branch'
  readonly liveTitle: string
  readonly branchTitle: string
  /** The newest revision that both share. */
  readonly forkedAt: number
  /** The other cluster's writes after that revision, oldest first. */
  readonly rows: readonly RevisionRow[]
  /** Its newest expired revision, 0 for none. */
  readonly compacted: number
  /** The other cluster's newest revision, 0 before it was read. */
  readonly published: number
}

/** The writes of one lane at their places on the axis. */
export interface Lane extends PlacedRows {
  readonly rows: readonly RevisionRow[]
}

export interface PlacedLanes {
  readonly live: Lane
  readonly branch: Lane
  /** Index of the newest shared write on the axis; -1 if it is not kept. */
  readonly forkIndex: number
  /** Number of places on the axis that both need. */
  readonly count: number
}

/**
 * Places the writes of a cluster and a branch on one axis: both count on from the fork, so the n-th write after it has
 * the same place in both lanes. What both share is drawn in the upper lane. [RL12]
 */
export function placeLanes(rows: readonly RevisionRow[], other: OtherLane): PlacedLanes {
  const forkIndex = lastIndexAt(rows, other.forkedAt)
  const { rows: theirs, offset } = placeOther(rows, other, forkIndex)
  const count = Math.max(rows.length, offset + theirs.length)
  const own: Lane = { rows, count: rows.length, offset: 0, from: 0 }
  const beside: Lane = { rows: theirs, count: theirs.length, offset, from: 0 }
  if (other.own === 'live') return { live: own, branch: beside, forkIndex, count }
  const isWhole = offset === forkIndex + 1
  const live = isWhole ? [...rows.slice(0, forkIndex + 1), ...theirs] : theirs
  return {
    live: isWhole ? { rows: live, count: live.length, offset: 0, from: 0 } : beside,
    branch: { ...own, from: isWhole ? forkIndex + 1 : 0 },
    forkIndex: isWhole ? forkIndex : -1,
    count,
  }
}

/** Writes of the other cluster that expired leave their places empty; those before the own oldest write have none. */
function placeOther(
  rows: readonly RevisionRow[],
  { rows: theirs, forkedAt, compacted }: OtherLane,
  forkIndex: number,
): Pick<Lane, 'rows' | 'offset'> {
  const oldest = theirs[0]?.revision ?? 0
  if (forkIndex >= 0) return { rows: theirs, offset: forkIndex + (compacted > forkedAt ? oldest - forkedAt : 1) }
  const first = rows[0]?.revision ?? 0
  const from = theirs.findIndex(({ revision }) => revision >= first)
  return { rows: from < 0 ? [] : theirs.slice(from), offset: Math.max(0, oldest - first) }
}
