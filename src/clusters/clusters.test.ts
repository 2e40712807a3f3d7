import { expect, test } from 'vitest'
import type { ClusterInfo, DebugClusters } from '#facts/clusters-api.ts'
import { startHost } from '#testing/memory-clusters.ts'
import type { StoredCluster } from './cluster-host.ts'
import { tooManyDeleted } from './cluster-limits.ts'
import { checkTitle } from './cluster-title.ts'
import { clusterName } from './cluster-name.ts'
import { splitClusterPath } from './cluster-path.ts'

const configMap = (name: string) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } })
const maps = '/api/v1/namespaces/default/configmaps'

test('[MC1] names of clusters are DNS labels made from titles, and unique', () => {
  expect(clusterName('Tuesday class!', new Set())).toBe('tuesday-class')
  expect(clusterName('Tuesday class', new Set(['tuesday-class', 'tuesday-class-2']))).toBe('tuesday-class-3')
  expect(clusterName('…', new Set())).toBe('cluster')
  expect(clusterName('x'.repeat(63), new Set()).length).toBe(40)
})

test('[MC1] a title has a visible character and no control characters', () => {
  for (const title of ['Tuesday', 'ünï', '👩‍👩‍👧', ' a ']) expect(checkTitle(title)).toBe(title)
  for (const title of ['\0\0', 'a\0', 'a\tb', '\u200b\u200b', '\ud800'])
    expect(() => checkTitle(title), JSON.stringify(title)).toThrow('at least one visible character')
  for (const title of ['', ' ', 'x'.repeat(64)]) expect(() => checkTitle(title)).toThrow('between 1 and 63')
})

test('[MC2] a path names its cluster by the prefix /clusters/NAME', () => {
  expect(splitClusterPath('/clusters/a/api/v1?limit=1')).toEqual({ cluster: 'a', rest: '/api/v1?limit=1' })
  expect(splitClusterPath('/clusters/a')).toEqual({ cluster: 'a', rest: '/' })
  expect(splitClusterPath('/clusters/a?x')).toEqual({ cluster: 'a', rest: '/?x' })
  expect(splitClusterPath('/clusters/')).toBeNull()
  expect(splitClusterPath('/clustersx/a/api')).toBeNull()
  expect(splitClusterPath('/api/clusters/a')).toBeNull()
})

test('[MC2] prefix and header select a cluster, other paths the oldest one; an unknown name is 404', async () => {
  const { send, json } = await startHost()
  const made: ClusterInfo = await json('POST', '/debug/clusters', { title: 'Tuesday', from: { type: 'empty' } })
  expect(made).toMatchObject({ name: 'tuesday', title: 'Tuesday', isOpen: true, isDefault: false })

  expect((await send('POST', `/clusters/tuesday${maps}`, configMap('a'))).status).toBe(201)

  expect((await send('GET', `/clusters/tuesday${maps}/a`)).status).toBe(200)
  expect((await send('GET', `${maps}/a`, undefined, { 'x-orchard-cluster': 'tuesday' })).status).toBe(200)
  expect((await send('GET', `${maps}/a`)).status).toBe(404)
  expect((await send('GET', `/clusters/bookshop${maps}/a`)).status).toBe(404)
  expect(await json('GET', `/clusters/wednesday${maps}`)).toMatchObject({
    kind: 'Status',
    reason: 'NotFound',
    message: 'there is no cluster "wednesday"',
  })
})

test('[MC3] clusters are created, listed and renamed; bad input is refused with a reason', async () => {
  const { send, json } = await startHost()
  await json('POST', '/debug/clusters', { title: 'Class', from: { type: 'empty' } })
  expect(await json('PATCH', '/debug/clusters/class', { title: 'Tuesday class' })).toMatchObject({
    name: 'class',
    title: 'Tuesday class',
  })
  const { clusters }: DebugClusters = await json('GET', '/debug/clusters')
  expect(clusters.map(({ name, title, isDefault }) => [name, title, isDefault])).toEqual([
    ['bookshop', 'bookshop', true],
    ['class', 'Tuesday class', false],
  ])
  expect(clusters[1]?.figures?.objectCount).toBeGreaterThan(4)

  expect(await json('PATCH', '/debug/clusters/class', { title: ' bookshop' })).toMatchObject({
    code: 409,
    message: 'another cluster is called "bookshop"; choose another title',
  })
  expect(await json('PATCH', '/debug/clusters/class', { title: 'Tuesday class' })).toMatchObject({ name: 'class' })

  const refused = [
    [{ title: '', from: { type: 'empty' } }, 400],
    [{ title: 'x'.repeat(64), from: { type: 'empty' } }, 400],
    [{ title: 'x', from: { type: 'empty' }, vocabulary: 'klingon' }, 400],
    [{ title: 'x', from: { type: 'sample' }, vocabulary: 'kubernetes' }, 400],
    [{ title: 'x', from: { type: 'nothing' } }, 400],
    [{ title: 'x', from: { type: 'copy', of: 'nobody' } }, 404],
    [{ title: 'x', from: { type: 'copy', of: 'class', at: 1.5 } }, 400],
    [{ title: 'x', from: { type: 'copy', of: 'class', at: 999_999 } }, 400],
    [{ title: 7 }, 400],
  ] as const
  for (const [body, code] of refused) expect((await send('POST', '/debug/clusters', body)).status).toBe(code)
  expect((await send('PUT', '/debug/clusters', {})).status).toBe(405)
  expect(((await json('GET', '/debug/clusters')) as DebugClusters).clusters).toHaveLength(2)
})

test('[MC3] clusters that are made at the same time from one title have different names', async () => {
  const { json, send } = await startHost()
  const make = (): Promise<ClusterInfo> =>
    json('POST', '/debug/clusters', { title: 'what if', from: { type: 'branch', of: 'bookshop' } })
  const made = await Promise.all([make(), make(), make()])
  expect(made.map(({ name }) => name).toSorted()).toEqual(['what-if', 'what-if-2', 'what-if-3'])
  for (const { name } of made) expect((await send('GET', `/clusters/${name}${maps}`)).status).toBe(200)
})

test('[MC3] a new or restored cluster whose title another one has gets a number after it', async () => {
  const { json } = await startHost()
  const make = async (title: string): Promise<string> =>
    ((await json('POST', '/debug/clusters', { title, from: { type: 'empty' } })) as ClusterInfo).title
  expect(await make('class')).toBe('class')
  expect(await make(' class')).toBe(' class 2')
  expect(await make('class')).toBe('class 3')
  const long = '👩'.repeat(31)
  expect([await make(long), await make(long)]).toEqual([long, `${'👩'.repeat(30)} 2`])
  await json('DELETE', '/debug/clusters/class')
  expect(await make('class')).toBe('class')
  expect(await json('POST', '/debug/clusters/class/restore')).toMatchObject({ name: 'class', title: 'class 4' })
})

test('[MC4] a deleted cluster is not served, can be restored, and is erased when the host starts again', async () => {
  const { send, json, list, erased, clusters } = await startHost()
  expect(await json('DELETE', '/debug/clusters/bookshop')).toMatchObject({ reason: 'Forbidden' })
  await send('POST', '/debug/clusters', { title: 'a', from: { type: 'empty' } })
  await send('POST', '/debug/clusters', { title: 'b', from: { type: 'empty' } })
  await send('POST', `/clusters/a${maps}`, configMap('kept'))

  expect(await json('DELETE', '/debug/clusters/a')).toMatchObject({ name: 'a', isOpen: false })
  expect((await send('GET', `/clusters/a${maps}/kept`)).status).toBe(404)
  expect(await json('POST', '/debug/clusters/a/restore')).not.toHaveProperty('deletedMs')
  expect((await send('GET', `/clusters/a${maps}`)).status).toBe(200)

  await send('DELETE', '/debug/clusters/b')
  await clusters.close()
  expect(erased).toEqual([])
  const again = await startHost(list, erased)
  expect(erased).toEqual(['id2'])
  expect(((await again.json('GET', '/debug/clusters')) as DebugClusters).clusters.map(({ name }) => name)).toEqual([
    'bookshop',
    'a',
  ])
})

/** A list of that many clusters that nobody opened. */
const listOf = (count: number, deleted: number): Map<string, StoredCluster> =>
  new Map(
    Array.from({ length: count + deleted }, (_, at) => {
      const name = `c${at}`
      const record = { id: `old${at}`, name, title: name, origin: { type: 'empty' }, madeMs: at, usedMs: at } as const
      return [name, at < count ? record : { ...record, deletedMs: at }]
    }),
  )

test('[MC4] a host holds 100 clusters beside the deleted ones, of which it keeps the last 100', async () => {
  const { send, json, list, erased, clusters } = await startHost(listOf(99, 0))
  const make = (title: string) => send('POST', '/debug/clusters', { title, from: { type: 'empty' } })
  expect((await make('last')).status).toBe(201)
  const refused = await make('more')
  expect([refused.status, (await refused.json()).message]).toEqual([
    403,
    'there are 100 clusters already; delete one first',
  ])

  for (const name of ['c1', 'c2']) await json('DELETE', `/debug/clusters/${name}`)
  expect((await make('more')).status).toBe(201)
  expect((await send('POST', '/debug/clusters/c1/restore')).status).toBe(200)
  expect((await send('POST', '/debug/clusters/c2/restore')).status).toBe(403)
  await clusters.close()

  expect(tooManyDeleted(listOf(1, 100).values())).toEqual([])
  expect(tooManyDeleted(listOf(1, 102).values()).map(({ name }) => name)).toEqual(['c1', 'c2'])
  expect(erased).toEqual([])
  expect(list.size).toBe(101)
})

test('[MC21] a temporary cluster is served and not listed; its data goes with its deletion, or when the host starts again', async () => {
  const { send, json, list, erased, clusters } = await startHost()
  const names = async (): Promise<readonly string[]> =>
    ((await json('GET', '/debug/clusters')) as DebugClusters).clusters.map(({ name }) => name)
  for (const title of ['a', 'b'])
    await json('POST', '/debug/clusters', { title, from: { type: 'empty' }, isTemporary: true })
  expect((await send('POST', `/clusters/a${maps}`, configMap('kept'))).status).toBe(201)
  expect(await names()).toEqual(['bookshop'])

  expect(await json('DELETE', '/debug/clusters/a')).toMatchObject({ name: 'a', isOpen: false })
  expect(erased).toEqual(['id1'])
  expect((await send('GET', `/clusters/a${maps}`)).status).toBe(404)
  expect((await send('POST', '/debug/clusters/a/restore')).status).toBe(404)

  expect((await send('GET', `/clusters/b${maps}`)).status).toBe(200)
  await clusters.close()
  const again = await startHost(list, erased)
  expect(erased).toEqual(['id1', 'id2'])
  expect((await again.send('GET', `/clusters/b${maps}`)).status).toBe(404)
})

test('[MC6] a branch equals its cluster up to its revision, and both continue independently', async () => {
  const { send, json } = await startHost()
  const versions: string[] = []
  for (const value of ['1', '2', '3']) {
    const object = { ...configMap('a'), data: { value } }
    const stored: { metadata: { resourceVersion: string } } =
      value === '1' ? await json('POST', maps, object) : await json('PUT', `${maps}/a`, object)
    versions.push(stored.metadata.resourceVersion)
  }
  const [first = '', second = ''] = versions
  await send('POST', '/debug/compact', { revision: Number(first) - 1 })
  const from = { type: 'branch', of: 'bookshop', at: Number(second) }
  expect(await json('POST', '/debug/clusters', { title: 'what if', from })).toMatchObject({ origin: from })

  const there = `/clusters/what-if${maps}/a`
  expect(await json('GET', there)).toMatchObject({ data: { value: '2' }, metadata: { resourceVersion: second } })
  const past = `/clusters/what-if${maps}?resourceVersion=${first}&resourceVersionMatch=Exact`
  expect(await json('GET', past)).toMatchObject({ items: [{ data: { value: '1' } }] })
  await send('PUT', there, { ...configMap('a'), data: { value: 'branch' } })
  expect(await json('GET', there)).toMatchObject({ data: { value: 'branch' } })
  expect(await json('GET', `${maps}/a`)).toMatchObject({ data: { value: '3' } })

  const tooOld = { title: 'old', from: { ...from, at: Number(first) - 2 } }
  expect(await json('POST', '/debug/clusters', tooOld)).toMatchObject({ code: 410, reason: 'Expired' })
})

test('[MC14] a fork or a copy that does not fit is refused with both sizes, and nothing is left of it', async () => {
  const room = { freeBytes: 3_000_000 }
  const { send, json, list } = await startHost(undefined, undefined, room)
  for (let write = 0; write < 30; write += 1)
    await send(write === 0 ? 'POST' : 'PUT', write === 0 ? maps : `${maps}/a`, {
      ...configMap('a'),
      data: { value: String(write).padEnd(100_000, '.') },
    })
  for (const type of ['branch', 'copy']) {
    const refused = await send('POST', '/debug/clusters', { title: type, from: { type, of: 'bookshop' } })
    expect(refused.status).toBe(403)
    expect(await refused.json()).toMatchObject({
      message: expect.stringMatching(/needs about 3\.\d MB, and 3\.0 MB are free/),
    })
  }
  expect([...list.keys()]).toEqual(['bookshop'])
  expect(((await json('GET', '/debug/clusters')) as DebugClusters).clusters).toHaveLength(1)

  room.freeBytes = 10_000_000
  const made = await send('POST', '/debug/clusters', { title: 'fits', from: { type: 'branch', of: 'bookshop' } })
  expect(made.status).toBe(201)
  expect(await json('GET', `/clusters/fits${maps}/a`)).toMatchObject({ metadata: { name: 'a' } })
})

test('[VO6] a cluster keeps the words with which it was made, and so do its copies', async () => {
  const { json, list } = await startHost()
  const from = { type: 'empty' }
  const made: ClusterInfo = await json('POST', '/debug/clusters', { title: 'k', from, vocabulary: 'kubernetes' })
  const copy: ClusterInfo = await json('POST', '/debug/clusters', { title: 'c', from: { type: 'copy', of: 'k' } })
  const own: ClusterInfo = await json('POST', '/debug/clusters', { title: 'o', from })

  expect([made.vocabulary, copy.vocabulary, own.vocabulary]).toEqual(['kubernetes', 'kubernetes', undefined])
  expect(list.get('k')?.vocabulary).toBe('kubernetes')
})

test('[MC11] a branch that is made the cluster goes on under its name, the old line stays as a branch, and doing it again undoes it', async () => {
  const { send, json } = await startHost()
  await send('POST', maps, configMap('both'))
  const from = { type: 'branch', of: 'bookshop' }
  await send('POST', '/debug/clusters', { title: 'what if', from })
  await send('POST', maps, configMap('old'))
  await send('POST', `/clusters/what-if${maps}`, configMap('new'))

  expect((await send('POST', '/debug/clusters/bookshop/promote')).status).toBe(400)
  const promoted = await send('POST', '/debug/clusters/what-if/promote')
  expect(promoted.status).toBe(200)
  expect(await promoted.json()).toMatchObject({ name: 'bookshop', isDefault: true })
  expect((await send('GET', `${maps}/new`)).status).toBe(200)
  expect((await send('GET', `${maps}/old`)).status).toBe(404)
  expect((await send('GET', `/clusters/what-if${maps}/old`)).status).toBe(200)
  const listed: DebugClusters = await json('GET', '/debug/clusters')
  expect(listed.clusters.map(({ name, title }) => [name, title])).toEqual([
    ['bookshop', 'bookshop'],
    ['what-if', expect.stringMatching(/^bookshop@\d+$/)],
  ])

  expect((await send('POST', '/debug/clusters/what-if/promote')).status).toBe(200)
  expect((await send('GET', `${maps}/old`)).status).toBe(200)
  expect((await send('GET', `/clusters/what-if${maps}/new`)).status).toBe(200)
  const again: DebugClusters = await json('GET', '/debug/clusters')
  expect(again.clusters.map(({ title }) => title)).toEqual(['bookshop', 'what if'])
})

test('[MC13] what clients kept of the old line is expired after the exchange, and both lines go on above it', async () => {
  const { send, json } = await startHost()
  for (const name of ['a', 'b', 'c']) await send('POST', maps, configMap(name))
  const from = { type: 'branch', of: 'bookshop' }
  await send('POST', '/debug/clusters', { title: 'what if', from })
  for (const name of ['d', 'e', 'f']) await send('POST', maps, configMap(name))
  const old: List = await json('GET', `${maps}?limit=1`)
  const watch = (version: string) => send('GET', `${maps}?watch=1&timeoutSeconds=1&resourceVersion=${version}`)

  for (const prefix of ['', '/clusters/what-if']) {
    await send('POST', '/debug/clusters/what-if/promote')
    const page = await send('GET', `${prefix}${maps}?limit=1&continue=${old.metadata.continue}`)
    expect(page.status).toBe(410)
    const rest: Status = (await page.json()) as Status
    expect(rest.metadata.continue).toBeTruthy()
    const event = (await (await watch(old.metadata.resourceVersion)).text()).split('\n')[0] ?? ''
    expect(JSON.parse(event)).toMatchObject({ type: 'ERROR', object: { code: 410, reason: 'Expired' } })

    const fresh: List = await json('GET', `${maps}?limit=1`)
    expect(Number(fresh.metadata.resourceVersion)).toBeGreaterThan(Number(old.metadata.resourceVersion))
    expect((await send('POST', maps, configMap(`later${prefix.length}`))).status).toBe(201)
    expect((await send('GET', `${maps}?limit=1&continue=${fresh.metadata.continue}`)).status).toBe(200)
    const stream = await watch(fresh.metadata.resourceVersion)
    const first = new TextDecoder().decode((await stream.body?.getReader().read())?.value)
    expect(JSON.parse(first.split('\n')[0] ?? '')).toMatchObject({ type: 'ADDED' })
  }
})

interface List {
  readonly metadata: { readonly resourceVersion: string; readonly continue: string }
}

type Status = List
