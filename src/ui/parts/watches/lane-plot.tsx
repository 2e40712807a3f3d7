import { useMemo } from 'react'
import { useStore } from 'zustand'
import type { RevisionRow } from '#facts/fact.ts'
import { Glyph, markOf } from '#ui/kit/glyph.tsx'
import { lastIndexAt } from '#ui/model/time-cursor.ts'
import type { RailScale } from '#ui/rail/scale.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { awaitedRows, indexOfVersion } from './lane-rows.ts'
import type { Lane, LaneEvent } from './lanes-state.ts'
import styles from './watches.module.css'

interface LanePlotProps {
  readonly lane: Lane
  readonly scale: RailScale
  readonly rows: readonly RevisionRow[]
}

const height = 44
const lineY = 24

/** Height of an event's stem by its size in bytes, 3 to 13 px. */
const stemOf = (bytes: number): number => Math.min(13, 3 + Math.sqrt(bytes) / 6)

interface PlacedEvent {
  readonly event: LaneEvent
  readonly x: number
  readonly row: RevisionRow | undefined
}

function place(lane: Lane, rows: readonly RevisionRow[], scale: RailScale): readonly PlacedEvent[] {
  return lane.events.flatMap((event) => {
    const at =
      event.type === 'BOOKMARK'
        ? lastIndexAt(rows, Number(event.resourceVersion))
        : indexOfVersion(rows, event.resourceVersion)
    return at < scale.first || at >= scale.end ? [] : [{ event, x: scale.x(at), row: rows[at] }]
  })
}

/** One watch on the rail's axis: an event is drawn exactly above its revision. */
export function LanePlot({ lane, scale, rows }: LanePlotProps) {
  const you = useStore(useLab().actor, (state) => state.name)
  const placed = useMemo(() => place(lane, rows, scale), [lane, rows, scale])
  const awaited = useMemo(() => awaitedRows(lane, rows), [lane, rows])
  const open = lane.state === 'open'
  const lastAt = lastIndexAt(rows, Number(lane.lastVersion))
  const from = Math.min(...placed.map(({ x }) => x), lastAt >= scale.first ? scale.x(lastAt) : scale.liveX)
  const to = open ? scale.liveX : lastAt >= scale.first ? scale.x(lastAt) : scale.gone
  return (
    <svg
      className={styles.plot}
      width={scale.width}
      height={height}
      aria-hidden="true"
      style={{ ['--rail-ground' as string]: 'var(--surface)' }}
    >
      <rect width={Math.max(0, scale.gone)} height={height} className={styles.gone} />
      <path
        d={`M${from} ${lineY - 5}V${lineY + 5}M${from} ${lineY}H${Math.max(from, to)}`}
        className={open ? styles.lineLive : styles.lineEnded}
      />
      {awaited.length > 0 && <path d={`M${to} ${lineY}H${scale.liveX}`} className={styles.lineAwaited} />}
      {placed.map(({ event, x, row }) =>
        event.type === 'BOOKMARK' ? (
          <circle
            key={`${event.resourceVersion} ${event.timeMs} b`}
            cx={x}
            cy={lineY}
            r={3}
            className={styles.bookmark}
          />
        ) : (
          row !== undefined && (
            <g
              key={`${event.resourceVersion} ${event.namespace}/${event.name} ${event.timeMs}`}
              data-event={event.resourceVersion}
            >
              <path
                d={`M${x} ${lineY - 8}v${-stemOf(event.bytes)}`}
                className={styles.stem}
                style={{ stroke: markOf(row, you).hue }}
              />
              <Glyph mark={markOf(row, you)} x={x} y={lineY} k={0.85} rings={false} hollow={event.initial} />
            </g>
          )
        ),
      )}
      {awaited.map((row) => {
        const at = indexOfVersion(rows, String(row.revision))
        return at < scale.first || at >= scale.end ? null : (
          <Glyph key={row.revision} mark={markOf(row, you)} x={scale.x(at)} y={lineY} k={0.85} rings={false} hollow />
        )
      })}
      <path d={`M${scale.liveX} 0V${height}`} className={styles.edge} />
    </svg>
  )
}
