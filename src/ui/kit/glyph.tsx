import { memo } from 'react'
import type { RevisionRow, WriteVerb } from '#facts/fact.ts'
import { kindHue } from './kind-hue.ts'
import { type Person, personOf } from './person.ts'

/** The meaning of a glyph: the shape is the verb, the hue the kind, the ring the kind of actor. */
export interface GlyphMark {
  readonly verb: WriteVerb
  /** Set for a deletion that was requested but not finished: only the first stroke is drawn. */
  readonly pending: boolean
  /** A CSS colour. */
  readonly hue: string
  readonly person: Person
}

const marksOfRows = new WeakMap<RevisionRow, { readonly you: string; readonly mark: GlyphMark }>()

/** Returns the same mark for the same write, so that its glyph is not drawn again. */
export function markOf(row: RevisionRow, you: string): GlyphMark {
  const known = marksOfRows.get(row)
  if (known?.you === you) return known.mark
  const mark: GlyphMark = {
    verb: row.effect === 'removed' ? 'delete' : row.verb,
    pending: row.effect === 'deletion-requested',
    hue: kindHue(row.kind, row.group),
    person: personOf(row.actor, you),
  }
  marksOfRows.set(row, { you, mark })
  return mark
}

interface GlyphProps {
  readonly mark: GlyphMark
  readonly x: number
  readonly y: number
  /** Scale; 1 fits a box of 11 pixels. */
  readonly k?: number
  /** Draws an outline only: the write is after the cursor. */
  readonly hollow?: boolean
  readonly rings?: boolean
}

const polygons: Readonly<Record<'update' | 'patch' | 'apply', readonly (readonly [number, number])[]>> = {
  update: [
    [0, -5.4],
    [5.4, 0],
    [0, 5.4],
    [-5.4, 0],
  ],
  patch: [
    [0, -5],
    [5.2, 4],
    [-5.2, 4],
  ],
  apply: [
    [5.2, 0],
    [-3.8, 5],
    [-3.8, -5],
  ],
}

const short = (value: number): number => Number(value.toFixed(2))

/** The outline of a verb's shape as path data. */
export function shapePath(
  { verb, pending }: Pick<GlyphMark, 'verb' | 'pending'>,
  x: number,
  y: number,
  k: number,
): string {
  if (verb === 'create') {
    const r = short(4.5 * k)
    return `M${short(x - r)} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`
  }
  if (verb === 'delete') {
    const d = 4 * k
    const [left, right, top, bottom] = [short(x - d), short(x + d), short(y - d), short(y + d)]
    return `M${left} ${bottom}L${right} ${top}${pending ? '' : `M${left} ${top}L${right} ${bottom}`}`
  }
  return `M${polygons[verb].map(([dx, dy]) => `${short(x + dx * k)} ${short(y + dy * k)}`).join('L')}Z`
}

/** One write, as SVG. */
export function Glyph({ mark, x, y, k = 1, hollow = false, rings = true }: GlyphProps) {
  const { verb, hue, person } = mark
  const stroked = verb === 'delete'
  return (
    <>
      <path
        d={shapePath(mark, x, y, k)}
        fill={stroked ? 'none' : hollow ? 'var(--rail-ground, var(--sunken))' : hue}
        stroke={hue}
        strokeWidth={stroked ? (hollow ? 1.4 : short(2.4 * k)) : hollow ? 1.3 : 1}
        strokeLinejoin="round"
        strokeLinecap={stroked ? 'square' : undefined}
      />
      {rings && person !== 'loop' && (
        <circle
          cx={x}
          cy={y}
          r={short(7.2 * k)}
          fill="none"
          stroke="var(--text-2)"
          strokeWidth={1}
          strokeDasharray={person === 'other' ? '3 2.03' : undefined}
        />
      )}
    </>
  )
}

interface MiniProps {
  readonly mark: GlyphMark
  readonly k?: number
  readonly rings?: boolean
  /** Side of the square in pixels. */
  readonly box?: number
  readonly hollow?: boolean
}

/** A glyph next to text. Hidden from screen readers, because the text has the same meaning. */
export const MiniGlyph = memo(function MiniGlyph(props: MiniProps) {
  const { mark, k = 0.92, rings = false, box = 16, hollow = false } = props
  return (
    <svg
      width={box}
      height={box}
      viewBox={`0 0 ${box} ${box}`}
      aria-hidden="true"
      style={{ flex: 'none', overflow: 'visible', ['--rail-ground' as string]: 'var(--surface)' }}
    >
      <Glyph mark={mark} x={box / 2} y={box / 2} k={k} rings={rings} hollow={hollow} />
    </svg>
  )
})
