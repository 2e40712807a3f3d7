import { expect, test } from 'vitest'
import type { Room, RoomView } from './room.ts'
import { createRoomsStore } from './rooms-store.ts'

const view: RoomView = { Body: () => null, commands: [] }

test('[RM1] a room is loaded once, when it is first opened', async () => {
  let loads = 0
  const room: Room = {
    id: 'config',
    title: 'Config',
    keys: 'g c',
    load: () => {
      loads += 1
      return Promise.resolve(view)
    },
  }
  const store = createRoomsStore([room])
  const opening = store.open('config')
  expect(store.getState()).toEqual({ open: 'config', views: {}, failure: '' })
  await opening
  await store.open('lab')
  await store.open('config')
  expect(loads).toBe(1)
  expect(store.getState().views['config']).toBe(view)
})

test('[RM1] a room that cannot be loaded shows the reason, and loading can be retried', async () => {
  const answers: (() => Promise<RoomView>)[] = [
    () => Promise.reject(new Error('no network')),
    () => Promise.resolve(view),
  ]
  const room: Room = { id: 'a', title: 'A', keys: 'g a', load: () => answers.shift()?.() ?? Promise.resolve(view) }
  const store = createRoomsStore([room])
  await store.open('a')
  expect(store.getState().failure).toBe('no network')
  await store.open('a')
  expect(store.getState()).toMatchObject({ open: 'a', failure: '', views: { a: view } })
})

test('[RM1] an unknown id opens the Lab', async () => {
  const store = createRoomsStore([])
  await store.open('cellar')
  expect(store.getState().open).toBe('lab')
})
