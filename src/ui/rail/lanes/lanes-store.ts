import type { Lab } from '#ui/lab/lab.ts'
import { partState } from '#ui/lab/part-state.ts'
import { createOwnedStore, type ReadableStore } from '#ui/model/owned-store.ts'
import type { OtherLane } from './lanes.ts'

/** A cluster that a lane can show. */
export interface LaneChoice {
  readonly name: string
  readonly title: string
  /** The revision up to which it is the same as the one that it left. */
  readonly forkedAt: number
}

export interface RailLanes {
  /** `null` while the page's cluster has no branch and is none. */
  readonly other: OtherLane | null
  /** Further branches, for which there is no lane. */
  readonly more: readonly LaneChoice[]
  /** Shows the other lane's cluster, or the named one, in this tab. */
  open(name?: string): void
  compare(): void
}

const noLanes: RailLanes = { other: null, more: [], open: () => undefined, compare: () => undefined }

interface LanesVerbs {
  /** Sets the second lane; `null`: none. Called by the part that has the list of clusters. */
  show(lanes: RailLanes | null): void
}

const createLanes = (): ReadableStore<RailLanes> & LanesVerbs =>
  createOwnedStore<RailLanes, LanesVerbs>(noLanes, ({ setState }) => ({
    show: (lanes) => setState(lanes ?? noLanes),
  }))

/** Returns the store of the rail's second lane. */
export const railLanes = (lab: Lab): ReturnType<typeof createLanes> => partState(lab, createLanes)

/** Reports whether the page shows the branch of the two lanes, so that its writes are drawn in the lower one. */
export const isBranchShown = (lab: Lab): boolean => railLanes(lab).getState().other?.own === 'branch'
