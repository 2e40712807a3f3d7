import { memo, type ReactNode, useMemo } from 'react'
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
import { glyphLayerOf, layerOf, lineY, lowerBand, type RailScale } from './scale.ts'

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

/** The shape at the origin: when the width of a place changes, all marks move, but no shape changes. [PF5] */
const WriteGlyph = memo(function WriteGlyph({ row, you, k, rings, ahead }: Omit<WriteMarkProps, 'x'>) {
  return <Glyph mark={markOf(row, you)} x={0} y={0} k={k} rings={rings} hollow={ahead} />
})

/** Marks that a write moves as one element. [PF5] */
function Layer({ offset, children }: { readonly offset: number; readonly children: ReactNode }) {
  return <g transform={`translate(${offset} 0)`}>{children}</g>
}

interface BelowProps extends PartProps {
  readonly nowX: number
  /** The writes whose numbers are shown below the axis. */
  readonly numbered: readonly RevisionRow[]
  readonly axis: RailScale
}

/** The marks below the line: ticks, pending deletions, snapshots of lists. */
export const Below = memo(function Below({ scale, rows, at, nowX, numbered, axis }: BelowProps) {
  const { cluster } = useLab()
  const own = useStore(cluster, (state) => state.rows)
  const tokens = useStore(cluster, (state) => state.tokens)
  const pinned = useMemo(() => pins(own, tokens.values(), axis), [own, tokens, axis])
  const layer = useMemo(() => layerOf(axis), [axis])
  const numbers = useMemo(() => ticks(numbered, layer.scale), [numbered, layer])
  const hidden = useMemo(() => pinned.map(({ x }) => x - layer.offset), [pinned, layer])
  return (
    <>
      <Layer offset={layer.offset}>
        <Ticks ticks={numbers} pins={hidden} />
      </Layer>
      <DeletionSpans scale={scale} rows={rows} at={at} nowX={nowX} />
      {pinned.map((pin, at) => (
        <PinMark key={`pin ${at}`} pin={pin} />
      ))}
    </>
  )
})

export const DeletionSpans = memo(function DeletionSpans({
  scale,
  rows,
  at,
  nowX,
}: PartProps & { readonly nowX: number }) {
  const layer = useMemo(() => layerOf(scale), [scale])
  const spans = useMemo(() => deletionSpans(rows, layer.scale, at), [rows, layer, at])
  return (
    <Layer offset={layer.offset}>
      {spans.map((span) => (
        <Span key={span.uid} span={span} nowX={nowX - layer.offset} />
      ))}
    </Layer>
  )
})

/** The thread of the selected object. */
export const ObjectThread = memo(function ObjectThread({ scale, rows, at }: PartProps) {
  const object = useStore(useLab().selection, (state) => state.object)
  const layer = useMemo(() => layerOf(scale), [scale])
  const thread = useMemo(
    () => (scale.density === 'columns' ? [] : hops(rows, layer.scale, { object, at })),
    [rows, layer, scale.density, object, at],
  )
  return (
    <Layer offset={layer.offset}>
      <Thread hops={thread} />
    </Layer>
  )
})

export const Refused = memo(function Refused({ scale, rows, at }: PartProps) {
  const requests = useStore(useLab().cluster, (state) => state.requests)
  const layer = useMemo(() => layerOf(scale), [scale])
  const bounced = useMemo(() => refusals(rows, requests, { scale: layer.scale, at }), [rows, requests, layer, at])
  return (
    <Layer offset={layer.offset}>
      <Refusals refusals={bounced} />
    </Layer>
  )
})

interface FlagsProps extends Omit<PartProps, 'at'> {
  /** Flags right of this position belong to the lower lane. */
  readonly lowerFrom?: number
}

export const Flags = memo(function Flags({ scale, rows, lowerFrom = Infinity }: FlagsProps) {
  const flags = useStore(railFlags(useLab()))
  const placed = useMemo(() => placeFlags(flags, rows, scale), [flags, rows, scale])
  const newestX = rows.length === 0 ? scale.liveX : scale.x(rows.length - 1)
  // By their order: a key with the position would make them anew with each write.
  return placed.map((flag, at) =>
    flag.x > lowerFrom ? (
      <LowerFlag key={`lower ${at}`} flag={flag} top={lowerBand.top} />
    ) : (
      <Flag key={`upper ${at}`} flag={flag} newestX={newestX} />
    ),
  )
})

interface RunProps {
  /** Some writes next to each other. */
  readonly run: readonly RevisionRow[]
  /** Index of the first of them. */
  readonly from: number
  /** The layer's axis, and what it depends on. */
  readonly axis: RailScale
  readonly pitch: number
  readonly density: RailScale['density']
  readonly you: string
  readonly hovered: number | null
  readonly at: number | null
}

/** Reports whether a run looks as before. Compared as a whole, because a write draws few of some hundred marks anew. */
const isSameRun = (one: RunProps, other: RunProps): boolean =>
  one.from === other.from &&
  one.pitch === other.pitch &&
  one.density === other.density &&
  one.you === other.you &&
  one.hovered === other.hovered &&
  one.at === other.at &&
  one.run.length === other.run.length &&
  one.run.every((row, index) => row === other.run[index])

const WriteRun = memo(function WriteRun({ run, from, axis, density, you, hovered, at }: RunProps) {
  const k = density === 'small' ? 0.62 : 1
  return run.map((row, offset) => (
    <WriteMark
      key={row.revision}
      row={row}
      x={axis.x(from + offset)}
      you={you}
      k={k}
      rings={hasRing(density, row.revision === hovered)}
      ahead={at !== null && row.revision > at}
    />
  ))
}, isSameRun)

/** Writes of one run. */
const RUN = 16

interface WritesProps extends PartProps {
  readonly hovered: number | null
  /** Height of the columns. */
  readonly heightMax?: number
}

/** The writes: glyphs where they fit, else bars, with glyphs under the lens. */
export const Writes = memo(function Writes({ scale, rows, at, hovered, heightMax }: WritesProps) {
  const { actor } = useLab()
  const you = useStore(actor, (state) => state.name)
  const columns = useMemo(
    () => (scale.density === 'columns' ? verbColumns(rows, scale, heightMax) : []),
    [rows, scale, heightMax],
  )
  const { first, end } = scale.lens ?? scale
  const layer = glyphLayerOf(scale)
  const { density } = scale
  const pitch = layer.scale.x(1)
  return (
    <>
      {columns.map(({ verb, path }) => (
        <path key={verb} d={path} fill={`var(--verb-${verb})`} />
      ))}
      <Layer offset={layer.offset}>
        {runsOf(first, end).map(({ id, from, to }) => {
          const run = rows.slice(from, to)
          const [oldest, newest] = [run[0]?.revision ?? 0, run.at(-1)?.revision ?? 0]
          const isHovered = hovered !== null && hovered >= oldest && hovered <= newest
          return (
            <WriteRun
              key={id}
              {...{ run, from, pitch, density, you }}
              axis={layer.scale}
              hovered={isHovered ? hovered : null}
              at={at === null || at >= newest ? null : Math.max(at, oldest - 1)}
            />
          )
        })}
      </Layer>
    </>
  )
})

/** Returns the runs of the writes from `first` up to `end`: a run begins at a multiple of its length. */
function runsOf(
  first: number,
  end: number,
): readonly { readonly id: number; readonly from: number; readonly to: number }[] {
  const runs = []
  for (let id = Math.floor(first / RUN); id * RUN < end; id += 1)
    runs.push({ id, from: Math.max(first, id * RUN), to: Math.min(end, (id + 1) * RUN) })
  return runs
}

const hasRing = (density: RailScale['density'], isHovered: boolean): boolean =>
  density === 'full' || density === 'columns' || (density === 'plain' && isHovered)
