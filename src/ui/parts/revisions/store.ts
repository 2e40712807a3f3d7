import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Lab } from '#ui/lab/lab.ts'
import { partState } from '#ui/lab/part-state.ts'

export interface RevisionsState {
  readonly text: string
  /** Only writes of the selected object. */
  readonly isSelectedOnly: boolean
}

const createRevisions = (): StoreApi<RevisionsState> =>
  createStore<RevisionsState>(() => ({ text: '', isSelectedOnly: false }))

export const revisionsStore = (lab: Lab): StoreApi<RevisionsState> => partState(lab, createRevisions)
