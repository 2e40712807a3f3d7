import { expect, test } from 'vitest'
import { configMapResource as resource } from '#testing/found-resources.ts'
import type { RevisionRow } from '#facts/fact.ts'
import { createObjectViewStore, toObjectView } from './object-view.ts'
import { noObjects, objectKey, withList } from './objects-state.ts'
import { createObjectsStore } from './objects.ts'
import { createTimeCursorStore, createTimeTravel, lastIndexAt, stepRevision } from './time-cursor.ts'

const rows = [3, 5, 9].map((revision) => ({ revision }) as RevisionRow)

test('[RL6] a step moves one kept write back or forward; past the newest is Live', () => {
  expect([stepRevision(rows, null, -1), stepRevision(rows, 5, -1), stepRevision(rows, 3, -1)]).toEqual([5, 3, 3])
  expect([stepRevision(rows, 3, 1), stepRevision(rows, 5, 1), stepRevision(rows, null, 1)]).toEqual([5, null, null])
})

test('[RL6] a revision without a row maps to the last row before it', () => {
  expect([1, 3, 4, 9, 100].map((revision) => lastIndexAt(rows, revision))).toEqual([-1, 0, 0, 2, 2])
})

/** A server whose answers the test gives. */
function heldAnswers() {
  const answers = new Map<number, (response: Response) => void>()
  const asked: number[] = []
  const targets: string[] = []
  const fetcher: typeof fetch = (input, init) => {
    const target = String(input)
    const at = Number(new URL(target, 'http://test').searchParams.get('at'))
    asked.push(at)
    targets.push(target)
    return new Promise((resolve, reject) => {
      answers.set(at, resolve)
      init?.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
    })
  }
  const answer = (revision: number, items: readonly object[] = [], more: object = {}) =>
    answers.get(revision)?.(new Response(JSON.stringify({ revision, items, ...more })))
  return { fetcher, asked, targets, answer }
}

test('[PF3] while the cursor moves there is one read at a time, and the last revision is shown; each is read once', async () => {
  const store = createTimeCursorStore()
  const { fetcher, asked, answer } = heldAnswers()
  const travel = createTimeTravel(store, fetcher)
  for (const revision of [5, 6, 7]) travel.travel(revision)
  expect(store.getState().at).toBe(7)
  expect(asked).toEqual([5])
  answer(5)
  await expect.poll(() => asked).toEqual([5, 7])
  expect(store.getState().shown).toBe(5)
  answer(7)
  await expect.poll(() => store.getState().shown).toBe(7)
  travel.returnToLive()
  expect(store.getState()).toEqual({ at: null, objects: null, shown: null, refused: null })
  travel.travel(7)
  await expect.poll(() => store.getState().shown).toBe(7)
  expect(asked).toEqual([5, 7])
})

test('[PF3] a read that was begun before the return to Live changes nothing', async () => {
  const store = createTimeCursorStore()
  const { fetcher, answer } = heldAnswers()
  const travel = createTimeTravel(store, fetcher)
  travel.travel(5)
  travel.returnToLive()
  answer(5)
  await new Promise((resolve) => setTimeout(resolve))

  expect(store.getState()).toEqual({ at: null, objects: null, shown: null, refused: null })
})

test('[PF3] objects that two revisions share are the same objects', async () => {
  const store = createTimeCursorStore()
  const { fetcher, answer } = heldAnswers()
  const travel = createTimeTravel(store, fetcher)
  const object = (uid: string, resourceVersion: string) => ({ metadata: { uid, resourceVersion } })
  travel.travel(5)
  answer(5, [object('a', '1'), object('b', '5')])
  await expect.poll(() => store.getState().shown).toBe(5)
  const before = store.getState().objects
  travel.travel(6)
  await expect
    .poll(() => {
      answer(6, [object('a', '1'), object('b', '6')])
      return store.getState().shown
    })
    .toBe(6)

  expect(store.getState().objects?.[0]).toBe(before?.[0])
  expect(store.getState().objects?.[1]).not.toBe(before?.[1])
})

test('[PF3] after the first revision only the difference is read, and applied to the objects of the last one', async () => {
  const store = createTimeCursorStore()
  const { fetcher, targets, answer } = heldAnswers()
  const travel = createTimeTravel(store, fetcher)
  const object = (uid: string, resourceVersion: string) => ({ metadata: { uid, resourceVersion } })
  travel.travel(9)
  answer(9, [object('a', '1'), object('b', '5'), object('c', '9')])
  await expect.poll(() => store.getState().shown).toBe(9)
  const [first] = store.getState().objects ?? []
  travel.travel(6)
  await expect.poll(() => targets).toEqual(['/debug/objects?at=9', '/debug/objects?at=6&since=9'])
  answer(6, [object('b', '4'), object('d', '3')], { since: 9, removed: ['c'] })
  await expect.poll(() => store.getState().shown).toBe(6)

  const { objects } = store.getState()
  expect(objects).toEqual([object('a', '1'), object('b', '4'), object('d', '3')])
  expect(objects?.[0]).toBe(first)
  travel.forget()
  travel.travel(6)
  await expect.poll(() => targets.at(-1)).toBe('/debug/objects?at=6')
})

test('[UI5] a compacted revision shows the server’s message and keeps the previous view', async () => {
  const store = createTimeCursorStore()
  const travel = createTimeTravel(store, async () =>
    Response.json({ kind: 'Status', message: 'the revision is compacted', code: 410 }, { status: 410 }),
  )
  travel.travel(2)
  await expect.poll(() => store.getState().refused).toBe('the revision is compacted')
  expect(store.getState().at).toBe(2)
})

test('[UI5] in the past the view has the objects of that revision, under the same kinds', () => {
  const live = withList(noObjects, resource, [{ kind: 'ConfigMap', metadata: { name: 'now', namespace: 'shop' } }])
  const past = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'then', namespace: 'shop' } }
  const view = toObjectView(live, { at: 4, objects: [past], shown: 4, refused: null })
  expect([...(view.groups.get('v1.configmaps')?.items.keys() ?? [])]).toEqual(['shop/then'])
  const back = toObjectView(live, { at: null, objects: null, shown: null, refused: null })
  expect(back.groups).toBe(live.collections)
})

test('[PF3] a view that continues the last one has each object under its own key', () => {
  const objects = createObjectsStore()
  objects.setState(withList(noObjects, resource, []))
  const cursor = createTimeCursorStore()
  const view = createObjectViewStore(objects, cursor)
  const map = (name: string, resourceVersion = '1') => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, namespace: 'shop', uid: name, resourceVersion },
  })
  const [a, b, c, d, e] = ['a', 'b', 'c', 'd', 'e'].map((name) => map(name))
  const other = { ...map('p'), kind: 'Pod' }
  const steps = [[a, b, c], [a, map('b', '2'), c], [a, other, c, d], [e, a, d], [d, a, e, b], [], [b]]
  for (const [at, step] of steps.entries()) {
    const items = step.flatMap((one) => one ?? [])
    cursor.setState({ at, objects: items, shown: at })
    const mine = items.filter(({ kind }) => kind === 'ConfigMap')
    expect([...(view.getState().groups.get(resource.id)?.items ?? [])]).toEqual(
      mine.map((object) => [objectKey(object), object]),
    )
  }
})
