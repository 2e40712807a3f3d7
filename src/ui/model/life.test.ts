import { expect, test } from 'vitest'
import { configMapRow } from '#testing/revision-rows.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { RevisionRow } from '#facts/fact.ts'
import { finalizersOf, type LifeInput, lifeOf, revisionState, writesOf } from './life.ts'
import { absenceWords, unservedWords } from './life-words.ts'

const row = (revision: number, change: Partial<RevisionRow>) => configMapRow(revision, { name: 'ledger', ...change })

const ref = { resourceId: 'v1.configmaps', namespace: 'shop', name: 'ledger' }
const released = (name: string) => [{ path: `metadata.finalizers[${name}]`, before: JSON.stringify(name), after: null }]

const live: ApiObject = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'ledger', uid: 'u1', resourceVersion: '8', finalizers: ['shop.example/a', 'shop.example/b'] },
}
const held: ApiObject = {
  ...live,
  metadata: { ...live.metadata, deletionTimestamp: '2026-11-21T10:00:00Z', finalizers: ['shop.example/b'] },
}

const created = row(3, { effect: 'created', verb: 'create' })
const requested = row(9, { effect: 'deletion-requested', verb: 'delete', actor: 'bob' })
const first = row(11, { effect: 'finalizer-removed', changes: released('shop.example/a') })
const removal = row(14, { effect: 'removed', verb: 'patch', changes: released('shop.example/b') })

const input = (change: Partial<LifeInput>): LifeInput => ({
  ref,
  present: undefined,
  last: undefined,
  writes: [],
  at: null,
  compacted: 0,
  published: 20,
  isRead: true,
  ...change,
})
const lifeAt = (change: Partial<LifeInput>) => lifeOf(input(change))
const wordsAt = (change: Partial<LifeInput>) =>
  absenceWords(lifeAt(change), { what: 'ConfigMap ledger', ...input(change) })

test('[LF1] an object without deletionTimestamp is live, also when an earlier object of its name was removed', () => {
  const again = { ...live, metadata: { ...live.metadata, uid: 'u2' } }
  expect(lifeAt({ present: live, writes: [created] })).toMatchObject({ type: 'live', since: 3 })
  expect(lifeAt({ present: again, writes: [created, removal] })).toMatchObject({ type: 'live', since: 0 })
})

test('[FI1] a deletion is pending while a finalizer remains, and records which were removed', () => {
  expect(lifeAt({ present: held, writes: [created, requested, first] })).toEqual({
    type: 'terminating',
    object: held,
    since: 3,
    requested: { at: 9, timeMs: 9000, by: 'bob' },
    holders: [
      { name: 'shop.example/a', letGoAt: 11 },
      { name: 'shop.example/b', letGoAt: null },
    ],
  })
})

test('[FI1] a removed object keeps its whole story: both finalizers, the request and its revisions', () => {
  const life = lifeAt({ writes: [created, requested, first, removal], last: held })
  expect(life).toMatchObject({
    type: 'gone',
    since: 3,
    requested: { at: 9, by: 'bob' },
    holders: [
      { name: 'shop.example/a', letGoAt: 11 },
      { name: 'shop.example/b', letGoAt: 14 },
    ],
    last: held,
  })
  expect(wordsAt({ writes: [created, removal] })).toBe('ConfigMap ledger was removed at 14 by alice.')
})

test('[LF1] the log can be ahead of the watch: a removed object is gone although it is still listed', () => {
  expect(lifeAt({ present: held, writes: [created, requested, removal] }).type).toBe('gone')
  expect(lifeAt({ writes: [created] }).type).toBe('unknown')
  expect(lifeAt({ isRead: false }).type).toBe('unknown')
})

test('[LF1] after its history has expired a gone object is neither live nor terminating', () => {
  expect(lifeAt({ last: held, compacted: 19 })).toEqual({ type: 'expired', last: held })
  expect(wordsAt({ last: held, compacted: 19 })).toBe(
    'ConfigMap ledger is gone, and the history of its removal has expired.',
  )
})

test('[LF1] a name without any kept write never existed in the kept history', () => {
  expect(lifeAt({})).toEqual({ type: 'never', createdAt: null })
  expect(wordsAt({})).toBe('ConfigMap ledger does not exist.')
  expect(wordsAt({ compacted: 5 })).toContain('kept from 6, has no write of it')
  expect(wordsAt({ at: 2, writes: [created] })).toBe('ConfigMap ledger did not exist at 2. It was created at 3.')
})

test('[LF1] an object of a kind that is not served is not there because of its kind', () => {
  expect(unservedWords('v1.pots')).toBe('The server has no pots of v1.')
  expect(unservedWords('catalog.example.v1.books')).toBe('The server has no books of catalog.example/v1.')
  expect(unservedWords('nonsense')).toBe(
    'The server has no nonsense: a resource is named with its version, such as v1.pods.',
  )
})

test('[LF1] a revision that is not written yet, or that has expired, cannot be read', () => {
  const history = { compacted: 5, published: 20 }
  expect([5, 6, 20, 21].map((at) => revisionState(at, history))).toEqual(['expired', 'kept', 'kept', 'future'])
  expect(wordsAt({ at: 99999, published: 298 })).toBe('Revision 99\u2009999 is not written yet; the newest is 298.')
  expect(wordsAt({ at: 4, ...history })).toBe('Revision 4 has expired: history is kept from 6.')
})

test('[LF1] at a past revision the state is that of the revision', () => {
  const writes = [created, requested, first, removal]
  expect(lifeAt({ at: 5, present: live, writes }).type).toBe('live')
  expect(lifeAt({ at: 12, present: held, writes })).toMatchObject({ type: 'terminating', requested: { at: 9 } })
  expect(lifeAt({ at: 15, writes }).type).toBe('gone')
})

test('[FI1] a namespace is also held by spec.finalizers', () => {
  const namespace: ApiObject = {
    kind: 'Namespace',
    metadata: { name: 'shop', uid: 'u1', finalizers: ['a/b'] },
    spec: { finalizers: ['orch'] },
  }
  expect(finalizersOf(namespace)).toEqual(['a/b', 'orch'])
})

test('[UI2] the writes of a name are found again only among new rows', () => {
  const rows = [created, row(4, { name: 'other' })]
  const writes = writesOf(ref, rows)
  expect(writes).toEqual([created])
  const known = { rows, writes }
  expect(writesOf(ref, [...rows, row(5, { name: 'other' })], known)).toBe(writes)
  expect(writesOf(ref, [...rows, requested], known)).toEqual([created, requested])
  // After a compaction the first rows are gone.
  expect(writesOf(ref, [requested], known)).toEqual([requested])
})
