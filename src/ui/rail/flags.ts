import type { RevisionRow } from '#facts/fact.ts'
import { lastIndexAt } from '#ui/model/time-cursor.ts'
import { numberText } from '#ui/model/words.ts'
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
  /** Left end of the words `15 behind`; `null` where they would cover another mark. */
  readonly noteX: number | null
}

const flagWidth = 15
/** The tab of the cursor at Live begins here, and covers nothing before it. */
const gap = 4

/** Returns the width of a flag's words in pixels. */
const noteWidth = (behind: number): number => numberText(behind).length * 6.2 + 40

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
    behind: flag.state === 'slow' ? Math.max(0, newest - flag.revision) : 0,
    noteX: null,
  }))
  const merged: PlacedFlag[] = []
  for (const flag of placed.toSorted((a, b) => a.x - b.x)) {
    const before = merged.at(-1)
    if (before === undefined || flag.x - before.x >= flagWidth || before.state !== flag.state) merged.push(flag)
    else merged[merged.length - 1] = join(before, flag)
  }
  return merged.map((flag, at) => ({ ...flag, noteX: noteX(flag, merged[at - 1], merged[at + 1], scale) }))
}

/** Places the words of a slow flag at its right, else at its left, where neither another flag nor the cursor is. */
function noteX(
  { x, state, behind }: PlacedFlag,
  before: PlacedFlag | undefined,
  after: PlacedFlag | undefined,
  scale: RailScale,
): number | null {
  if (state !== 'slow' || behind === 0) return null
  const width = noteWidth(behind)
  const right = Math.min(scale.liveX, (after?.x ?? Infinity) - flagWidth) - gap
  if (x + gap + width <= right) return x + gap
  const left = Math.max(scale.gone, before?.x ?? 0) + gap
  return x - flagWidth - gap - width >= left ? x - flagWidth - gap - width : null
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
