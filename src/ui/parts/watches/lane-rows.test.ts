import { expect, test } from 'vitest'
import type { RevisionRow } from '#facts/fact.ts'
import { awaitedRows, collectionOf, indexOfVersion } from './lane-rows.ts'
import type { Lane } from './lanes-state.ts'

const row = (revision: number, group: string, resource: string, namespace: string) =>
  ({ revision, group, resource, namespace }) as RevisionRow
const rows = [
  row(3, '', 'pods', 'shop'),
  row(5, '', 'pods', 'staging'),
  row(8, 'apps', 'deployments', 'shop'),
  row(9, '', 'pods', 'shop'),
]
const lane = (path: string, more: Partial<Lane> = {}) =>
  ({ state: 'cut', pace: 'full', openedAt: 0, lastVersion: '3', spec: { path }, ...more }) as Lane

test('[WT3] a path names the group, the resource and the namespace that it watches', () => {
  expect(collectionOf('/api/v1/pods')).toEqual({ group: '', resource: 'pods', namespace: '' })
  expect(collectionOf('/apis/apps/v1/namespaces/shop/deployments')).toEqual({
    group: 'apps',
    resource: 'deployments',
    namespace: 'shop',
  })
  // The collection of namespaces itself, and a namespace whose name is escaped.
  expect(collectionOf('/api/v1/namespaces')).toEqual({ group: '', resource: 'namespaces', namespace: '' })
  expect(collectionOf('/api/v1/namespaces/a%20b/pods').namespace).toBe('a b')
})

test('[WT3] a cut lane is missing the later writes of its collection, an open one is missing none', () => {
  const found = (path: string, more?: Partial<Lane>) => awaitedRows(lane(path, more), rows).map((one) => one.revision)
  expect(found('/api/v1/pods')).toEqual([5, 9])
  expect(found('/api/v1/namespaces/shop/pods')).toEqual([9])
  expect(found('/apis/apps/v1/deployments')).toEqual([8])
  expect(found('/api/v1/pods', { state: 'open' })).toEqual([])
  expect(found('/api/v1/pods', { lastVersion: '' })).toEqual([])
})

test('[WT3] a version is found only if exactly this write is kept', () => {
  expect([indexOfVersion(rows, '8'), indexOfVersion(rows, '7'), indexOfVersion(rows, '1')]).toEqual([2, -1, -1])
})
