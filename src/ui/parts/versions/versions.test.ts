import { expect, test } from 'vitest'
import type { ApiObject } from '#api/object-meta.ts'
import type { DebugRequests, WatchCacheStatus } from '#facts/debug-api.ts'
import { playScenario, type SendStep } from '#record/play-scenario.ts'
import { labOnHost } from '#testing/lab-on-host.ts'
import { passTime } from '#testing/pass-time.ts'
import { startTrial, type Trial } from '#ui/trials/trial.ts'
import { type CellAnswer, eventsOf, toAnswer } from './answers.ts'
import { allAsks, type Ask, askKey, bandPath, targetOf, type Versions } from './grid.ts'
import { scenarioOfReads } from './save-test.ts'
import { readableKinds } from './kind-menu.tsx'
import { sourcesOf } from './sources.ts'
import { choiceText, readChoice } from './store.ts'
import { listAnswer } from './then-and-now.ts'

const collection = '/api/v1/namespaces/shop/configmaps'
const paths = { object: `${collection}/m0`, collection }
const actor = { name: 'alice', groups: [] }

/** A trial of a cluster with three ConfigMaps, the last of which was written after `old`. */
async function shop(): Promise<{ readonly trial: Trial; readonly old: number }> {
  const { requests, json, send } = await labOnHost()
  await send('POST', '/api/v1/namespaces', { metadata: { name: 'shop' } })
  let old = 0
  for (let n = 0; n < 3; n += 1) {
    const made: { metadata: { resourceVersion: string } } = await json('POST', collection, {
      metadata: { name: `m${n}` },
    })
    if (n === 1) old = Number(made.metadata.resourceVersion)
  }
  return { trial: await startTrial(requests), old }
}

async function ask(trial: Trial, one: Ask, versions: Versions): Promise<CellAnswer> {
  const target = targetOf(one, paths, versions)
  const exchange = await trial.send({ method: 'GET', target, body: '', contentType: '' }, actor)
  const { requests } = await trial.read<DebugRequests>('/debug/requests?limit=100')
  return toAnswer({ ask: one, exchange, total: 3 }, 0, requests)
}

/** Asks for all cells, and passes the time that a version of the future is waited for, and a watch is open. */
const askAll = (trial: Trial, versions: Versions): Promise<readonly CellAnswer[]> =>
  passTime(Promise.all(allAsks.map((one) => ask(trial, one, versions))), (body) => trial.post('/debug/clock', body))

test('[VM1] [VM2] each cell is what the server answers, with what served it', async () => {
  const { trial, old } = await shop()
  const newest = trial.at
  const versions = { unset: '', any: '0', old: String(old), future: String(newest + 72) }
  const answers = await askAll(trial, versions)
  const words = new Map(
    answers.map(({ ask: one, code, words: text, served }) => [
      askKey(one),
      code < 400 ? `${code} ${text}, ${served}` : String(code),
    ]),
  )
  const all = `at ${newest}, 3\u00a0of\u00a03`
  expect(Object.fromEntries(words)).toMatchObject({
    'get.none.unset': expect.stringMatching(/^200 object of [0-9]+, the store$/),
    'get.none.any': expect.stringMatching(/, the watch cache$/),
    'get.none.future': '504',
    'list.none.unset': `200 ${all}, the store`,
    'list.none.old': `200 ${all}, the watch cache`,
    'list.NotOlderThan.unset': '422',
    'list.Exact.any': '422',
    'list.Exact.old': `200 at ${old}, 2\u00a0of\u00a03, the history at ${old}`,
    'list.Exact.future': '504',
    'page.none.unset': `200 at ${newest}, 2\u00a0of\u00a03, the store`,
    // A list at version 0 does not read the limit.
    'page.none.any': `200 ${all}, the watch cache`,
    // With a limit and no match, exactly this version is meant.
    'page.none.old': `200 at ${old}, 2\u00a0of\u00a03, the history at ${old}`,
    'page.NotOlderThan.old': `200 at ${newest}, 2\u00a0of\u00a03, the watch cache`,
    'watch.none.unset': '200 3 ADDED, then live, the watch cache',
    'watch.none.old': '200 1 ADDED, then live, the history',
    'watch.NotOlderThan.any': '200 3 ADDED, bookmark, then live, the watch cache',
    'watch.Exact.old': '422',
  })
  expect(answers.filter(({ isOld }) => isOld).map(({ ask: one }) => askKey(one))).toEqual([
    'list.Exact.old',
    'page.none.old',
    'page.Exact.old',
    'watch.none.old',
  ])
  trial.end()
})

test('[VM3] a cache that lags answers with what it knows; a read without a version waits for it', async () => {
  const { trial, old } = await shop()
  await trial.post('/debug/watch-cache', { lagMs: 500 })
  const body = '{"metadata":{"labels":{"new":"yes"}}}'
  await trial.send({ method: 'PATCH', target: paths.object, body, contentType: 'application/merge-patch+json' }, actor)
  const { revision, newest } = await trial.read<WatchCacheStatus>('/debug/watch-cache')
  expect(revision).toBeLessThan(newest)
  const versions = { unset: '', any: '0', old: String(old), future: '' }
  const cached = await ask(trial, { verb: 'list', match: '', column: 'any' }, versions)
  const consistent = await ask(trial, { verb: 'list', match: '', column: 'unset' }, versions)
  expect(cached.words).toBe(`at ${revision}, 3\u00a0of\u00a03`)
  expect(consistent.words).toBe(`at ${newest}, 3\u00a0of\u00a03`)
  trial.end()
})

test('[VM2] a version that is gone is 410', async () => {
  const { trial, old } = await shop()
  await trial.post('/debug/compact', {})
  const answer = await ask(
    trial,
    { verb: 'list', match: 'Exact', column: 'old' },
    { unset: '', any: '0', old: String(old), future: '' },
  )
  expect(answer).toMatchObject({ code: 410, served: 'refused' })
  trial.end()
})

test('[VM1] the address restores cell, lag and version', () => {
  const choice = { cell: 'list.Exact.old', lagMs: 2000, old: 296 }
  expect(readChoice(choiceText(choice))).toEqual(choice)
  for (const text of ['', 'page.exact.old', 'nonsense~x~-1'])
    expect(readChoice(text)).toEqual({ cell: 'page.Exact.old', lagMs: 0, old: 0 })
  expect(bandPath('page', 'configmaps', 'm0')).toBe('configmaps?limit=2')
  expect(bandPath('get', 'configmaps', 'm0')).toBe('configmaps/m0')
})

test('[VM4] the saved reads hold on another server, with versions of its own', async () => {
  const { trial, old } = await shop()
  const versions = { unset: '', any: '0', old: String(old), future: String(trial.at + 72) }
  const answers = await askAll(trial, versions)
  const { read } = await labOnHost()
  const subject = {
    path: paths.object,
    object: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'm0', namespace: 'shop' } },
  }
  const scenario = await scenarioOfReads(read, subject, answers)
  const codes = scenario.steps.map((step) => step.expect.status)
  expect(codes.filter((code) => code === 504)).toHaveLength(1)
  expect(codes.length).toBeGreaterThan(20)

  const other = await labOnHost()
  await other.send('POST', '/api/v1/namespaces', { metadata: { name: 'shop' } })
  const send: SendStep = async (method, path, contentType, body) => {
    const answered = other.read(path, {
      method,
      headers: contentType === '' ? {} : { 'content-type': contentType },
      ...(body === '' ? {} : { body }),
    })
    const response = await passTime(answered, (move) => other.send('POST', '/debug/clock', move))
    const answer = (await response.json()) as { metadata?: { resourceVersion?: string } }
    return { status: response.status, version: answer.metadata?.resourceVersion ?? '' }
  }
  const problems: unknown[] = []
  for await (const played of playScenario(scenario, send)) if (played.problem !== '') problems.push(played)
  expect(problems).toEqual([])
})

const book = (name: string, resourceVersion: string, stock: number): ApiObject => ({
  metadata: { name, namespace: 'shop', resourceVersion },
  spec: { stock },
})

test('[VM5] objects of a list stand beside those of now, with the field that differs', () => {
  const items = [book('dune', '112', 43), book('emma', '99', 14), book('ulysses', '102', 2)]
  const token = btoa(JSON.stringify({ v: 'meta.k8s.io/v1', rv: 112, start: 'emma' }))
  const metadata = { resourceVersion: '112', continue: token, remainingItemCount: 3 }
  const now = new Map([
    ['dune', { kind: 'Book', ...book('dune', '128', 40) }],
    ['emma', book('emma', '99', 14)],
  ])
  const list = listAnswer({ kind: 'BookList', metadata, items }, (_namespace, name) => now.get(name))
  expect(list?.rows.map(({ name, field, old, now: live }) => [name, field, old, live])).toEqual([
    ['dune', 'stock', '43', '40'],
    ['emma', '', 'written at 99', 'the same'],
    ['ulysses', '', 'written at 102', 'deleted'],
  ])
  expect(list).toMatchObject({ resourceVersion: '112', continues: '112', token, remaining: 3, moreCount: 0 })
  expect(listAnswer(book('dune', '1', 1), () => undefined)).toBeNull()
})

test('[VM6] the menu offers the kinds that have objects, with one of the shown namespace', () => {
  const resource = (kind: string) => ({ id: kind, kind, group: '' }) as never
  const group = (kind: string, names: readonly string[]) => {
    const items = names.map((path): [string, { metadata: object }] => {
      const [namespace, name] = path.split('/')
      return [path, { metadata: { namespace, name } }]
    })
    return { resource: resource(kind), state: 'live' as const, items: new Map(items) }
  }
  const groups = new Map([
    ['v1.secrets', group('Secret', [])],
    ['v1.services', group('Service', ['default/a', 'shop/web'])],
    ['v1.namespaces', group('Namespace', ['/shop'])],
  ])
  const kinds = readableKinds({ groups: groups as never }, 'shop')
  expect(kinds.map(({ kind, count, object }) => [kind, count, object.name])).toEqual([
    ['Namespace', 1, 'shop'],
    ['Service', 2, 'web'],
  ])
})

test('[VM7] a cell lists where it could come from and which place answered; a watch its first events', () => {
  const versions = { unset: '', any: '0', old: '112', future: '200' }
  const known = { cached: 128, newest: 128, compacted: 64, versions }
  const used = (verb: Ask['verb'], column: Ask['column'], served: string, code = 200) => {
    const answer = { ask: { verb, match: '', column }, served, code } as Partial<CellAnswer> as CellAnswer
    return sourcesOf(answer, known).map(({ title, isUsed }) => (isUsed ? `${title}!` : title))
  }
  expect(used('list', 'unset', 'the store')).toEqual(['watch cache', 'store!', 'below 65'])
  expect(used('list', 'any', 'the watch cache')).toEqual(['watch cache!', 'store', 'below 65'])
  expect(used('page', 'old', 'the history at 112')).toEqual(['watch cache', 'history at 112!', 'below 65'])
  expect(used('watch', 'old', 'the history')).toEqual(['watch cache', 'history after 112!', 'below 65'])
  expect(used('page', 'old', 'refused', 410)).toEqual(['watch cache', 'history at 112', 'below 65!'])
  const event = (type: string, metadata: object) => JSON.stringify({ type, object: { metadata } })
  const text = [event('ADDED', { name: 'dune', resourceVersion: '99' }), event('BOOKMARK', { resourceVersion: '128' })]
  expect(eventsOf(`${text.join('\n')}\n`)).toEqual([
    { type: 'ADDED', name: 'dune', version: '99' },
    { type: 'BOOKMARK', name: '', version: '128' },
  ])
})
