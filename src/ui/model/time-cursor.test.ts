import { expect, test, vi } from 'vitest'
import type { RevisionRow } from '#facts/fact.ts'
import { toObjectView } from './object-view.ts'
import { noObjects, withList } from './objects-state.ts'
import { createTimeCursorStore, createTimeTravel, lastIndexAt, stepRevision } from './time-cursor.ts'

const rows = [3, 5, 9].map((revision) => ({ revision }) as RevisionRow)

test('[RL6] a step moves one kept write back or forward; past the newest is Live', () => {
  expect([stepRevision(rows, null, -1), stepRevision(rows, 5, -1), stepRevision(rows, 3, -1)]).toEqual([5, 3, 3])
  expect([stepRevision(rows, 3, 1), stepRevision(rows, 5, 1), stepRevision(rows, null, 1)]).toEqual([5, null, null])
})

test('[RL6] a revision without a row maps to the last row before it', () => {
  expect([1, 3, 4, 9, 100].map((revision) => lastIndexAt(rows, revision))).toEqual([-1, 0, 0, 2, 2])
})

test('[UI5] the latest call wins, even if an older response arrives later; each revision is read once', async () => {
  const store = createTimeCursorStore()
  const answers = new Map<string, (response: Response) => void>()
  const asked: string[] = []
  const travel = createTimeTravel(store, (input, init) => {
    asked.push(String(input))
    return new Promise((resolve, reject) => {
      answers.set(String(input), resolve)
      init?.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
    })
  })
  const answer = (revision: number) =>
    answers.get(`/debug/objects?at=${revision}`)?.(new Response(JSON.stringify({ revision, items: [] })))
  travel.travel(5)
  travel.travel(7)
  answer(5)
  answer(7)
  await vi.waitFor(() => expect(store.getState().shown).toBe(7))
  travel.returnToLive()
  expect(store.getState()).toEqual({ at: null, objects: null, shown: null, refused: null })
  travel.travel(7)
  expect([store.getState().shown, asked.length]).toEqual([7, 2])
})

test('[UI5] a compacted revision shows the server’s message and keeps the previous view', async () => {
  const store = createTimeCursorStore()
  const travel = createTimeTravel(store, async () =>
    Response.json({ kind: 'Status', message: 'the revision is compacted', code: 410 }, { status: 410 }),
  )
  travel.travel(2)
  await vi.waitFor(() => expect(store.getState().refused).toBe('the revision is compacted'))
  expect(store.getState().at).toBe(2)
})

test('[UI5] in the past the view has the objects of that revision, under the same kinds', () => {
  const resource = {
    id: 'v1.configmaps',
    group: '',
    version: 'v1',
    resource: 'configmaps',
    kind: 'ConfigMap',
    namespaced: true,
    verbs: [],
    shortNames: [],
  }
  const live = withList(noObjects, resource, [{ kind: 'ConfigMap', metadata: { name: 'now', namespace: 'shop' } }])
  const past = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'then', namespace: 'shop' } }
  const view = toObjectView(live, { at: 4, objects: [past], shown: 4, refused: null })
  expect([...(view.groups.get('v1.configmaps')?.items.keys() ?? [])]).toEqual(['shop/then'])
  const back = toObjectView(live, { at: null, objects: null, shown: null, refused: null })
  expect(back.groups).toBe(live.collections)
})
