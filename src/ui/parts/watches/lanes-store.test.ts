import { expect, test, vi } from 'vitest'
import { createLanes } from './lanes-store.ts'
import {
  addLane,
  laneLetter,
  type LaneSpec,
  laneTarget,
  noLanes,
  relisted,
  restoredLanes,
  type SavedLane,
  savedLanes,
  withEvents,
} from './lanes-state.ts'

const spec: LaneSpec = {
  name: 'stock page',
  path: '/api/v1/namespaces/shop/configmaps',
  start: 'most-recent',
  resourceVersion: '',
  labelSelector: '',
  fieldSelector: '',
  bookmarks: true,
}

const line = (type: string, resourceVersion: string, name = 'a') =>
  `${JSON.stringify({ type, object: { kind: 'ConfigMap', metadata: { name, namespace: 'shop', resourceVersion } } })}\n`

const expired = {
  kind: 'Status',
  apiVersion: 'v1',
  metadata: {},
  status: 'Failure',
  reason: 'Expired',
  code: 410,
  message: 'too old',
}

/** A server whose streams the test feeds; `urls` are the requests in order. */
function startStreams() {
  const urls: string[] = []
  const feeds: ReadableStreamDefaultController<Uint8Array>[] = []
  const answer: typeof fetch = async (input) => {
    urls.push(String(input))
    if (!String(input).includes('watch=1')) return Response.json({ metadata: { resourceVersion: '90' }, items: [] })
    return new Response(new ReadableStream<Uint8Array>({ start: (controller) => void feeds.push(controller) }))
  }
  const send = (at: number, text: string) => feeds[at]?.enqueue(new TextEncoder().encode(text))
  return { urls, feeds, send, lanes: createLanes(answer, { now: () => 7 }) }
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 0))

test('[WT2] the three start modes become the three forms of resourceVersion', () => {
  const target = (change: Partial<LaneSpec>) => {
    const [lane] = addLane(noLanes, { ...spec, ...change }).lanes
    return lane && laneTarget(lane)
  }

  expect(target({})).toBe('/api/v1/namespaces/shop/configmaps?watch=1&allowWatchBookmarks=true')
  expect(target({ start: 'any', bookmarks: false })).toContain('?watch=1&resourceVersion=0')
  expect(target({ start: 'exact', resourceVersion: '41', labelSelector: 'app=web' })).toContain(
    'resourceVersion=41&allowWatchBookmarks=true&labelSelector=app%3Dweb',
  )
})

test('[WT1] events are added to the lane and advance its last version, an ERROR 410 expires it', () => {
  const [lane] = addLane(noLanes, spec).lanes
  if (lane === undefined) throw new Error('no lane')
  const event = {
    type: 'ADDED',
    resourceVersion: '12',
    kind: 'ConfigMap',
    namespace: 'shop',
    name: 'a',
    bytes: 80,
    timeMs: 1,
    initial: false,
  } as const
  const after = withEvents(lane, [event], null)

  expect(after).toMatchObject({ eventCount: 1, bytes: 80, lastVersion: '12' })
  expect(
    withEvents(after, [{ ...event, type: 'ERROR', resourceVersion: '' }], {
      ...expired,
      kind: 'Status',
      apiVersion: 'v1',
      status: 'Failure',
    }),
  ).toMatchObject({
    state: 'expired',
    eventCount: 1,
    lastVersion: '12',
  })
})

test('[WT3] a cut lane resumes after the last version it saw', async () => {
  const { urls, send, lanes } = startStreams()
  lanes.open(spec)
  await settled()
  send(0, line('ADDED', '12') + line('BOOKMARK', '15'))
  await settled()

  lanes.cut(1)
  await settled()
  expect(lanes.store.getState().lanes[0]).toMatchObject({ state: 'cut', lastVersion: '15', eventCount: 2 })
  lanes.resume(1)
  await settled()

  expect(urls[1]).toContain('resourceVersion=15')
  expect(lanes.store.getState().lanes[0]).toMatchObject({ state: 'open', openings: 2 })
})

test('[WT4] an expired lane lists again and watches from the list', async () => {
  const { urls, send, lanes } = startStreams()
  lanes.open({ ...spec, start: 'exact', resourceVersion: '3' })
  await settled()
  send(0, `${JSON.stringify({ type: 'ERROR', object: expired })}\n`)
  await settled()
  expect(lanes.store.getState().lanes[0]).toMatchObject({ state: 'expired', status: { message: 'too old' } })

  lanes.listAgain(1)
  await settled()
  await settled()

  expect(urls.at(-1)).toContain('resourceVersion=90')
  expect(lanes.store.getState().lanes[0]).toMatchObject({ state: 'open', lastVersion: '90' })
})

test('[WT5] letters continue with A2 after Z', () => {
  expect([1, 26, 27, 53].map(laneLetter)).toEqual(['A', 'Z', 'A2', 'A3'])
  const [lane] = addLane(noLanes, spec).lanes
  expect(lane && relisted(lane, '9').events).toEqual([])
})

test('[WT11] a client that stops after some events falls behind, and resumes after the last of them', async () => {
  const { urls, feeds, send, lanes } = startStreams()
  lanes.open({ ...spec, start: 'exact', resourceVersion: '40' }, 2)
  await settled()
  send(0, line('ADDED', '41') + line('MODIFIED', '43') + line('MODIFIED', '47'))
  await settled()
  expect(lanes.store.getState().lanes[0]).toMatchObject({ state: 'cut', lastVersion: '43', eventCount: 2 })

  lanes.resume(1)
  await settled()
  expect(urls.at(-1)).toContain('resourceVersion=43')
  expect(feeds).toHaveLength(2)
})

test('[WT11] lanes survive a reload: an open one goes on, a stopped and an expired one stay what they were', async () => {
  const first = startStreams()
  first.lanes.open(spec)
  first.lanes.open({ ...spec, start: 'exact', resourceVersion: '40' }, 1)
  first.lanes.open({ ...spec, start: 'exact', resourceVersion: '1' })
  await settled()
  first.send(0, line('ADDED', '50'))
  first.send(1, line('ADDED', '41'))
  first.send(2, `${JSON.stringify({ type: 'ERROR', object: expired })}\n`)
  await settled()
  const kept = JSON.parse(JSON.stringify(savedLanes(first.lanes.store.getState().lanes))) as readonly SavedLane[]

  const urls: string[] = []
  const answer: typeof fetch = async (input) => {
    urls.push(String(input))
    return new Response(new ReadableStream<Uint8Array>())
  }
  const second = createLanes(answer, { restored: restoredLanes(kept) })
  expect(urls).toEqual([])
  second.reopen()
  await settled()
  expect(urls).toEqual([expect.stringContaining('resourceVersion=50')])
  expect(second.store.getState().lanes.map(({ letter, state }) => [letter, state])).toEqual([
    ['A', 'open'],
    ['B', 'cut'],
    ['C', 'expired'],
  ])
})

test('[WT12] a frozen client reads nothing until it goes on, and its connection can break in an event', async () => {
  const { send, lanes } = startStreams()
  lanes.open(spec)
  await settled()
  const lane = () => lanes.store.getState().lanes[0]
  send(0, line('ADDED', '10'))
  await vi.waitFor(() => expect(lane()?.eventCount).toBe(1))

  lanes.setPace(1, 'frozen')
  send(0, line('MODIFIED', '11') + line('MODIFIED', '12'))
  await settled()
  expect(lane()).toMatchObject({ eventCount: 1, lastVersion: '10', state: 'open', pace: 'frozen' })
  lanes.setPace(1, 'full')
  await vi.waitFor(() => expect(lane()).toMatchObject({ eventCount: 3, lastVersion: '12' }))

  lanes.cutAt(1, 20)
  send(0, line('MODIFIED', '13'))
  await vi.waitFor(() =>
    expect(lane()).toMatchObject({ state: 'cut', discarded: 20, eventCount: 3, lastVersion: '12' }),
  )
})

test('[WT12] a slow client takes one event per second', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const { send, lanes } = startStreams()
    lanes.open(spec)
    lanes.setPace(1, 'slow')
    await vi.advanceTimersByTimeAsync(0)
    send(0, line('ADDED', '10') + line('MODIFIED', '11'))
    const count = () => lanes.store.getState().lanes[0]?.eventCount
    await vi.advanceTimersByTimeAsync(999)
    expect(count()).toBe(0)
    await vi.advanceTimersByTimeAsync(1)
    expect(count()).toBe(1)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(count()).toBe(2)
  } finally {
    vi.useRealTimers()
  }
})
