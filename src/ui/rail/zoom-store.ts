import type { Lab } from '#ui/lab/lab.ts'
import { partState } from '#ui/lab/part-state.ts'
import { createOwnedStore, type ReadableStore } from '#ui/model/owned-store.ts'
import { lastIndexAt } from '#ui/model/time-cursor.ts'
import { railLanes } from '#ui/rail/lanes/lanes-store.ts'
import { type PlacedLanes, placeLanes } from '#ui/rail/lanes/lanes.ts'
import { nextZoom, type RailScale, railScale, type RailZoom, scaleOf } from './scale.ts'

/** The rail's zoom, and its measured width in pixels. */
export interface RailView {
  readonly zoom: RailZoom
  readonly width: number
}

interface RailViewVerbs {
  setZoom(zoom: RailZoom): void
  setWidth(width: number): void
}

const createRailView = (): ReadableStore<RailView> & RailViewVerbs =>
  createOwnedStore<RailView, RailViewVerbs>({ zoom: 'auto', width: 1120 }, ({ setState }) => ({
    setZoom: (zoom) => setState({ zoom }),
    setWidth: (width) => setState({ width }),
  }))

/** Returns the rail's store; watch lanes use the same width and zoom. */
export const railView = (lab: Lab): ReturnType<typeof createRailView> => partState(lab, createRailView)

/**
 * First index of the last view, kept so that a step of the cursor does not scroll the axis; and the last axis, which stays
 * the same object while it looks the same.
 */
const createLastAxis = (): { index: number; axis: RailScale | null } => ({ index: 0, axis: null })

/** Reports whether two axes place all writes alike. One with a lens moves with the cursor. */
const isSameAxis = (one: RailScale, other: RailScale): boolean =>
  one.lens === null &&
  other.lens === null &&
  one.width === other.width &&
  one.density === other.density &&
  one.step === other.step &&
  one.gone === other.gone &&
  one.first === other.first &&
  one.end === other.end

/** The lanes of the last call: placing them copies the rows of one, which is done once for each version of them. */
const createLastLanes = (): { key: readonly unknown[]; lanes: PlacedLanes | null } => ({ key: [], lanes: null })

/** Returns both lanes at their places; `null` while there is one. [RL12] */
export function currentLanes(lab: Lab): PlacedLanes | null {
  const { rows } = lab.cluster.getState()
  const { other } = railLanes(lab).getState()
  if (other === null) return null
  const last = partState(lab, createLastLanes)
  if (last.key[0] !== rows || last.key[1] !== other) {
    last.key = [rows, other]
    last.lanes = placeLanes(rows, other)
  }
  return last.lanes
}

/** Returns the axis of all lanes as it is currently drawn. */
export function currentAxis(lab: Lab): RailScale {
  const { rows, compacted } = lab.cluster.getState()
  const { at } = lab.cursor.getState()
  const { zoom, width } = railView(lab).getState()
  const count = currentLanes(lab)?.count ?? rows.length
  // The newest write of the shown lane stays in view where the other lane goes on further.
  const isBehind = rows.length > 0 && count > rows.length
  const cursor = at !== null ? Math.max(0, lastIndexAt(rows, at)) : isBehind ? rows.length - 1 : null
  const last = partState(lab, createLastAxis)
  const scale = railScale({ width, count, zoom, cursor, compacted, firstBefore: last.index })
  last.index = scale.lens === null ? scale.first : 0
  // A step of the cursor then draws only the marks between two positions, not the axis and what stands on it. [PF5]
  if (last.axis === null || !isSameAxis(last.axis, scale)) last.axis = scale
  return last.axis
}

/** Returns the axis for the writes of the cluster that the page shows. */
export function currentScale(lab: Lab): RailScale {
  const axis = currentAxis(lab)
  const { rows } = lab.cluster.getState()
  return axis.end > rows.length ? scaleOf(axis, { count: rows.length, offset: 0, from: 0 }) : axis
}

/** Shows fewer, larger writes (1), or more, smaller ones (-1). [RL3] */
export const zoomBy = (lab: Lab, by: 1 | -1): void =>
  railView(lab).setZoom(nextZoom(railView(lab).getState().zoom, currentScale(lab).step, by))

/** Shows all kept writes. */
export const zoomToFit = (lab: Lab): void => railView(lab).setZoom('auto')
