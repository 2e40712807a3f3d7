import { memo, useMemo } from 'react'
import { useStore } from 'zustand'
import type { RevisionRow } from '#facts/fact.ts'
import { Glyph, markOf } from '#ui/kit/glyph.tsx'
import { useLab } from '#ui/lab/use-lab.ts'
import { verbColumns } from './columns.ts'
import { railFlags } from './flags-store.ts'
import { placeFlags } from './flags.ts'
import { LowerFlag } from '#ui/rail/lanes/fork-marks.tsx'
import { deletionSpans, hops, pins, refusals, ticks } from './marks.ts'
import { Flag, PinMark, Refusals, Span, Thread, Ticks } from './rail-marks.tsx'
import { lineY, lowerBand, type RailScale } from './scale.ts'

/** The writes of one lane. */
export interface PartProps {
  readonly scale: RailScale
  readonly rows: readonly RevisionRow[]
  readonly at: number | null
}

interface WriteMarkProps {
  readonly row: RevisionRow
  readonly x: number
  readonly you: string
  readonly k: number
  readonly rings: boolean
  readonly ahead: boolean
}

/** One write; rendered again only when one of its props changed. */
const WriteMark = memo(function WriteMark({ row, x, you, k, rings, ahead }: WriteMarkProps) {
  return (
    <g data-rv={row.revision} opacity={ahead ? 0.55 : undefined} transform={`translate(${x} ${lineY})`}>
      <WriteGlyph row={row} you={you} k={k} rings={rings} ahead={ahead} />
    </g>
  )
})

/** The shape at the origin: with each write all marks move, but no shape changes. [PF5] */
const WriteGlyph = memo(function WriteGlyph({ row, you, k, rings, ahead }: Omit<WriteMarkProps, 'x'>) {
  return <Glyph mark={markOf(row, you)} x={0} y={0} k={k} rings={rings} hollow={ahead} />
})

interface BelowProps extends PartProps {
  readonly nowX: number
  /** The writes whose numbers stand below the axis. */
  readonly numbered: readonly RevisionRow[]
  readonly axis: RailScale
}

/** The marks below the line: ticks, pending deletions, snapshots of lists. */
export function Below({ scale, rows, at, nowX, numbered, axis }: BelowProps) {
  const { cluster } = useLab()
  const own = useStore(cluster, (state) => state.rows)
  const tokens = useStore(cluster, (state) => state.tokens)
  const pinned = useMemo(() => pins(own, tokens.values(), axis), [own, tokens, axis])
  const numbers = useMemo(() => ticks(numbered, axis), [numbered, axis])
  return (
    <>
      <Ticks ticks={numbers} pins={pinned} />
      <DeletionSpans scale={scale} rows={rows} at={at} nowX={nowX} />
      {pinned.map((pin) => (
        <PinMark key={pin.x} pin={pin} />
      ))}
    </>
  )
}

export function DeletionSpans({ scale, rows, at, nowX }: PartProps & { readonly nowX: number }) {
  const spans = useMemo(() => deletionSpans(rows, scale, at), [rows, scale, at])
  return spans.map((span) => <Span key={span.uid} span={span} nowX={nowX} />)
}

/** The thread of the selected object. */
export function ObjectThread({ scale, rows, at }: PartProps) {
  const object = useStore(useLab().selection, (state) => state.object)
  const thread = useMemo(
    () => (scale.density === 'columns' ? [] : hops(rows, scale, { object, at })),
    [rows, scale, object, at],
  )
  return <Thread hops={thread} />
}

export function Refused({ scale, rows, at }: PartProps) {
  const requests = useStore(useLab().cluster, (state) => state.requests)
  const bounced = useMemo(() => refusals(rows, requests, { scale, at }), [rows, requests, scale, at])
  return <Refusals refusals={bounced} />
}

interface FlagsProps extends Omit<PartProps, 'at'> {
  /** Flags right of this position belong to the lower lane. */
  readonly lowerFrom?: number
}

export function Flags({ scale, rows, lowerFrom = Infinity }: FlagsProps) {
  const flags = useStore(railFlags(useLab()))
  const placed = useMemo(() => placeFlags(flags, rows, scale), [flags, rows, scale])
  const newestX = rows.length === 0 ? scale.liveX : scale.x(rows.length - 1)
  return placed.map((flag) =>
    flag.x > lowerFrom ? (
      <LowerFlag key={`${flag.text}${flag.x}`} flag={flag} top={lowerBand.top} />
    ) : (
      <Flag key={`${flag.text}${flag.x}`} flag={flag} newestX={newestX} />
    ),
  )
}

interface WritesProps extends PartProps {
  readonly hovered: number | null
  /** Height of the columns. */
  readonly heightMax?: number
}

/** The writes: glyphs where they fit, else bars, with glyphs under the lens. */
export function Writes({ scale, rows, at, hovered, heightMax }: WritesProps) {
  const { actor } = useLab()
  const you = useStore(actor, (state) => state.name)
  const columns = useMemo(
    () => (scale.density === 'columns' ? verbColumns(rows, scale, heightMax) : []),
    [rows, scale, heightMax],
  )
  const { first, end } = scale.lens ?? scale
  const k = scale.density === 'small' ? 0.62 : 1
  const drawn = rows.slice(first, end)
  return (
    <>
      {columns.map(({ verb, path }) => (
        <path key={verb} d={path} fill={`var(--verb-${verb})`} />
      ))}
      {drawn.map((row, offset) => (
        <WriteMark
          key={row.revision}
          row={row}
          x={scale.x(first + offset)}
          you={you}
          k={k}
          rings={hasRing(scale, row.revision === hovered)}
          ahead={at !== null && row.revision > at}
        />
      ))}
    </>
  )
}

const hasRing = ({ density }: RailScale, isHovered: boolean): boolean =>
  density === 'full' || density === 'columns' || (density === 'plain' && isHovered)
