import { memo, useMemo } from 'react'
import { useStore } from 'zustand'
import type { RevisionRow } from '#facts/fact.ts'
import { Glyph, markOf } from '#ui/kit/glyph.tsx'
import { lastIndexAt } from '#ui/model/time-cursor.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { CursorMark } from './cursor-mark.tsx'
import { verbColumns } from './columns.ts'
import { railFlags } from './flags-store.ts'
import { placeFlags } from './flags.ts'
import { deletionSpans, hops, pins, refusals, ticks } from './marks.ts'
import { Flag, GoneHatch, PinMark, Refusals, Span, Thread, Ticks } from './rail-marks.tsx'
import { lineY, railHeight, type RailScale } from './scale.ts'
import { numberText } from '#ui/model/words.ts'
import styles from './rail.module.css'

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

interface RailSvgProps {
  readonly scale: RailScale
  readonly hovered: number | null
}

/**
 * The drawing of the rail. Hidden from screen readers, because the slider around it and the table have the same
 * content.
 */
export function RailSvg({ scale, hovered }: RailSvgProps) {
  const { cluster, cursor } = useLab()
  const rows = useStore(cluster, (state) => state.rows)
  const compacted = useStore(cluster, (state) => state.compacted)
  const at = useStore(cursor, (state) => state.at)
  const cursorX = useCursorX(scale, rows, at)
  const last = rows.at(-1)?.revision ?? compacted
  const { width, gone, liveX } = scale
  return (
    <svg width={width} height={railHeight} viewBox={`0 0 ${width} ${railHeight}`} aria-hidden="true" focusable="false">
      {at !== null && liveX > cursorX && (
        <rect x={cursorX} width={liveX - cursorX} height={railHeight} fill="var(--past-soft)" />
      )}
      {scale.lens !== null && <Lens scale={scale} />}
      <path d={`M${gone} ${lineY}H${cursorX}`} stroke="var(--border-2)" />
      <path d={`M${cursorX} ${lineY}H${width - 8}`} stroke="var(--border-2)" strokeDasharray="1.5 4" />
      <HoverGuide scale={scale} rows={rows} hovered={hovered} />
      <Below scale={scale} rows={rows} at={at} nowX={cursorX} />
      <Writes scale={scale} rows={rows} at={at} hovered={hovered} />
      {at !== null && scale.lens !== null && scale.lens.x1 < liveX && (
        <rect
          x={scale.lens.x1}
          width={Math.max(0, liveX - scale.lens.x1)}
          height={railHeight}
          fill="var(--past-soft)"
          opacity={0.5}
        />
      )}
      <Above scale={scale} rows={rows} at={at} />
      <GoneHatch scale={scale} compacted={compacted} />
      <text x={width - 22} y={62} className={styles.tick} opacity={0.8}>
        {numberText(last + 1)}
      </text>
      <circle cx={width - 22} cy={lineY} r={4} fill="none" stroke="var(--border-2)" strokeDasharray="1.5 2" />
      <CursorMark scale={scale} at={at} x={cursorX} label={at === null ? 'Live' : `At ${numberText(at)}`} />
    </svg>
  )
}

function useCursorX(scale: RailScale, rows: readonly RevisionRow[], at: number | null): number {
  if (at === null) return scale.liveX
  const index = lastIndexAt(rows, at)
  const step = scale.lens === null ? scale.step : (scale.lens.x1 - scale.lens.x0) / 16
  return Math.min(scale.liveX, Number((scale.x(Math.max(0, index)) + step / 2).toFixed(1)))
}

function Lens({ scale }: { readonly scale: RailScale }) {
  if (scale.lens === null) return null
  const { x0, x1 } = scale.lens
  return (
    <>
      <rect x={x0} width={x1 - x0} height={railHeight} fill="var(--surface)" />
      <path d={`M${x0 + 0.5} 0V64${x1 < scale.liveX - 10 ? `M${x1 - 0.5} 0V64` : ''}`} stroke="var(--accent-line)" />
    </>
  )
}

interface PartProps {
  readonly scale: RailScale
  readonly rows: readonly RevisionRow[]
  readonly at: number | null
}

function HoverGuide({ scale, rows, hovered }: Omit<PartProps, 'at'> & { readonly hovered: number | null }) {
  if (hovered === null) return null
  const index = lastIndexAt(rows, hovered)
  if (rows[index]?.revision !== hovered || index < scale.first || index >= scale.end) return null
  const width = Math.max(3, scale.lens === null ? scale.step : 16)
  return <rect x={scale.x(index) - width / 2} width={width} height={railHeight} fill="var(--accent)" opacity={0.12} />
}

/** The marks below the line: ticks, pending deletions, snapshots of lists. */
function Below({ scale, rows, at, nowX }: PartProps & { readonly nowX: number }) {
  const { cluster } = useLab()
  const tokens = useStore(cluster, (state) => state.tokens)
  const pinned = useMemo(() => pins(rows, tokens.values(), scale), [rows, tokens, scale])
  const numbers = useMemo(() => ticks(rows, scale), [rows, scale])
  const spans = useMemo(() => deletionSpans(rows, scale, at), [rows, scale, at])
  return (
    <>
      <Ticks ticks={numbers} pins={pinned} />
      {spans.map((span) => (
        <Span key={span.uid} span={span} nowX={nowX} />
      ))}
      {pinned.map((pin) => (
        <PinMark key={pin.x} pin={pin} />
      ))}
    </>
  )
}

/** The marks above the line: the thread, refused writes, watches. */
function Above({ scale, rows, at }: PartProps) {
  const lab = useLab()
  const requests = useStore(lab.cluster, (state) => state.requests)
  const object = useStore(lab.selection, (state) => state.object)
  const flags = useStore(railFlags(lab))
  const thread = useMemo(
    () => (scale.density === 'columns' ? [] : hops(rows, scale, { object, at })),
    [rows, scale, object, at],
  )
  const bounced = useMemo(() => refusals(rows, requests, { scale, at }), [rows, requests, scale, at])
  const placed = useMemo(() => placeFlags(flags, rows, scale), [flags, rows, scale])
  const newestX = rows.length === 0 ? scale.liveX : scale.x(rows.length - 1)
  return (
    <>
      <Thread hops={thread} />
      <Refusals refusals={bounced} />
      {placed.map((flag) => (
        <Flag key={`${flag.text}${flag.x}`} flag={flag} newestX={newestX} />
      ))}
    </>
  )
}

/** The writes: glyphs where they fit, else bars, with glyphs under the lens. */
function Writes({ scale, rows, at, hovered }: PartProps & { readonly hovered: number | null }) {
  const { actor } = useLab()
  const you = useStore(actor, (state) => state.name)
  const columns = useMemo(() => (scale.density === 'columns' ? verbColumns(rows, scale) : []), [rows, scale])
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
