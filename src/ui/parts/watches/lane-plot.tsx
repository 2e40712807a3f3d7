import { useStore } from 'zustand'
import type { RevisionRow } from '#facts/fact.ts'
import { Glyph, markOf } from '#ui/kit/glyph.tsx'
import { countText, numberText } from '#ui/model/words.ts'
import type { RailScale } from '#ui/rail/scale.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import type { LanePicture, PlacedEvent } from './lane-picture.ts'
import styles from './watches.module.css'

const height = 44
const lineY = 24
/** Height of an event's stem by its size in bytes, 3 to 13 px; none when the size is not known. */
const stemOf = (bytes: number): number => (bytes === 0 ? 0 : Math.min(13, 3 + Math.sqrt(bytes) / 6))

export interface LaneAxis {
  readonly scale: RailScale
  readonly rows: readonly RevisionRow[]
  /** Newest compacted revision, 0 for none. */
  readonly compacted: number
}

interface LanePlotProps {
  readonly picture: LanePicture
  readonly axis: LaneAxis
  /** True for a stream that is open. */
  readonly isOpen: boolean
  /** True for a stream that got 410: its line ends in the hatch. */
  readonly isExpired?: boolean
}

/** One watch on the rail's axis: an event is drawn exactly above its revision. */
export function LanePlot({ picture, axis: { scale, compacted }, isOpen, isExpired = false }: LanePlotProps) {
  const { events, bookmarks, earlier, later, from, to } = picture
  const isBehind = events.some(({ look }) => look === 'awaited')
  return (
    <svg
      className={styles.plot}
      width={scale.width}
      height={height}
      aria-hidden="true"
      style={{ ['--rail-ground' as string]: 'var(--surface)' }}
    >
      <Hatch scale={scale} compacted={compacted} />
      <path d={`M${scale.liveX} 0V${height}`} className={styles.edge} />
      {isExpired ? (
        <ExpiredLine end={scale.gone - 20} />
      ) : (
        <path
          d={`M${from} ${lineY - 5}V${lineY + 5}M${from} ${lineY}H${Math.max(from, to)}`}
          className={isOpen ? styles.lineLive : styles.lineEnded}
        />
      )}
      {isBehind && !isExpired && <path d={`M${to} ${lineY}H${scale.liveX}`} className={styles.lineAwaited} />}
      <Events events={events} scale={scale} />
      {bookmarks.map((x, at) => (
        // Bookmarks of one revision stand at one place.
        // oxlint-disable-next-line react/no-array-index-key
        <circle key={`${x} ${at}`} cx={x} cy={lineY} r={3} className={styles.bookmark} />
      ))}
      <Beside count={earlier} x={scale.first === 0 ? Math.max(4, scale.gone / 2 - 2) : 4} isCentred={scale.gone > 30} />
      {later > 0 && (
        <text x={scale.liveX - 6} y={lineY + 4} textAnchor="end" className={styles.beside}>
          {numberText(later)} later
        </text>
      )}
    </svg>
  )
}

/** The line of a stream whose position was compacted, broken off in the hatch. */
function ExpiredLine({ end }: { readonly end: number }) {
  if (end < 8) return null
  const cross = `M${end - 4} ${lineY - 4}l8 8M${end + 4} ${lineY - 4}l-8 8`
  return <path d={`M0 ${lineY}H${end - 5}${cross}`} className={styles.lineExpired} />
}

/** The area of expired history, as on the rail. The pattern is defined once, by {@link LaneHatch}. */
function Hatch({ scale, compacted }: { readonly scale: RailScale; readonly compacted: number }) {
  const edge = scale.gone - 4
  if (compacted === 0 || edge < 20) return null
  return (
    <>
      <rect width={edge} height={height} fill="url(#lane-gone)" />
      <path d={`M${edge} 0V${height}`} className={styles.goneEdge} />
    </>
  )
}

/** Defines the hatch that all lanes use. */
export function LaneHatch() {
  return (
    <svg className="visually-hidden" width={0} height={0} aria-hidden="true">
      <defs>
        <pattern id="lane-gone" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <path d="M0 0V5" stroke="var(--border-2)" strokeWidth={1.6} />
        </pattern>
      </defs>
    </svg>
  )
}

interface BesideProps {
  readonly count: number
  readonly x: number
  readonly isCentred: boolean
}

/** Counts the events whose revisions are left of the axis. */
function Beside({ count, x, isCentred }: BesideProps) {
  if (count === 0) return null
  const text = `${numberText(count)} older`
  const width = text.length * 5.4 + 6
  const left = isCentred ? Math.max(0, x - width / 2) : x
  return (
    <g>
      <title>{`${countText(count, 'event')} of objects that were last written before the revisions on the axis`}</title>
      <rect x={left} y={lineY - 8} width={width} height={16} rx={2} className={styles.besideGround} />
      <text x={left + 3} y={lineY + 4} className={styles.beside}>
        {text}
      </text>
    </g>
  )
}

/** The events; where the rail has columns, only those under its lens are glyphs and the rest are bars. */
function Events({ events, scale }: { readonly events: readonly PlacedEvent[]; readonly scale: RailScale }) {
  const you = useStore(useLab().actor, (state) => state.name)
  const { lens } = scale
  const isGlyph = ({ x }: PlacedEvent) => lens === null || (x >= lens.x0 && x <= lens.x1)
  const bars = events.filter((event) => !isGlyph(event))
  const k = scale.density === 'small' ? 0.6 : 0.85
  return (
    <>
      {bars.length > 0 && <path d={bars.map(({ x }) => `M${x} ${lineY - 6}v12`).join('')} className={styles.bars} />}
      {events.filter(isGlyph).map(({ x, row, look, bytes }) => (
        <g
          key={`${row.revision} ${look}`}
          data-event={look === 'awaited' ? undefined : row.revision}
          data-awaited={look === 'awaited' ? row.revision : undefined}
          opacity={look === 'awaited' ? 0.75 : undefined}
        >
          {bytes > 0 && (
            <path
              d={`M${x} ${lineY - 8}v${-stemOf(bytes)}`}
              className={styles.stem}
              style={{ stroke: markOf(row, you).hue }}
            />
          )}
          <Glyph mark={markOf(row, you)} x={x} y={lineY} k={k} rings={false} hollow={look !== 'change'} />
        </g>
      ))}
    </>
  )
}
