import { expect, test } from 'vitest'
import type { ApiObject } from '#api/object-meta.ts'
import { deleteWords, dependentsOf, holdersAfter, kindCounts } from './delete-effect.ts'

const object = (kind: string, metadata: ApiObject['metadata'], more: object = {}): ApiObject => ({
  apiVersion: 'v1',
  kind,
  metadata,
  ...more,
})
const web = object('Deployment', { name: 'web', namespace: 'shop', uid: 'u1' })
const replicas = object('ReplicaSet', {
  name: 'web-1',
  namespace: 'shop',
  uid: 'u2',
  ownerReferences: [{ apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', uid: 'u1' }],
})

test('[DEL1] without finalizers and dependents an object is removed at once', () => {
  const words = deleteWords({ object: web, others: [web], propagation: 'Background' })
  expect(words[0]).toBe('It has no finalizers: it is removed at once.')
  expect(words).toContain('No object names it as an owner.')
})

test('[DEL1] each propagation says what becomes of dependents, and which finalizer the server adds', () => {
  const others = [web, replicas]
  expect(dependentsOf(web, others)).toEqual([replicas])
  const dependents = (propagation: 'Background' | 'Foreground' | 'Orphan') =>
    deleteWords({ object: web, others, propagation }).join(' ')
  expect(dependents('Background')).toContain('1 object of its own (1 ReplicaSet): the garbage collector deletes them')
  expect(dependents('Foreground')).toContain('until 1 finalizer is removed: foregroundDeletion.')
  expect(dependents('Orphan')).toContain('they stay, without their owner reference')
  expect(holdersAfter(web, 'Orphan', true)).toEqual(['orphan'])
  expect(holdersAfter(web, 'Foreground', false)).toEqual([])
})

test('[DEL1] the finalizers are named; a deletion in progress says so', () => {
  const held = object('ConfigMap', { name: 'ledger', uid: 'u3', finalizers: ['a.example/x', 'a.example/y'] })
  expect(deleteWords({ object: held, others: [], propagation: 'Background' })[0]).toBe(
    'It stays readable, marked for deletion, until 2 finalizers are removed: a.example/x, a.example/y.',
  )
  const going = { ...held, metadata: { ...held.metadata, deletionTimestamp: '2026-01-01T00:00:00Z' } }
  expect(deleteWords({ object: going, others: [], propagation: 'Background' })[0]).toContain('was requested before')
})

test('[DEL1] a namespace lists what is in it, a definition its custom objects', () => {
  const shop = object('Namespace', { name: 'shop', uid: 'u4' }, { spec: { finalizers: ['kubernetes'] } })
  const words = deleteWords({ object: shop, others: [web, replicas, shop], propagation: 'Background' })
  expect(words[0]).toContain('until 1 finalizer is removed: kubernetes')
  expect(words[1]).toContain('Everything in it is deleted first: 1 Deployment, 1 ReplicaSet')

  const definition = object(
    'CustomResourceDefinition',
    { name: 'books.catalog.example', uid: 'u5' },
    { spec: { group: 'catalog.example', names: { kind: 'Book' } } },
  )
  const book = { ...object('Book', { name: 'dune', uid: 'u6' }), apiVersion: 'catalog.example/v1' }
  expect(deleteWords({ object: definition, others: [book, web], propagation: 'Background' })[1]).toBe(
    'Everything of its kind is deleted first: 1 Book. Then the kind is no longer served.',
  )
  expect(kindCounts(Array.from({ length: 6 }, (_, at) => object(`K${at}`, {})))).toBe(
    '1 K0, 1 K1, 1 K2, 1 K3, objects of 2 more kinds',
  )
})
