import { createStore, type StoreApi } from 'zustand/vanilla'

/** The store as non-owners have it: readable and subscribable, but not writable. */
export type ReadableStore<State> = Pick<StoreApi<State>, 'getState' | 'getInitialState' | 'subscribe'>

/**
 * Creates a store whose state changes only through the verbs that `verbs` returns: `setState` is not exposed.
 *
 * @example
 * const counter = createOwnedStore({ count: 0 }, ({ setState }) => ({
 *   add: (by: number) => setState(({ count }) => ({ count: count + by })),
 * }))
 */
export function createOwnedStore<State, Verbs extends object>(
  initial: State,
  verbs: (store: StoreApi<State>) => Verbs,
): ReadableStore<State> & Verbs {
  const store = createStore<State>(() => initial)
  const { getState, getInitialState, subscribe } = store
  return { getState, getInitialState, subscribe, ...verbs(store) }
}
