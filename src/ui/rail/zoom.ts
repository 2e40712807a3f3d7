import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Lab } from '#ui/lab/lab.ts'
import { partState } from '#ui/lab/part-state.ts'
import { lastIndexAt } from '#ui/model/time-cursor.ts'
import { nextZoom, type RailScale, railScale, type RailZoom } from './scale.ts'

/** What the rail itself remembers: its zoom, its width as measured, and where its view began. */
export interface RailView {
  readonly zoom: RailZoom
  readonly width: number
}

const createRailView = (): StoreApi<RailView> => createStore<RailView>(() => ({ zoom: 'auto', width: 1120 }))

/** The rail's own store; watch lanes read the same width and zoom. */
export const railView = (lab: Lab): StoreApi<RailView> => partState(lab, createRailView)

/** First index of the last view, kept so that a step of the cursor does not move the axis. */
const firstOf = new WeakMap<Lab, number>()

/** The axis as the rail draws it now. */
export function currentScale(lab: Lab): RailScale {
  const { rows, compacted } = lab.cluster.getState()
  const { at } = lab.cursor.getState()
  const { zoom, width } = railView(lab).getState()
  const cursor = at === null ? null : Math.max(0, lastIndexAt(rows, at))
  const scale = railScale({ width, count: rows.length, zoom, cursor, compacted, firstBefore: firstOf.get(lab) ?? 0 })
  firstOf.set(lab, scale.lens === null ? scale.first : 0)
  return scale
}

/** Shows fewer writes larger (1), or more of them smaller (-1). [RL3] */
export function zoomBy(lab: Lab, by: 1 | -1): void {
  const view = railView(lab)
  view.setState(({ zoom }) => ({ zoom: nextZoom(zoom, currentScale(lab).step, by) }))
}

/** Back to all that is kept. */
export const zoomToFit = (lab: Lab): void => railView(lab).setState({ zoom: 'auto' })
