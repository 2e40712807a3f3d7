import { expect, test } from 'vitest'
import { createOwnedStore } from './owned-store.ts'

test('an owned store changes only through its verbs, and notifies its subscribers', () => {
  const store = createOwnedStore({ count: 1 }, ({ getState, setState }) => ({
    add: (by: number) => setState({ count: getState().count + by }),
  }))
  const seen: number[] = []
  const stop = store.subscribe(({ count }, before) => seen.push(before.count, count))
  store.add(2)
  stop()
  store.add(4)
  expect(seen).toEqual([1, 3])
  expect([store.getState().count, store.getInitialState().count]).toEqual([7, 1])
  expect(store).not.toHaveProperty('setState')
})
