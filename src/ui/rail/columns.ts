import type { RevisionRow, WriteVerb } from '#facts/fact.ts'
import { alongRows } from './along-rows.ts'
import { lineY, type RailScale } from './scale.ts'

/** The bars of one verb as a single path, so that thousands of writes need only five DOM nodes. */
export interface VerbColumns {
  readonly verb: WriteVerb
  readonly path: string
}

const pitch = 3
const barWidth = 2
/** Verbs of bars above the line, in stacking order; deletions are below the line. */
const rising: readonly WriteVerb[] = ['patch', 'update', 'apply', 'create']
const top = 16
const hangMax = 10

const verbOf = (row: RevisionRow): WriteVerb => (row.effect === 'removed' ? 'delete' : row.verb)

type Counts = Record<WriteVerb, number>

const verbs: readonly WriteVerb[] = [...rising, 'delete']

/** Counts by verb of the first `n` writes, for every `n`: counting the writes of a range then takes two look-ups. */
type Totals = Readonly<Record<WriteVerb, number[]>>

const totalsOf = alongRows<Totals>(
  () => ({ create: [0], update: [0], patch: [0], apply: [0], delete: [0] }),
  (totals, row, index) => {
    const own = verbOf(row)
    for (const verb of verbs) totals[verb].push((totals[verb][index] ?? 0) + (verb === own ? 1 : 0))
  },
)

/** The writes beside the lens: from `first` up to but not including `end`, drawn from `x0` on. */
function stretchesOf({ first, end, lens, step, x }: RailScale) {
  const from = (index: number, to: number) => ({ first: index, end: to, x0: x(index) - step / 2 })
  return lens === null ? [from(first, end)] : [from(first, lens.first), from(lens.end, end)]
}

/** Counts the writes of each verb in each column of 3 pixels. */
function countColumns(rows: readonly RevisionRow[], scale: RailScale): Map<number, Counts> {
  const totals = totalsOf(rows)
  const columns = new Map<number, Counts>()
  for (const { first, end, x0 } of stretchesOf(scale)) {
    // A write is drawn in the middle of its step.
    const offset = (x0 - scale.gone) / scale.step + 0.5
    for (let index = first; index < end;) {
      const column = Math.floor(((index - first + offset) * scale.step) / pitch)
      const next = Math.max(index + 1, Math.ceil(((column + 1) * pitch) / scale.step - offset) + first)
      const to = Math.min(end, next)
      const counts = columns.get(column) ?? { create: 0, update: 0, patch: 0, apply: 0, delete: 0 }
      for (const verb of verbs) counts[verb] += (totals[verb][to] ?? 0) - (totals[verb][index] ?? 0)
      columns.set(column, counts)
      index = to
    }
  }
  return columns
}

/**
 * Returns bars in the verbs' hues, for densities where glyphs do not fit. The height is the square root of the count.
 * [RL3]
 */
export function verbColumns(
  rows: readonly RevisionRow[],
  scale: RailScale,
  heightMax = lineY - top,
): readonly VerbColumns[] {
  const columns = countColumns(rows, scale)
  const most = Math.max(
    1,
    ...[...columns.values()].map((counts) => rising.reduce((sum, verb) => sum + counts[verb], 0)),
  )
  const unit = heightMax / Math.sqrt(most)
  const paths: Record<WriteVerb, string[]> = { create: [], update: [], patch: [], apply: [], delete: [] }
  for (const [column, counts] of columns) {
    const x = scale.gone + column * pitch
    const total = rising.reduce((sum, verb) => sum + counts[verb], 0)
    const height = Math.sqrt(total) * unit
    let y = lineY
    for (const verb of rising) {
      const part = total === 0 ? 0 : (counts[verb] / total) * height
      y -= part
      if (part > 0) paths[verb].push(bar(x, y, part))
    }
    if (counts.delete > 0) paths.delete.push(bar(x, lineY + 1, Math.min(hangMax, Math.sqrt(counts.delete) * 2.5)))
  }
  return verbs.map((verb) => ({ verb, path: paths[verb].join('') }))
}

const bar = (x: number, y: number, height: number): string =>
  `M${x.toFixed(1)} ${y.toFixed(1)}h${barWidth}v${height.toFixed(1)}h-${barWidth}z`
