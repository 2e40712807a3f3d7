import { expect, test } from 'vitest'
import type { ApiObject } from '#api/object-meta.ts'
import { type ResourceVersion } from '#api/revision.ts'
import type { RevisionRow } from '#facts/fact.ts'
import { deletionOf, finalizersOf, letGoPatch } from './deletion.ts'

const row = (revision: number, change: Partial<RevisionRow>): RevisionRow => ({
  revision,
  resourceVersion: String(revision) as ResourceVersion,
  timeMs: revision * 1000,
  actor: 'alice',
  manager: 'node',
  verb: 'patch',
  effect: 'updated',
  group: 'apps',
  version: 'v1',
  resource: 'deployments',
  kind: 'Deployment',
  namespace: 'shop',
  name: 'web',
  uid: 'u1',
  previous: revision - 1,
  bytes: 100,
  changes: [],
  changeCount: 0,
  ...change,
})

const changed = (path: string, before: string | null = '1', after: string | null = '2') => ({ path, before, after })

const held: ApiObject = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: {
    name: 'ledger',
    uid: 'u1',
    resourceVersion: '12',
    deletionTimestamp: '2026-11-21T10:00:00Z',
    finalizers: ['shop.example/export-ledger'],
  },
}

test('[FI1] a deletion is pending while a finalizer remains, and records which were removed', () => {
  const rows = [
    row(3, { effect: 'created' }),
    row(9, { effect: 'deletion-requested', verb: 'delete', actor: 'bob' }),
    row(11, {
      effect: 'finalizer-removed',
      changes: [changed('metadata.finalizers[shop.example/release-ip]', '"shop.example/release-ip"', null)],
    }),
  ]

  expect(deletionOf(held, rows)).toEqual({
    type: 'pending',
    since: 3,
    requestedAt: 9,
    requestedMs: 9000,
    requestedBy: 'bob',
    holders: [
      { name: 'shop.example/release-ip', letGoAt: 11 },
      { name: 'shop.example/export-ledger', letGoAt: null },
    ],
  })
  expect(deletionOf(held, [...rows, row(12, { effect: 'removed', verb: 'patch' })])).toMatchObject({
    type: 'gone',
    at: 12,
  })
})

test('[FI1] an object without deletionTimestamp is live; a namespace is also held by spec.finalizers', () => {
  const live: ApiObject = {
    kind: 'Namespace',
    metadata: { name: 'shop', uid: 'u1', finalizers: ['a/b'] },
    spec: { finalizers: ['orch'] },
  }

  expect(finalizersOf(live)).toEqual(['a/b', 'orch'])
  expect(deletionOf(live, [])).toEqual({ type: 'live', since: 0, finalizers: ['a/b', 'orch'] })
})

test('[FI2] a finalizer is removed by a patch with the resourceVersion that was read', () => {
  expect(JSON.parse(letGoPatch(held, 'shop.example/export-ledger'))).toEqual({
    metadata: { resourceVersion: '12', finalizers: [] },
  })
})
