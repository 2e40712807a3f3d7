import type { ApiObject } from '#api/object-meta.ts'
import { createOwnedStore, type ReadableStore } from '#ui/model/owned-store.ts'

export interface LastState {
  /** Names the object. */
  readonly key: string
  readonly object: ApiObject | undefined
}

interface LastStateVerbs {
  /** Records the current state of an object. Keeps the last state while the object does not exist. */
  note(key: string, object: ApiObject | undefined): void
}

export const createLastState = (): ReadableStore<LastState> & LastStateVerbs =>
  createOwnedStore<LastState, LastStateVerbs>({ key: '', object: undefined }, ({ getState, setState }) => ({
    note(key, object) {
      if (object !== undefined || getState().key !== key) setState({ key, object })
    },
  }))
