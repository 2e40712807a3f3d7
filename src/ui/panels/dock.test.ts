import { expect, test } from 'vitest'
import type { RevisionRow, StorageStatus } from '#facts/fact.ts'
import { changeWords, shortPath } from '../controls/change-words.ts'
import { pageActor } from '../stores/api.ts'
import type { FinishedRequest } from '../stores/cluster-state.ts'
import { addressText, parseAddress } from '../shell/address.ts'
import { matchesFilter, treeRows } from './objects/object-rows.ts'
import { filterRequests, shortTarget, stageBars, waterfallMax } from './requests/request-rows.ts'
import { filterRows } from './revisions/filter-rows.ts'
import { diskText, expireEffect, rowKey } from './storage/storage-words.ts'

const row = (revision: number, more: Partial<RevisionRow> = {}) =>
  ({
    revision,
    actor: 'alice',
    manager: 'orchctl',
    verb: 'patch',
    effect: 'updated',
    group: 'apps',
    version: 'v1',
    resource: 'deployments',
    kind: 'Deployment',
    namespace: 'shop',
    name: 'web',
    changes: [],
    changeCount: 0,
    ...more,
  }) as RevisionRow
const rows = [row(1), row(2, { actor: 'bob', name: 'cart' }), row(3, { verb: 'delete', kind: 'Secret', name: 'key' })]
const found = (text: string) => filterRows(rows, { text, object: null }).map(({ revision }) => revision)

test('[DOC3] revisions stand newest first and pass all words of the filter', () => {
  expect([
    found(''),
    found('alice'),
    found('actor:bob,carol'),
    found('kind:Secret verb:delete'),
    found('nobody'),
  ]).toEqual([[3, 2, 1], [3, 1], [2], [3], []])
  const object = { resourceId: 'apps.v1.deployments', namespace: 'shop', name: 'web' }
  expect(filterRows(rows, { text: '', object }).map(({ revision }) => revision)).toEqual([1])
})

test('[DOC3] text of a filter is never a pattern', () => {
  expect(found('(a+)+$')).toEqual([])
  expect(found('constructor:x')).toEqual([])
})

test('[DOC3] a change is told by its path and two values, quiet paths last', () => {
  const changes = [
    { path: 'metadata.resourceVersion', before: '"1"', after: '"2"' },
    { path: 'spec.template.spec.containers[0].image', before: '"a:1"', after: '"a:2"' },
  ]
  expect(changeWords({ effect: 'updated', changes, changeCount: 4 })).toEqual({
    type: 'path',
    path: 'spec…image',
    before: 'a:1',
    after: 'a:2',
    more: 2,
  })
  expect(changeWords({ effect: 'created', changes: [], changeCount: 14 })).toEqual({ type: 'words', text: '14 fields' })
  expect(shortPath('spec.replicas')).toBe('spec.replicas')
})

const request = (more: Partial<FinishedRequest>) =>
  ({
    type: 'request-finished',
    id: 1,
    method: 'GET',
    url: '/api/v1/pods',
    verb: 'list',
    actor: 'alice',
    userAgent: '',
    status: 200,
    reason: '',
    durationMs: 2,
    stages: [],
    wrote: 0,
    bytesOut: 1,
    ...more,
  }) as FinishedRequest

test('[DOC4] the page’s own reads stand apart from those of people', () => {
  const all = [request({ id: 1 }), request({ id: 2, actor: pageActor }), request({ id: 3, url: '/debug/clock' })]
  expect(filterRequests(all, 'all', '').map(({ id }) => id)).toEqual([1])
  expect(filterRequests(all, 'page', '').map(({ id }) => id)).toEqual([3, 2])
})

test('[DOC4] requests are found by actor, code and path', () => {
  const all = [
    request({ id: 1 }),
    request({ id: 2, status: 409, method: 'PUT', verb: 'update' }),
    request({ id: 3, wrote: 7 }),
  ]
  expect(filterRequests(all, 'all', 'code:>=400').map(({ id }) => id)).toEqual([2])
  expect(filterRequests(all, 'refused', '').map(({ id }) => id)).toEqual([2])
  expect(filterRequests(all, 'writes', '').map(({ id }) => id)).toEqual([3])
  expect(filterRequests(all, 'all', 'path:pods method:put').map(({ id }) => id)).toEqual([2])
})

test('[DOC4] bars alternate, storage has the accent, the stage that refused is red and skipped ones are absent', () => {
  const stage = (name: string, outcome = 'passed') => ({ stage: name, startMs: 0, durationMs: 1, outcome, note: '' })
  const stages = [
    stage('routing'),
    stage('decode', 'skipped'),
    stage('authorization'),
    stage('storage'),
    stage('encode', 'refused'),
  ]
  const bars = stageBars(request({ stages: stages as FinishedRequest['stages'] }))
  expect(bars.map(({ look }) => look)).toEqual(['light', 'strong', 'storage', 'refused'])
  expect(waterfallMax([request({ durationMs: 3.1 }), request({ durationMs: 0.2 })])).toBe(4)
})

test('[DOC4] a long path is shown by its end', () => {
  expect(shortTarget('/apis/apps/v1/namespaces/shop/deployments/web')).toBe('…/namespaces/shop/deployments/web')
})

const storage = (more: Partial<StorageStatus>): StorageStatus => ({
  kind: 'indexeddb',
  state: 'open',
  published: 128,
  assigned: 128,
  compacted: 64,
  keyCount: 21,
  versionCount: 69,
  liveBytes: 1,
  historyBytes: 1,
  commits: [],
  disk: {},
  ...more,
})

test('[DOC5] the pill is green only when every write is on disk', () => {
  expect(diskText(storage({}))).toEqual({ text: 'All writes on disk at 128', isLive: true })
  expect(diskText(storage({ assigned: 131 }))).toEqual({ text: '3 writes on their way', isLive: false })
  expect(diskText(storage({ kind: 'memory' })).isLive).toBe(false)
  expect(diskText(storage({ state: 'full' })).text).toBe('Storage full')
})

test('[DOC5] Expire says before it is pressed what it would drop', () => {
  expect(expireEffect(storage({}), [])).toEqual({ to: 128, versions: 48, chains: 0 })
  expect(rowKey(row(1))).toBe('/registry/deployments.apps/shop/web')
})

test('[UI9] an address says object, moment and tabs, and reads back the same', () => {
  const address = {
    object: { resourceId: 'apps.v1.deployments', namespace: 'shop', name: 'web' },
    at: 117,
    dock: 'watches',
    work: 'diff',
    room: 'config',
  }
  expect(parseAddress(addressText(address))).toEqual(address)
  expect(addressText({ object: null, at: null, dock: 'revisions', work: 'yaml', room: 'lab' })).toBe('')
  expect(parseAddress('?rv=12x').at).toBeNull()
})

test('[UI10] the filter looks at names, labels and fields, and only at own keys', () => {
  const object = {
    kind: 'Deployment',
    metadata: { name: 'web', namespace: 'shop', labels: { app: 'web' } },
    spec: { replicas: 3 },
  }
  const yes = ['we', 'app=web', 'app', 'spec.replicas=3', 'shop', 'deploy', 'app!=cart', 'web app=web']
  const no = ['cart', 'app=cart', 'spec.replicas=4', '__proto__', 'constructor', 'spec.constructor=x', 'app!=web']
  expect(yes.map((word) => matchesFilter(object, 'Deployment', word))).toEqual(yes.map(() => true))
  expect(no.map((word) => matchesFilter(object, 'Deployment', word))).toEqual(no.map(() => false))
})

test('[UI10] kinds without objects are absent, namespaces filter, folded kinds keep their count', () => {
  const resource = (kind: string) => ({
    id: `v1.${kind}`,
    group: '',
    version: 'v1',
    resource: kind,
    kind,
    namespaced: true,
    verbs: [],
    shortNames: [],
  })
  const items = (...names: string[]) =>
    new Map(names.map((name) => [name, { metadata: { name, namespace: name === 'x' ? 'staging' : 'shop' } }]))
  const view = {
    at: null,
    discovered: true,
    groups: new Map([
      ['v1.Secret', { resource: resource('Secret'), state: 'live' as const, items: items() }],
      ['v1.Pod', { resource: resource('Pod'), state: 'live' as const, items: items('b', 'a', 'x') }],
    ]),
  }
  const tree = (more = {}) =>
    treeRows({ view, namespace: '', filter: '', closed: new Set(), ...more }).map((line) =>
      line.type === 'kind' ? `${line.resource.kind} ${line.count}` : line.object.metadata.name,
    )
  expect(tree()).toEqual(['Pod 3', 'a', 'b', 'x'])
  expect(tree({ namespace: 'staging' })).toEqual(['Pod 1', 'x'])
  expect(tree({ closed: new Set(['v1.Pod']) })).toEqual(['Pod 3'])
})
