import { expect, test } from 'vitest'
import { finishedRequest } from '#testing/finished-request.ts'
import { configMapRow } from '#testing/revision-rows.ts'
import type { Fact, FinishedRequest, RevisionRow, WatchInfo } from '#facts/fact.ts'
import { type ClusterSnapshot, emptyCluster, loadCluster, reduceFacts } from './cluster-state.ts'

const row = (revision: number, more: Partial<RevisionRow> = {}) =>
  configMapRow(revision, { uid: 'uid-a', changeCount: 1, ...more })
const written = (...revisions: number[]): Fact[] => revisions.map((r) => ({ type: 'revision-written', row: row(r) }))
const request = (id: number): FinishedRequest => finishedRequest({ id, url: '/api', verb: 'get' })
const snapshot: ClusterSnapshot = {
  rows: [row(1), row(2), row(3)],
  published: 3,
  compacted: 0,
  requests: [],
  watches: [],
  tokens: [],
  storage: null,
  clock: null,
  controllers: [],
}
const revisions = (rows: readonly RevisionRow[]) => rows.map(({ revision }) => revision)
const watch = (id: number, deliveredRevision: number): WatchInfo => ({
  id,
  url: '/api/v1/pods?watch=1',
  actor: 'alice',
  userAgent: '',
  group: '',
  resource: 'pods',
  namespace: '',
  startMs: 0,
  startRevision: 0,
  deliveredRevision,
  deliveredCount: 0,
  queuedCount: 0,
  bytes: 0,
  bookmarks: true,
})

test('[UI2] writes that the stream delivered before the read finished are kept, once each and in order', () => {
  const early = reduceFacts(emptyCluster, written(3, 4))
  const state = loadCluster(early, snapshot)
  expect(revisions(state.rows)).toEqual([1, 2, 3, 4])
  expect(state.published).toBe(4)
  expect(state.connection).toBe('open')
})

test('[UI2] a burst of writes and other facts within one turn is applied completely', () => {
  const facts: Fact[] = [...written(4, 5), request(7), ...written(6)]
  const state = reduceFacts(loadCluster(emptyCluster, snapshot), facts)
  expect(revisions(state.rows)).toEqual([1, 2, 3, 4, 5, 6])
  expect(state.requests.map(({ id }) => id)).toEqual([7])
})

test('[UI2] compaction drops rows at and below it and keeps the last writer of each object', () => {
  const state = reduceFacts(loadCluster(emptyCluster, snapshot), [{ type: 'compacted', revision: 2, timeMs: 0 }])
  expect(revisions(state.rows)).toEqual([3])
  const all = reduceFacts(state, [{ type: 'compacted', revision: 3, timeMs: 0 }])
  expect(all.rows).toEqual([])
  expect(all.lastWrites.get('uid-a')).toEqual({ revision: 3, manager: 'orchctl', actor: 'alice' })
  expect(revisions(reduceFacts(all, written(4)).rows)).toEqual([4])
})

test('[UI2] a reset drops everything before it and keeps what follows', () => {
  const before = loadCluster(emptyCluster, snapshot)
  const state = reduceFacts(before, [...written(4), { type: 'reset', timeMs: 0 }, ...written(5)])
  expect(revisions(state.rows)).toEqual([5])
  expect(state.generation).toBe(before.generation + 1)
})

test('[UI2] an open watch is updated, a closed one leaves the open ones', () => {
  const open = reduceFacts(emptyCluster, [
    { type: 'watch-opened', watch: watch(1, 3) },
    { type: 'watch-progress', watch: watch(1, 9) },
  ])
  expect(open.watches.get(1)?.deliveredRevision).toBe(9)
  const closed = reduceFacts(open, [{ type: 'watch-closed', watch: watch(1, 9), why: 'client', timeMs: 0 }])
  expect(closed.watches.size).toBe(0)
  expect(closed.closedWatches.map(({ why }) => why)).toEqual(['client'])
})

test('[UI2] only the newest thousand requests are kept', () => {
  const facts = Array.from({ length: 1200 }, (_, id) => request(id))
  const { requests } = reduceFacts(emptyCluster, facts)
  expect([requests.length, requests[0]?.id, requests.at(-1)?.id]).toEqual([1000, 200, 1199])
})
