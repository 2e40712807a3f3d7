import type { RevisionRow } from '#facts/fact.ts'
import { type RowList, rowList } from '#ui/kit/lists/row-list.ts'
import { lastIndexAt } from '#ui/model/time-cursor.ts'

/** The writes that are listed: those of the cluster that the page shows, those of the other lane, or both. */
export type ShownLane = 'here' | 'there' | 'both'

/** A write with its lane. */
export interface LaneRow {
  readonly row: RevisionRow
  readonly isOther: boolean
}

interface LaneLists {
  /** Writes of the shown cluster, oldest first. */
  readonly own: readonly RevisionRow[]
  /** Those of the other lane, which begin after the fork; only asked for when they are listed. */
  readonly other: () => readonly RevisionRow[]
  readonly forkedAt: number
}

/** Both lanes use the same numbers, so that those of the other one are negative. */
export const laneKey = ({ row, isOther }: LaneRow): number => (isOther ? -row.revision : row.revision)

/** Lists writes of the shown cluster, newest first. Nothing is copied: a write costs the same in a long history. [PF5] */
const newestFirst = (rows: readonly RevisionRow[]): RowList<LaneRow> => ({
  length: rows.length,
  at(index) {
    const row = rows[rows.length - 1 - index]
    return row === undefined ? undefined : { row, isOther: false }
  },
  keyOf: laneKey,
  indexOf(key) {
    const at = lastIndexAt(rows, key)
    return rows[at]?.revision === key ? rows.length - 1 - at : -1
  },
})

/** Lists the writes of the chosen lanes, newest first; both count on from the fork. [DOC12] */
export function laneRows({ own, other, forkedAt }: LaneLists, lane: ShownLane): RowList<LaneRow> {
  if (lane === 'here') return newestFirst(own)
  const shared = lane === 'there' ? own.filter(({ revision }) => revision <= forkedAt) : own
  const here = shared.map((row): LaneRow => ({ row, isOther: false }))
  const there = other().map((row): LaneRow => ({ row, isOther: true }))
  const both = [...here, ...there].toSorted(
    (a, b) => b.row.revision - a.row.revision || Number(a.isOther) - Number(b.isOther),
  )
  return rowList(both, laneKey)
}
