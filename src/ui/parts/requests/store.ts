import type { Lab } from '#ui/lab/lab.ts'
import { partState } from '#ui/lab/part-state.ts'
import { createOwnedStore, type ReadableStore } from '#ui/model/owned-store.ts'
import type { RequestsShown } from './request-rows.ts'

export interface RequestsState {
  /** Words of the filter. */
  readonly text: string
  readonly shown: RequestsShown
  /** Loops whose requests are listed one by one. */
  readonly openLoops: ReadonlySet<string>
}

interface RequestsVerbs {
  setText(text: string): void
  /** Selects the listed subset of requests. */
  show(shown: RequestsShown): void
  toggleLoop(actor: string): void
}

const createRequests = (): ReadableStore<RequestsState> & RequestsVerbs =>
  createOwnedStore<RequestsState, RequestsVerbs>(
    { text: '', shown: 'all', openLoops: new Set() },
    ({ setState, getState }) => ({
      setText: (text) => setState({ text }),
      show: (shown) => setState({ shown }),
      toggleLoop(actor) {
        const openLoops = new Set(getState().openLoops)
        if (!openLoops.delete(actor)) openLoops.add(actor)
        setState({ openLoops })
      },
    }),
  )

export const requestsStore = (lab: Lab): ReturnType<typeof createRequests> => partState(lab, createRequests)
