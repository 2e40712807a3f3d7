import type { Lab } from '#ui/lab/lab.ts'
import { partState } from '#ui/lab/part-state.ts'
import { createOwnedStore, type ReadableStore } from '#ui/model/owned-store.ts'

export interface RevisionsState {
  /** Words of the filter. */
  readonly text: string
  /** Lists only writes of the selected object. */
  readonly isSelectedOnly: boolean
}

interface RevisionsVerbs {
  setText(text: string): void
  toggleSelectedOnly(): void
  /** Clears the filters. */
  clear(): void
}

const everything: RevisionsState = { text: '', isSelectedOnly: false }

const createRevisions = (): ReadableStore<RevisionsState> & RevisionsVerbs =>
  createOwnedStore<RevisionsState, RevisionsVerbs>(everything, ({ setState }) => ({
    setText: (text) => setState({ text }),
    toggleSelectedOnly: () => setState(({ isSelectedOnly }) => ({ isSelectedOnly: !isSelectedOnly })),
    clear: () => setState(everything),
  }))

export const revisionsStore = (lab: Lab): ReturnType<typeof createRevisions> => partState(lab, createRevisions)
