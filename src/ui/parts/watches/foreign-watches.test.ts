import { expect, test } from 'vitest'
import type { WatchInfo } from '#facts/fact.ts'
import { foreignLetters, foreignWatches, isOwnLoop, loopsByName } from './foreign-watches.ts'
import { addLane, changeLane, noLanes } from './lanes-state.ts'

const watch = (id: number, actor: string, url: string): WatchInfo => ({
  id,
  actor,
  url,
  userAgent: '',
  group: '',
  resource: 'configmaps',
  namespace: '',
  startMs: 0,
  startRevision: 1,
  deliveredRevision: 1,
  deliveredCount: 0,
  queuedCount: 0,
  bytes: 0,
  bookmarks: false,
})
const url = '/api/v1/configmaps?watch=1'
const spec = {
  name: 'mine',
  path: '/api/v1/configmaps',
  start: 'most-recent',
  resourceVersion: '',
  labelSelector: '',
  fieldSelector: '',
  bookmarks: false,
} as const

test('[WT6] watches of other clients are shown, the page’s own and those of its lanes are not', () => {
  const { lanes } = changeLane(addLane(noLanes, spec), 1, (lane) => ({ ...lane, state: 'open', openTarget: url }))
  const all = [watch(3, 'bob', url), watch(1, 'system:orchard-lab', url), watch(2, 'alice', url)]
  expect(foreignWatches(all, lanes).map(({ id }) => id)).toEqual([3])
})

test('[WT6] a lane that was cut claims no open watch', () => {
  const { lanes } = changeLane(addLane(noLanes, spec), 1, (lane) => ({ ...lane, state: 'cut', openTarget: url }))
  expect(foreignWatches([watch(2, 'alice', url)], lanes)).toHaveLength(1)
})

test('[WT9] the loops of the server are told from other clients, which have the initials of their users', () => {
  const all = [
    watch(1, 'system:serviceaccount:kube-system:namespace-controller', url),
    watch(2, 'system:apiserver', url),
    watch(3, 'bob', url),
    watch(4, 'system:serviceaccount:shop:bob', url),
    watch(5, 'system:anonymous', url),
  ]
  expect(all.filter(isOwnLoop).map(({ id }) => id)).toEqual([1, 2])
  expect([...foreignLetters(all.slice(2)).values()]).toEqual(['b', 'b2', 'a'])
})

test('[WT9] loops are listed by name, in whatever order they opened their watches', () => {
  const all = [
    watch(1, 'system:apiserver', url),
    watch(2, 'system:serviceaccount:kube-system:job-controller', url),
    watch(3, 'system:apiserver', url),
    watch(4, 'system:serviceaccount:kube-system:cronjob-controller', url),
  ]
  expect(loopsByName(all).map(({ id }) => id)).toEqual([1, 3, 4, 2])
})
