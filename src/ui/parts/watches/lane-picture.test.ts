import { expect, test } from 'vitest'
import type { RevisionRow, WatchInfo } from '#facts/fact.ts'
import { railScale } from '#ui/rail/scale.ts'
import { foreignPicture, lanePicture } from './lane-picture.ts'
import { laneWords, watchWords } from './lane-words.ts'
import { addLane, changeLane, type Lane, type LaneEvent, type LaneSpec, noLanes, withEvents } from './lanes-state.ts'

const row = (revision: number, more: Partial<RevisionRow> = {}) =>
  ({
    revision,
    group: '',
    resource: 'configmaps',
    kind: 'ConfigMap',
    namespace: 'shop',
    name: `c${revision % 3}`,
    effect: 'updated',
    verb: 'patch',
    actor: 'bob',
    ...more,
  }) as RevisionRow
const rows = Array.from({ length: 20 }, (_, at) => row(81 + at, at % 4 === 3 ? { resource: 'secrets' } : {}))
const scale = railScale({ width: 1120, count: rows.length, zoom: 'auto', cursor: null, compacted: 80, firstBefore: 0 })
const axis = { rows, scale }
const xOf = (revision: number) => scale.x(revision - 81)

const spec: LaneSpec = {
  name: '',
  path: '/api/v1/namespaces/shop/configmaps',
  start: 'most-recent',
  resourceVersion: '',
  labelSelector: '',
  fieldSelector: '',
  bookmarks: true,
}
const event = (resourceVersion: string, more: Partial<LaneEvent> = {}): LaneEvent => ({
  type: 'MODIFIED',
  resourceVersion,
  kind: 'ConfigMap',
  namespace: 'shop',
  name: 'a',
  bytes: 80,
  timeMs: 1,
  initial: false,
  ...more,
})

function laneOf(events: readonly LaneEvent[], more: Partial<Lane> = {}): Lane {
  const { lanes } = changeLane(addLane(noLanes, spec, 90), 1, (lane) => ({
    ...withEvents(lane, events, null),
    state: 'open',
    ...more,
  }))
  const [lane] = lanes
  if (lane === undefined) throw new Error('no lane')
  return lane
}

test('[WT8] every counted event of a lane has its place, or is counted as older than the axis', () => {
  const lane = laneOf([
    event('12', { type: 'ADDED', initial: true }),
    event('85', { type: 'ADDED', initial: true }),
    event('91'),
    event('91', { type: 'BOOKMARK' }),
    event('97', { type: 'DELETED' }),
  ])
  const { events, bookmarks, earlier, later, to } = lanePicture(lane, axis)
  expect(events.map(({ x, look }) => [x, look])).toEqual([
    [xOf(85), 'initial'],
    [xOf(91), 'change'],
    [xOf(97), 'change'],
  ])
  // The bookmark stands after the event of the same revision, not upon it.
  expect(bookmarks).toEqual([xOf(91) + scale.step / 2])
  expect(events.length + bookmarks.length + earlier + later).toBe(lane.eventCount)
  expect(earlier).toBe(1)
  expect(to).toBe(scale.liveX)
})

test('[WT8] a lane begins where its stream began, and an interrupted one ends at the last version it received', () => {
  const open = lanePicture(laneOf([event('94')]), axis)
  expect(open.from).toBe(xOf(90))
  const cut = lanePicture(laneOf([event('94')], { state: 'cut' }), axis)
  expect(cut.to).toBe(xOf(94))
  expect(cut.events.filter(({ look }) => look === 'awaited').map(({ row: { revision } }) => revision)).toEqual([
    95, 97, 98, 99,
  ])
})

const watch = (more: Partial<WatchInfo> = {}): WatchInfo => ({
  id: 7,
  url: '/api/v1/namespaces/shop/configmaps?watch=1&resourceVersion=90',
  actor: 'bob',
  userAgent: 'orchctl',
  group: '',
  resource: 'configmaps',
  namespace: 'shop',
  startMs: 0,
  startRevision: 90,
  deliveredRevision: 94,
  deliveredCount: 3,
  queuedCount: 0,
  bytes: 240,
  bookmarks: false,
  ...more,
})
const revisions = (info: WatchInfo, look: string) =>
  foreignPicture(info, axis)
    .events.filter((one) => one.look === look)
    .map(({ row: { revision } }) => revision)

test("[WT8] the events of another client's watch are the writes of its collection that it has read", () => {
  expect(revisions(watch(), 'change')).toEqual([91, 93, 94])
  expect(revisions(watch(), 'awaited')).toEqual([95, 97, 98, 99])
  expect(foreignPicture(watch(), axis)).toMatchObject({ earlier: 0, from: xOf(90), to: xOf(94), isExact: true })
  expect(revisions(watch({ deliveredRevision: 99 }), 'awaited')).toEqual([])
})

test("[WT8] a stream that begins with the state has its objects' last writes, those of expired history are counted", () => {
  const stated = watch({ url: '/api/v1/configmaps?watch=1', deliveredRevision: 90, deliveredCount: 5 })
  expect(revisions(stated, 'initial').toSorted()).toEqual([85, 89, 90])
  expect(foreignPicture(stated, axis).earlier).toBe(2)
})

test('[WT8] events that a label selector chose are not guessed; fields that a write states are evaluated', () => {
  const labelled = watch({ url: '/api/v1/configmaps?watch=1&resourceVersion=90&labelSelector=app%3Dweb' })
  expect(foreignPicture(labelled, axis)).toMatchObject({ events: [], earlier: 0, isExact: false })
  const named = watch({
    url: '/api/v1/configmaps?watch=1&resourceVersion=90&fieldSelector=metadata.name%3Dc1',
    deliveredRevision: 99,
  })
  expect(revisions(named, 'change')).toEqual([91, 94, 97])
})

test('[WT7] lanes on one collection are told apart by start mode, version and selectors', () => {
  const detail = (more: Partial<LaneSpec>) => laneWords({ ...spec, ...more }).detail
  expect(laneWords(spec).title).toBe('shop/configmaps')
  expect([
    detail({}),
    detail({ start: 'any' }),
    detail({ start: 'exact', resourceVersion: '41' }),
    detail({ labelSelector: 'app=web', fieldSelector: 'metadata.name=a' }),
    detail({ name: 'stock page' }),
  ]).toEqual([
    'most recent',
    'any (0)',
    'after 41',
    'most recent · app=web · metadata.name=a',
    'most recent · shop/configmaps',
  ])
  expect(watchWords(watch())).toMatchObject({ title: 'bob', detail: 'after 90 · shop/configmaps' })
})
