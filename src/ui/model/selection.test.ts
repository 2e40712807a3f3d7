import { expect, test } from 'vitest'
import type { RevisionRow } from '#facts/fact.ts'
import {
  createSelectionStore,
  isSameObject,
  isWriteOf,
  rowResourceId,
  toObjectRef,
  writeToCompare,
} from './selection.ts'

const row = { revision: 7, group: 'apps', version: 'v1', resource: 'deployments', namespace: 'shop', name: 'web' }
const write = row as RevisionRow
const web = { resourceId: 'apps.v1.deployments', namespace: 'shop', name: 'web' }
const cart = { ...web, name: 'cart' }

test('a row identifies its object in the same form as discovery', () => {
  expect(toObjectRef(write)).toEqual(web)
  expect(rowResourceId({ ...write, group: '', resource: 'pods' })).toBe('v1.pods')
  expect([isWriteOf(write, web), isWriteOf(write, cart)]).toEqual([true, false])
  expect([isSameObject(web, { ...web }), isSameObject(web, null), isSameObject(null, null)]).toEqual([
    true,
    false,
    true,
  ])
})

test('selecting a write selects its object; the same object keeps its reference', () => {
  const selection = createSelectionStore()
  selection.selectObject(web)
  selection.chooseWrite(write)
  expect(selection.getState()).toMatchObject({ revision: 7, object: web })
  expect(selection.getState().object).toBe(web)
  selection.selectObject(cart)
  selection.chooseWrite(write)
  expect(selection.getState().object).toEqual(web)
})

test('selecting an object keeps the selected revision, opening one clears it', () => {
  const selection = createSelectionStore()
  selection.chooseWrite(write)
  selection.selectObject(cart)
  expect(selection.getState().revision).toBe(7)
  selection.openObject(web)
  expect(selection.getState()).toMatchObject({ object: web, revision: null })
})

test('the hovered revision, the request and the storage key are selected independently', () => {
  const selection = createSelectionStore()
  selection.hover(3)
  selection.selectRequest(12)
  selection.selectKey('/registry/pods/shop/web')
  expect(selection.getState()).toEqual({
    object: null,
    hovered: 3,
    revision: null,
    request: 12,
    key: '/registry/pods/shop/web',
  })
})

test('[KB9] the write to compare is the chosen one, else the newest of the selected object at the cursor', () => {
  const rows = [write, { ...write, revision: 8 }, { ...write, revision: 9, name: 'cart' }]
  const none = { hovered: null, revision: null, object: web }
  const at = (change: { hovered?: number }, cursor: number | null = null) =>
    writeToCompare({ ...none, ...change }, rows, cursor)?.revision
  expect(at({})).toBe(8)
  expect(at({}, 7)).toBe(7)
  expect(at({ hovered: 9 })).toBe(9)
  expect(at({ hovered: 4 })).toBeUndefined()
  expect(writeToCompare({ ...none, object: null }, rows, null)?.revision).toBe(9)
  expect(writeToCompare({ ...none, object: { ...web, name: 'gone' } }, rows, 8)?.revision).toBe(8)
})
