import type { Lab } from '#ui/lab/lab.ts'
import { partState } from '#ui/lab/part-state.ts'
import { createOwnedStore, type ReadableStore } from '#ui/model/owned-store.ts'
import type { RequestsShown } from './request-rows.ts'

export interface RequestsState {
  /** Words of the filter. */
  readonly text: string
  readonly shown: RequestsShown
}

interface RequestsVerbs {
  setText(text: string): void
  /** Selects the listed subset of requests. */
  show(shown: RequestsShown): void
}

const createRequests = (): ReadableStore<RequestsState> & RequestsVerbs =>
  createOwnedStore<RequestsState, RequestsVerbs>({ text: '', shown: 'all' }, ({ setState }) => ({
    setText: (text) => setState({ text }),
    show: (shown) => setState({ shown }),
  }))

export const requestsStore = (lab: Lab): ReturnType<typeof createRequests> => partState(lab, createRequests)
