import type { Lab } from '#ui/lab/lab.ts'
import { partState } from '#ui/lab/part-state.ts'
import { createOwnedStore, type ReadableStore } from '#ui/model/owned-store.ts'
import { lastIndexAt } from '#ui/model/time-cursor.ts'
import { nextZoom, type RailScale, railScale, type RailZoom } from './scale.ts'

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

/** First index of the last view, kept so that a step of the cursor does not scroll the axis. */
const createLastFirst = (): { index: number } => ({ index: 0 })

/** Returns the axis as it is currently drawn. */
export function currentScale(lab: Lab): RailScale {
  const { rows, compacted } = lab.cluster.getState()
  const { at } = lab.cursor.getState()
  const { zoom, width } = railView(lab).getState()
  const cursor = at === null ? null : Math.max(0, lastIndexAt(rows, at))
  const last = partState(lab, createLastFirst)
  const scale = railScale({ width, count: rows.length, zoom, cursor, compacted, firstBefore: last.index })
  last.index = scale.lens === null ? scale.first : 0
  return scale
}

/** Shows fewer, larger writes (1), or more, smaller ones (-1). [RL3] */
export const zoomBy = (lab: Lab, by: 1 | -1): void =>
  railView(lab).setZoom(nextZoom(railView(lab).getState().zoom, currentScale(lab).step, by))

/** Shows all kept writes. */
export const zoomToFit = (lab: Lab): void => railView(lab).setZoom('auto')
