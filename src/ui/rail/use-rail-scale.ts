import { useMemo } from 'react'
import { useStore } from 'zustand'
import { useLab } from '#ui/lab/use-lab.ts'
import { type RailScale, scaleOf } from './scale.ts'
import { railLanes } from '#ui/rail/lanes/lanes-store.ts'
import type { OtherLane, PlacedLanes } from '#ui/rail/lanes/lanes.ts'
import { currentAxis, currentLanes, currentScale, railView } from './zoom-store.ts'

/**
 * Returns the rail's axis for everything that is aligned with it: watch lanes draw an event exactly above its revision.
 * [RL1]
 */
export function useRailScale(): RailScale {
  const lab = useLab()
  const rows = useStore(lab.cluster, (state) => state.rows)
  const compacted = useStore(lab.cluster, (state) => state.compacted)
  const at = useStore(lab.cursor, (state) => state.at)
  const view = useStore(railView(lab))
  const { other } = useStore(railLanes(lab))
  // The axis depends on these five values only.
  // oxlint-disable-next-line react/exhaustive-deps
  return useMemo(() => currentScale(lab), [lab, rows, compacted, at, view, other])
}

/** Returns both lanes with their axis; `null` while there is one lane. Called where the scale is used too. [RL12] */
export function useRailLanes(scale: RailScale): RailLaneScales | null {
  const lab = useLab()
  return useMemo(() => {
    const lanes = currentLanes(lab)
    const { other } = railLanes(lab).getState()
    if (lanes === null || other === null) return null
    const axis = currentAxis(lab)
    return { ...lanes, other, axis, liveScale: scaleOf(axis, lanes.live), branchScale: scaleOf(axis, lanes.branch) }
    // A scale is made anew whenever the axis or a lane changes.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [lab, scale])
}

export interface RailLaneScales extends PlacedLanes {
  readonly other: OtherLane
  readonly axis: RailScale
  readonly liveScale: RailScale
  readonly branchScale: RailScale
}
