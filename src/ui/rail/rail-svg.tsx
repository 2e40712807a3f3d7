import { Suspense } from 'react'
import { useStore } from 'zustand'
import type { RevisionRow } from '#facts/fact.ts'
import { lastIndexAt } from '#ui/model/time-cursor.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { numberText } from '#ui/model/words.ts'
import { CursorMark } from './cursor-mark.tsx'
import { Below, Flags, ObjectThread, Refused, Writes } from './lane-layers.tsx'
import { HoverGuide, Lens, Next, Past } from './rail-frame.tsx'
import { GoneHatch } from './rail-marks.tsx'
import { lineY, railHeight, type RailScale, twoLanesHeight, wholeBand } from './scale.ts'
import { CauseThread } from '#ui/rail/causes/cause-thread.tsx'
import { ClientMarks } from '#ui/rail/terminal/client-marks.tsx'
import type { LanesProps } from '#ui/rail/lanes/two-lanes.tsx'
import { useRailLanes } from './use-rail-scale.ts'
import { lazily } from '#ui/kit/later.tsx'

/** Only branches have a second lane. [PF6] */
const TwoLanes = lazily(async () => (await import('#ui/rail/lanes/two-lanes.tsx')).TwoLanes)

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
  const lanes = useRailLanes(scale)
  const cursorX = useCursorX(scale, rows, at)
  const props = { scale, rows, compacted, at, hovered, cursorX }
  const { width } = scale
  const height = lanes === null ? railHeight : twoLanesHeight
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true" focusable="false">
      {lanes === null ? (
        <OneLane {...props} />
      ) : (
        <Suspense fallback={null}>
          <TwoLanes {...props} lanes={lanes} />
        </Suspense>
      )}
    </svg>
  )
}

function OneLane({ scale, rows, compacted, at, hovered, cursorX }: LanesProps) {
  const { width, gone, liveX } = scale
  return (
    <>
      <Past scale={scale} at={at} cursorX={cursorX} band={wholeBand} />
      <Lens scale={scale} />
      <path d={`M${gone} ${lineY}H${cursorX}`} stroke="var(--border-2)" />
      <path d={`M${cursorX} ${lineY}H${width - 8}`} stroke="var(--border-2)" strokeDasharray="1.5 4" />
      <HoverGuide scale={scale} rows={rows} hovered={hovered} />
      <Below scale={scale} rows={rows} at={at} nowX={cursorX} numbered={rows} axis={scale} />
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
      <ObjectThread scale={scale} rows={rows} at={at} />
      <CauseThread scale={scale} rows={rows} />
      <Refused scale={scale} rows={rows} at={at} />
      <Flags scale={scale} rows={rows} />
      <ClientMarks scale={scale} rows={rows} />
      <GoneHatch scale={scale} compacted={compacted} />
      <Next width={width} revision={(rows.at(-1)?.revision ?? compacted) + 1} />
      <CursorMark scale={scale} at={at} x={cursorX} label={at === null ? 'Live' : `At ${numberText(at)}`} />
    </>
  )
}

function useCursorX(scale: RailScale, rows: readonly RevisionRow[], at: number | null): number {
  if (at === null) return scale.liveX
  const index = lastIndexAt(rows, at)
  const step = scale.lens === null ? scale.step : (scale.lens.x1 - scale.lens.x0) / 16
  return Math.min(scale.liveX, Number((scale.x(Math.max(0, index)) + step / 2).toFixed(1)))
}
