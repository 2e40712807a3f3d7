import { expect, test } from 'vitest'
import { createRoomsStore, openRoom, type Room, type RoomView } from './room.ts'

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
  const store = createRoomsStore()
  const opening = openRoom(store, [room], 'config')
  expect(store.getState()).toEqual({ open: 'config', views: {}, failure: '' })
  await opening
  await openRoom(store, [room], 'lab')
  await openRoom(store, [room], 'config')
  expect(loads).toBe(1)
  expect(store.getState().views['config']).toBe(view)
})

test('[RM1] a room that can not be loaded says why, and can be tried again', async () => {
  const answers: (() => Promise<RoomView>)[] = [
    () => Promise.reject(new Error('no network')),
    () => Promise.resolve(view),
  ]
  const room: Room = { id: 'a', title: 'A', keys: 'g a', load: () => answers.shift()?.() ?? Promise.resolve(view) }
  const store = createRoomsStore()
  await openRoom(store, [room], 'a')
  expect(store.getState().failure).toBe('no network')
  await openRoom(store, [room], 'a')
  expect(store.getState()).toMatchObject({ open: 'a', failure: '', views: { a: view } })
})

test('[RM1] an unknown name opens the Lab', async () => {
  const store = createRoomsStore()
  await openRoom(store, [], 'cellar')
  expect(store.getState().open).toBe('lab')
})
