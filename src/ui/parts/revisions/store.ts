import type { Lab } from '#ui/lab/lab.ts'
import { partState } from '#ui/lab/part-state.ts'
import { createOwnedStore, type ReadableStore } from '#ui/model/owned-store.ts'
import type { ShownLane } from './lane-rows.ts'

export interface RevisionsState {
  /** Words of the filter. */
  readonly text: string
  /** Lists only writes of the selected object. */
  readonly isSelectedOnly: boolean
  /** The writes that are listed while there is a second lane. */
  readonly lane: ShownLane
}

interface RevisionsVerbs {
  setText(text: string): void
  toggleSelectedOnly(): void
  setLane(lane: ShownLane): void
  /** Clears the filters. */
  clear(): void
}

const everything: RevisionsState = { text: '', isSelectedOnly: false, lane: 'here' }

const createRevisions = (): ReadableStore<RevisionsState> & RevisionsVerbs =>
  createOwnedStore<RevisionsState, RevisionsVerbs>(everything, ({ setState }) => ({
    setText: (text) => setState({ text }),
    toggleSelectedOnly: () => setState(({ isSelectedOnly }) => ({ isSelectedOnly: !isSelectedOnly })),
    setLane: (lane) => setState({ lane }),
    clear: () => setState({ text: '', isSelectedOnly: false }),
  }))

export const revisionsStore = (lab: Lab): ReturnType<typeof createRevisions> => partState(lab, createRevisions)
