import { expect, test } from 'vitest'
import { useMemoryStorage } from '#testing/memory-storage.ts'
import { createActorStore } from './actor.ts'
import { createLayoutStore } from './layout.ts'
import { createOverlayStore } from './overlay.ts'
import { readSaved, save } from './saved.ts'

useMemoryStorage()

test('[UI6] sizes, folds and tabs are saved, the drawer of a narrow page is not', () => {
  const layout = createLayoutStore()
  layout.setSize('objects', 300)
  layout.toggleFold('inspector')
  layout.setWorkTab('diff')
  layout.setDockTab('pages')
  layout.toggleDensity()
  layout.openDrawer('objects')
  expect(createLayoutStore().getState()).toMatchObject({
    objects: 300,
    folded: { objects: false, inspector: true, dock: false },
    workTab: 'diff',
    dockTab: 'pages',
    density: 'roomy',
    drawer: null,
  })
  layout.resetSize('objects')
  expect(layout.getState().objects).toBe(288)
})

test('opening a tab of the dock unfolds the dock, selecting one does not', () => {
  const layout = createLayoutStore()
  layout.setFolded('dock', true)
  layout.setDockTab('pages')
  expect(layout.getState().folded.dock).toBe(true)
  layout.openDock('storage')
  expect(layout.getState()).toMatchObject({ dockTab: 'storage', folded: { dock: false } })
})

test('a drawer is toggled by its own button and replaced by that of another region', () => {
  const layout = createLayoutStore()
  layout.toggleDrawer('objects')
  layout.toggleDrawer('inspector')
  expect(layout.getState().drawer).toBe('inspector')
  layout.toggleDrawer('inspector')
  expect(layout.getState().drawer).toBeNull()
})

test('the actor is saved, and the token of the previous actor is dropped', () => {
  const actor = createActorStore()
  expect(actor.getState().name).toBe('alice')
  actor.choose({ name: 'ada', groups: ['dev'], token: 'abc' })
  actor.choose({ name: 'bob', groups: [] })
  expect(actor.getState()).toEqual({ name: 'bob', groups: [] })
  expect(createActorStore().getState()).toEqual({ name: 'bob', groups: [] })
})

test('one dialog is open at a time; a refusal stays until it is dismissed', () => {
  const overlay = createOverlayStore()
  overlay.open('palette')
  overlay.showRefusal('pods is forbidden')
  overlay.open('keys')
  overlay.close()
  expect(overlay.getState()).toEqual({ open: null, refusal: 'pods is forbidden' })
  overlay.dismissRefusal()
  expect(overlay.getState().refusal).toBe('')
})

test('a stored value of another shape is read as the fallback', () => {
  save('sizes', { width: 3 })
  expect(readSaved('sizes', { width: 1, height: 2 })).toEqual({ width: 3, height: 2 })
  localStorage.setItem('orchard.sizes', 'no json')
  expect(readSaved('sizes', { width: 1 })).toEqual({ width: 1 })
  localStorage.setItem('orchard.sizes', '7')
  expect(readSaved('sizes', { width: 1 })).toEqual({ width: 1 })
})

test('[UI14] the dock is folded while the window is low, which is not saved', () => {
  const layout = createLayoutStore()
  layout.setFolded('dock', false)
  layout.setLow(true)
  expect(layout.getState().folded.dock).toBe(true)
  expect(createLayoutStore().getState().folded.dock).toBe(false)
  layout.setLow(false)
  expect(layout.getState().folded.dock).toBe(false)
})
