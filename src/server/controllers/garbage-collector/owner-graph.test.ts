import { expect, test } from 'vitest'
import type { ObjectFacts } from '#facts/metadata-feed.ts'
import { createOwnerGraph } from './owner-graph.ts'

const owner = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', uid: 'u-web' }

const replicaSet = (owners: ObjectFacts['owners'], isDeleting = false): ObjectFacts => ({
  path: '/apis/apps/v1/namespaces/shop/replicasets/web-1',
  apiVersion: 'apps/v1',
  kind: 'ReplicaSet',
  name: 'web-1',
  namespace: 'shop',
  uid: 'u-web-1',
  owners,
  finalizers: [],
  isDeleting,
})

test('[GC7] an owner that was found is not looked up again when its only dependent changes', () => {
  const graph = createOwnerGraph()
  expect(graph.changed(replicaSet([owner]))).toEqual([{ type: 'judge', uid: 'u-web-1', cause: 'absence' }])
  graph.sawOwner('u-web')
  expect(graph.changed(replicaSet([owner], true))).toEqual([])
  expect(graph.dependentsOf('u-web').map(({ uid }) => uid)).toEqual(['u-web-1'])
})

test('[GC7] an owner that lost its dependents is looked up for the next one', () => {
  const graph = createOwnerGraph()
  graph.changed(replicaSet([owner]))
  graph.sawOwner('u-web')
  graph.changed(replicaSet([], true))
  expect(graph.changed(replicaSet([owner]))).toEqual([{ type: 'judge', uid: 'u-web-1', cause: 'absence' }])
})

test('[GC7] an owner that was observed as its dependent names it is not looked up', () => {
  const pod = (name: string, changes: Partial<ObjectFacts['owners'][number]> = {}): ObjectFacts => ({
    ...replicaSet([{ apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web-1', uid: 'u-web-1', ...changes }]),
    path: `/api/v1/namespaces/shop/pods/${name}`,
    apiVersion: 'v1',
    kind: 'Pod',
    name,
    uid: `u-${name}`,
  })
  const graph = createOwnerGraph()
  graph.changed(replicaSet([owner]))
  expect(graph.changed(pod('other', { name: 'web-2' }))).toEqual([{ type: 'judge', uid: 'u-other', cause: 'routine' }])
  expect(graph.changed(pod('first'))).toEqual([])
  expect(graph.deleted('u-web-1').map(({ uid }) => uid)).toEqual(['u-other', 'u-first'])
  expect(graph.changed(pod('first'))).toEqual([{ type: 'judge', uid: 'u-first', cause: 'absence' }])
})
