import type { RevisionRow } from '#facts/fact.ts'
import { numberText } from '#ui/model/words.ts'
import { CursorMark, LiveEdge } from '#ui/rail/cursor-mark.tsx'
import { ForkJoin, forkX } from './fork-marks.tsx'
import { Below, DeletionSpans, Flags, ObjectThread, type PartProps, Refused, Writes } from '#ui/rail/lane-layers.tsx'
import { HoverGuide, Lens, Next, Past } from '#ui/rail/rail-frame.tsx'
import { GoneHatch } from '#ui/rail/rail-marks.tsx'
import { ClientMarks } from '#ui/rail/terminal/client-marks.tsx'
import { lineY, lowerBand, lowerLineY, railHeight, twoLanesHeight, wholeBand } from '#ui/rail/scale.ts'
import type { RailLaneScales } from '#ui/rail/use-rail-scale.ts'

/** Input for the drawing of a rail, with one lane or two. */
export interface LanesProps extends PartProps {
  readonly compacted: number
  readonly hovered: number | null
  readonly cursorX: number
}

const lowerBy = lowerLineY - lineY
/** Height of the columns in the lower lane. */
const lowerColumns = 14

/** The lane that contains the cursor, and the position from which each lane is drawn as the future. */
function cursorOf({ other, forkIndex }: RailLaneScales, at: number | null) {
  const isBranch = other.own === 'branch'
  const isAfterFork = at === null || at > other.forkedAt
  return {
    isBranch,
    // A cursor in what both share stands in the upper lane.
    isLower: isBranch && (isAfterFork || forkIndex < 0),
    liveAt: isBranch && isAfterFork ? null : at,
    branchAt: isBranch ? at : null,
  }
}

/**
 * Two lanes on one axis: the cluster above, the branch below from the fork on. The lane that the page shows has the
 * filled tab, its watches, refused writes and prompts; the other one has an outline. [RL12]
 */
export function TwoLanes(props: LanesProps & { readonly lanes: RailLaneScales }) {
  const { lanes, scale, rows, compacted, at, hovered, cursorX } = props
  const { axis, liveScale } = lanes
  const { isBranch, isLower, branchAt } = cursorOf(lanes, at)
  const band = isLower ? lowerBand : wholeBand
  const shownLabel = isBranch ? 'Here' : 'Live'
  return (
    <>
      <Past scale={scale} at={at} cursorX={cursorX} band={band} />
      <Lens scale={axis} height={twoLanesHeight} />
      <path d={`M0 ${railHeight + 0.5}H${axis.width}`} stroke="var(--border)" />
      <HoverGuide scale={scale} rows={rows} hovered={hovered} height={twoLanesHeight} />
      <UpperLane {...props} />
      <LowerLane lanes={lanes} at={branchAt} hovered={isBranch ? hovered : null} />
      <g transform={isBranch ? `translate(0 ${lowerBy})` : undefined}>
        <Refused scale={scale} rows={rows} at={at} />
        <ClientMarks scale={scale} rows={rows} />
      </g>
      <Flags scale={scale} rows={rows} lowerFrom={isBranch ? (forkX(lanes) ?? 0) : Infinity} />
      <GoneHatch scale={scale} compacted={compacted} height={twoLanesHeight} />
      {isBranch && <LiveEdge x={liveScale.liveX} width={axis.width} />}
      <CursorMark
        scale={scale}
        at={at}
        x={cursorX}
        label={at === null ? shownLabel : `At ${numberText(at)}`}
        band={band}
        isBranch={isBranch}
      />
    </>
  )
}

/** Draws the upper lane: the shared writes, the cluster's own writes after the fork, and the axis. */
function UpperLane({ lanes, rows, compacted, at, hovered }: LanesProps & { readonly lanes: RailLaneScales }) {
  const { live, other, axis, liveScale } = lanes
  const { isBranch, liveAt } = cursorOf(lanes, at)
  const { width, gone } = axis
  const end = liveScale.liveX
  const newest = Math.max(live.rows.at(-1)?.revision ?? 0, compacted, isBranch ? other.published : 0)
  return (
    <>
      <path d={`M${gone} ${lineY}H${end}`} stroke="var(--border-2)" />
      <path d={`M${end} ${lineY}H${width - 8}`} stroke="var(--border-2)" strokeDasharray="1.5 4" />
      <ForkJoin lanes={lanes} />
      <Below
        scale={liveScale}
        rows={live.rows}
        at={liveAt}
        nowX={end}
        numbered={numberedRows(lanes, rows)}
        axis={axis}
      />
      <Writes scale={liveScale} rows={live.rows} at={liveAt} hovered={isBranch ? null : hovered} />
      <ObjectThread scale={liveScale} rows={live.rows} at={liveAt} />
      <Next width={width} revision={newest + 1} />
    </>
  )
}

/** The longer list has a number for each place of the axis. */
const numberedRows = ({ live, branch }: RailLaneScales, rows: readonly RevisionRow[]): readonly RevisionRow[] =>
  live.offset === 0 && live.count >= branch.offset + branch.count ? live.rows : rows

interface LowerLaneProps {
  readonly lanes: RailLaneScales
  readonly at: number | null
  readonly hovered: number | null
}

/** The branch's own writes. */
function LowerLane({ lanes: { branch, branchScale }, at, hovered }: LowerLaneProps) {
  return (
    <g transform={`translate(0 ${lowerBy})`}>
      <DeletionSpans scale={branchScale} rows={branch.rows} at={at} nowX={branchScale.liveX} />
      <Writes scale={branchScale} rows={branch.rows} at={at} hovered={hovered} heightMax={lowerColumns} />
    </g>
  )
}
