import type { RevisionRow, WriteVerb } from '#facts/fact.ts'
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

/** Counts the writes of each verb in each column of 3 pixels. */
function countColumns(rows: readonly RevisionRow[], scale: RailScale): Map<number, Counts> {
  const columns = new Map<number, Counts>()
  for (let index = scale.first; index < scale.end; index += 1) {
    const row = rows[index]
    if (row === undefined || (scale.lens !== null && index >= scale.lens.first && index < scale.lens.end)) continue
    const column = Math.floor((scale.x(index) - scale.gone) / pitch)
    const counts = columns.get(column) ?? { create: 0, update: 0, patch: 0, apply: 0, delete: 0 }
    counts[verbOf(row)] += 1
    columns.set(column, counts)
  }
  return columns
}

/**
 * Returns bars in the verbs' hues, for densities where glyphs do not fit. The height is the square root of the count.
 * [RL3]
 */
export function verbColumns(rows: readonly RevisionRow[], scale: RailScale): readonly VerbColumns[] {
  const columns = countColumns(rows, scale)
  const most = Math.max(
    1,
    ...[...columns.values()].map((counts) => rising.reduce((sum, verb) => sum + counts[verb], 0)),
  )
  const unit = (lineY - top) / Math.sqrt(most)
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
  return [...rising, 'delete' as const].map((verb) => ({ verb, path: paths[verb].join('') }))
}

const bar = (x: number, y: number, height: number): string =>
  `M${x.toFixed(1)} ${y.toFixed(1)}h${barWidth}v${height.toFixed(1)}h-${barWidth}z`
