import type { RevisionRow } from '#facts/fact.ts'
import { lastIndexAt } from '#ui/model/time-cursor.ts'
import type { RailScale } from './scale.ts'

/** The flag of a watch on the rail, at the last revision it delivered. */
export interface RailFlag {
  readonly letter: string
  /** Last revision delivered to its client. */
  readonly revision: number
  /** `gone`: its position was compacted and it got 410. */
  readonly state: 'live' | 'slow' | 'gone'
  /** Its collection and user, as text. */
  readonly title: string
}

export interface PlacedFlag {
  readonly x: number
  /** The letter, or the number of flags at this position. */
  readonly text: string
  readonly state: RailFlag['state']
  readonly title: string
  /** Number of writes not delivered yet; 0 unless it is slow. */
  readonly behind: number
}

const flagWidth = 15

/** Computes the positions of flags; overlapping ones merge into one with their number. [RL7] */
export function placeFlags(
  flags: readonly RailFlag[],
  rows: readonly RevisionRow[],
  scale: RailScale,
): readonly PlacedFlag[] {
  const newest = rows.at(-1)?.revision ?? 0
  const placed = flags.map((flag) => ({
    x: flag.state === 'gone' ? Math.max(16, scale.gone - 20) : flagX(flag, rows, scale),
    text: flag.letter,
    state: flag.state,
    title: flag.title,
    behind: flag.state === 'slow' ? newest - flag.revision : 0,
  }))
  const merged: PlacedFlag[] = []
  for (const flag of placed.toSorted((a, b) => a.x - b.x)) {
    const before = merged.at(-1)
    if (before === undefined || flag.x - before.x >= flagWidth || before.state !== flag.state) merged.push(flag)
    else merged[merged.length - 1] = join(before, flag)
  }
  return merged
}

const join = (one: PlacedFlag, other: PlacedFlag): PlacedFlag => ({
  ...other,
  text: String((Number(one.text) || 1) + 1),
  title: `${one.title}; ${other.title}`,
})

function flagX(flag: RailFlag, rows: readonly RevisionRow[], scale: RailScale): number {
  const index = Math.max(scale.first, Math.min(scale.end - 1, lastIndexAt(rows, flag.revision)))
  return rows.length === 0 ? scale.liveX : scale.x(index)
}
