import type { RevisionRow } from '#facts/fact.ts'

/** The writes that are listed: those of the cluster that the page shows, those of the other lane, or both. */
export type ShownLane = 'here' | 'there' | 'both'

/** A write with its lane. */
export interface LaneRow {
  readonly row: RevisionRow
  readonly isOther: boolean
}

interface LaneLists {
  /** Rows of the shown cluster, newest first, and those of the other lane, which begin after the fork. */
  readonly own: readonly RevisionRow[]
  readonly other: readonly RevisionRow[]
  readonly forkedAt: number
}

/** Lists the writes of the chosen lanes, newest first; both count on from the fork. [DOC12] */
export function laneRows({ own, other, forkedAt }: LaneLists, lane: ShownLane): readonly LaneRow[] {
  const shared = lane === 'there' ? own.filter(({ revision }) => revision <= forkedAt) : own
  const here = shared.map((row): LaneRow => ({ row, isOther: false }))
  if (lane === 'here') return here
  const there = other.map((row): LaneRow => ({ row, isOther: true }))
  return [...here, ...there].toSorted(
    (a, b) => b.row.revision - a.row.revision || Number(a.isOther) - Number(b.isOther),
  )
}

/** Both lanes use the same numbers, so that those of the other one are negative. */
export const laneKey = ({ row, isOther }: LaneRow): number => (isOther ? -row.revision : row.revision)
