import { expect, test } from 'vitest'
import { createStore } from 'zustand/vanilla'
import type { WatchableResource } from '#ui/model/discovery.ts'
import { noObjects, type ObjectsState, withCollection } from '#ui/model/objects-state.ts'
import { customObject } from './custom-object.ts'

const books: WatchableResource = {
  id: 'catalog.example.v1.books',
  group: 'catalog.example',
  version: 'v1',
  resource: 'books',
  kind: 'Book',
  namespaced: true,
  shortNames: [],
  verbs: ['list', 'watch'],
}
const subject = { ref: { resourceId: 'v1.configmaps', namespace: 'shop', name: 'web' } }
const emma = { apiVersion: 'catalog.example/v1', kind: 'Book', metadata: { name: 'emma', namespace: 'shop' } }

test('[PQ1] a page that has just started asks for one object of a custom kind that it has not listed yet', async () => {
  const loading = withCollection(noObjects, { resource: books, state: 'loading', items: new Map() })
  const objects = createStore<ObjectsState>(() => ({ ...loading, discovered: true }))
  const asked: unknown[] = []
  const read: typeof fetch = async (target) => {
    asked.push(target)
    return Response.json({ items: [emma] })
  }
  const path = '/apis/catalog.example/v1/namespaces/shop/books/emma'
  expect(await customObject({ objects, read }, subject)).toEqual({
    path,
    apiVersion: 'catalog.example/v1',
    kind: 'Book',
    name: 'emma',
  })
  expect(asked).toEqual(['/apis/catalog.example/v1/books?limit=1'])
})

test('[PQ1] without custom kinds there is none', async () => {
  const objects = createStore<ObjectsState>(() => ({ ...noObjects, discovered: true }))
  const read = (): Promise<Response> => Promise.reject(new Error('nothing is asked'))
  expect(await customObject({ objects, read }, subject)).toBeNull()
})
