import { expect, test } from 'vitest'
import type { ApiObject } from '#api/object-meta.ts'
import { fieldOwners } from './field-owners.ts'
import { compareClusters, differenceText } from './compare-clusters.ts'

const map = (name: string, version: string, data: Record<string, string>, uid = `uid-${name}`): ApiObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace: 'shop', resourceVersion: version, uid, creationTimestamp: `t${version}` },
  data,
})

test('[BC1] objects are compared by content: different, on one side only, rewritten, the same', () => {
  const live = [
    map('a', '1', { x: '1' }),
    map('b', '5', { x: '2' }),
    map('c', '6', { x: '1', y: '1' }),
    map('d', '7', {}),
  ]
  const branch = [
    map('a', '1', { x: '1' }),
    map('b', '4', { x: '2' }),
    map('c', '5', { x: '2', y: '2' }),
    map('e', '6', {}),
  ]

  const { differing, rewritten, sameCount } = compareClusters(live, branch)

  expect(differing.map((one) => [one.name, differenceText(one, 'bookshop')])).toEqual([
    ['c', '2 fields'],
    ['d', 'only in bookshop'],
    ['e', 'only in the branch'],
  ])
  expect(rewritten.map(({ name }) => name)).toEqual(['b'])
  expect(sameCount).toBe(1)
})

test('[BC1] the same resourceVersion of both sides may name different writes', () => {
  const { differing } = compareClusters([map('a', '8', { x: '1' })], [map('a', '8', { x: '2' })])

  expect(differing.map((one) => differenceText(one, 'bookshop'))).toEqual(['data.x'])
})

test('[BC1] an object that was deleted and created again with the same content is no difference of content', () => {
  const { rewritten } = compareClusters([map('a', '8', {}, 'one')], [map('a', '9', {}, 'other')])

  expect(rewritten.map(({ name }) => name)).toEqual(['a'])
})

test('[BC1] a field is owned by the managers of the nearest field around it', () => {
  const object: ApiObject = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name: 'web',
      managedFields: [
        {
          manager: 'alice',
          operation: 'Apply',
          apiVersion: 'v1',
          fieldsV1: { 'f:spec': { 'f:containers': { 'k:{"name":"web"}': { '.': {}, 'f:image': {} } } } },
        },
        { manager: 'bot', operation: 'Update', apiVersion: 'v1', fieldsV1: { 'f:spec': { 'f:nodeName': {} } } },
      ],
    },
    spec: { nodeName: 'n1', containers: [{ name: 'web', image: 'shop:2', tty: true }] },
  }
  expect(fieldOwners(object, 'spec.containers[web].image')).toBe('alice')
  expect(fieldOwners(object, 'spec.nodeName')).toBe('bot')
  expect(fieldOwners(object, 'metadata.labels')).toBe('nobody')
  expect(fieldOwners(null, 'spec')).toBe('no such object')
})

test('[PF5] the owners of many fields of one object are computed once', () => {
  let reads = 0
  const object: ApiObject = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: {
      name: 'a',
      managedFields: [
        { manager: 'alice', operation: 'Update', apiVersion: 'v1', fieldsV1: { 'f:data': { 'f:x': {}, 'f:y': {} } } },
      ],
    },
    get data() {
      reads += 1
      return { x: '1', y: '2' }
    },
  }
  expect(fieldOwners(object, 'data.x')).toBe('alice')
  const once = reads
  expect(fieldOwners(object, 'data.y')).toBe('alice')
  expect(fieldOwners(object, 'data.z')).toBe('nobody')
  expect(reads).toBe(once)
})
