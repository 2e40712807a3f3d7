import { expect, test } from 'vitest'
import type { ApiObject } from '#api/object-meta.ts'
import { toRevision } from '#api/revision.ts'
import { seededRandom } from '#api/seeded-random.ts'
import { settle } from '#testing/log-contract/contract-harness.ts'
import { namespacePrefix, objectKey } from './keys.ts'
import { StorageError } from './log.ts'
import { createMemoryLog } from './memory-log.ts'
import { createObjectStore, type ObjectStore, type StoreEvent } from './object-store.ts'
import type { StoredObject } from './stored-object.ts'

const clock = { now: () => 1_700_000_000_000, after: () => () => undefined }
const author = { actor: 'alice', verb: 'create', manager: 'test' }
const configMaps = { group: '', resource: 'configmaps' }
const prefix = namespacePrefix(configMaps, 'ns')
const keyOf = (name: string): string => objectKey({ ...configMaps, namespace: 'ns', name })

const configMap = (
  name: string,
  labels: Record<string, string> = {},
  data: Record<string, string> = {},
): ApiObject => ({
  kind: 'ConfigMap',
  apiVersion: 'v1',
  metadata: { name, namespace: 'ns', uid: `uid-${name}`, creationTimestamp: '2026-01-01T00:00:00Z', labels },
  data,
})

const makeStore = (): ObjectStore => createObjectStore({ log: createMemoryLog({ clock }), freeze: true })
const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

async function write(store: ObjectStore, object: ApiObject | null, expected = 0, name = ''): Promise<StoredObject> {
  const key = keyOf(object?.metadata.name ?? name)
  const answer = await store.write({ key, expected: toRevision(expected), object, author })
  if (answer.type === 'lost') throw new Error(`${key} lost to ${answer.winner?.revision}`)
  return answer.stored
}

/** Collects all events as `TYPE name@revision data.v`. */
function watch(
  store: ObjectStore,
  matches?: (stored: StoredObject) => boolean,
): { lines: string[]; batches: number[] } {
  const seen: { lines: string[]; batches: number[] } = { lines: [], batches: [] }
  store.watch({
    prefix,
    after: store.revision(),
    matches,
    onEvents(events) {
      seen.batches.push(events.length)
      for (const { type, stored } of events) {
        const { data } = stored.object as { data?: { v?: string } }
        seen.lines.push(`${type} ${stored.object.metadata.name}@${stored.object.metadata.resourceVersion} ${data?.v}`)
      }
    },
    onEnd: () => undefined,
  })
  return seen
}

test('[ST5] the resourceVersion is spliced in after uid, in the field order of the reference, with and without the type', async () => {
  const { encoded, revision } = await write(makeStore(), configMap('a', { app: 'x' }))

  const rest = '"resourceVersion":"1","creationTimestamp":"2026-01-01T00:00:00Z","labels":{"app":"x"}},"data":{}}'
  const metadata = `"metadata":{"name":"a","namespace":"ns","uid":"uid-a",${rest}`
  expect(revision).toBe(1)
  expect(textOf(encoded.toBytes(true))).toBe(`{"kind":"ConfigMap","apiVersion":"v1",${metadata}`)
  expect(textOf(encoded.toBytes(false))).toBe(`{${metadata}`)
})

test.each<[string, object]>([
  ['metadata alone', { metadata: {} }],
  ['nothing before the version', { kind: 'A', apiVersion: 'v1', metadata: { labels: { a: 'b' } } }],
  ['only fields that precede it', { apiVersion: 'v1', kind: 'A', metadata: { name: 'a', uid: 'u' } }],
  ['fields in another order', { spec: { a: [1, '}', { b: '\\"{' }] }, metadata: { labels: {}, name: 'n' }, kind: 'A' }],
  ['text that looks like fields', { kind: 'metadata":{', apiVersion: 'v', metadata: { name: '","uid":"' }, x: 1 }],
  ['long text with quotes', { x: `${'y'.repeat(60)}"},\\"metadata":{\\\\`, kind: 'A', metadata: { name: 'n' } }],
  ['an inner kind', { apiVersion: 'v1', kind: 'A', metadata: { name: 'é日𝄞' }, spec: { kind: 'B', metadata: {} } }],
  ['no type', { metadata: { name: 'a', annotations: { resourceVersion: 'not this' } }, data: {} }],
])('[ST5] splicing the resourceVersion keeps the rest of an object with %s', async (_, object) => {
  const store = makeStore()
  const key = keyOf('a')
  const sent = object as ApiObject
  const answer = await store.write({ key, expected: 0, object: sent, author })
  if (answer.type === 'lost') throw new Error('nobody else writes')

  const { encoded } = answer.stored
  const { kind, apiVersion, ...untyped } = sent
  const withVersion = { ...sent.metadata, resourceVersion: '1' }
  const [whole, bare] = [encoded.toBytes(true), encoded.toBytes(false)]
  expect(JSON.parse(textOf(whole))).toEqual({ ...sent, metadata: withVersion })
  const first = Object.keys(object)[0]
  const leads = first === 'kind' || first === 'apiVersion'
  expect(JSON.parse(textOf(bare))).toEqual({ ...(leads ? untyped : sent), metadata: withVersion })
  expect([encoded.byteLength(true), encoded.byteLength(false)]).toEqual([whole.length, bare.length])
  expect([kind, apiVersion]).toEqual([sent.kind, sent.apiVersion])
})

test('[ST6] the parsed object carries its resourceVersion and is frozen in tests, and labels are read without parsing the rest', async () => {
  const store = makeStore()
  await write(store, configMap('a', { 'app.kubernetes.io/name': 'x' }, { v: '1' }))
  const stored = await store.get(keyOf('a'))

  expect(stored?.object.metadata.resourceVersion).toBe('1')
  expect(Object.isFrozen(stored?.object.metadata.labels)).toBe(true)
  expect(stored?.labels).toEqual({ 'app.kubernetes.io/name': 'x' })
  const bare = await write(store, { kind: 'ConfigMap', apiVersion: 'v1', metadata: { name: 'b', namespace: 'ns' } })
  expect([bare.labels, bare.author, bare.timeMs, bare.created]).toEqual([{}, author, clock.now(), 2])
})

test('[ST6] an object with keys such as __proto__ round-trips as data', async () => {
  const store = makeStore()
  const hostile = JSON.parse('{"__proto__":"p","constructor":"c"}') as Record<string, string>
  await write(store, { ...configMap('a'), metadata: { name: 'a', labels: hostile }, data: hostile })
  const stored = await store.get(keyOf('a'))

  expect(Object.keys(stored?.labels ?? {})).toEqual(['__proto__', 'constructor'])
  expect(textOf(stored?.encoded.toBytes(true) ?? new Uint8Array(0))).toContain(
    '"data":{"__proto__":"p","constructor":"c"}',
  )
})

test('[ST3] changing an object after the call does not change what is stored', async () => {
  const store = makeStore()
  const object = configMap('a', {}, { v: '1' })
  const writing = store.write({ key: keyOf('a'), expected: 0, object, author })
  object.metadata.name = 'changed'
  await writing

  expect((await store.get(keyOf('a')))?.object.metadata.name).toBe('a')
})

test('[ST3] a deletion returns the last state at the deletion revision; a lost deletion returns the winner', async () => {
  const store = makeStore()
  const first = await write(store, configMap('a', {}, { v: '1' }))
  const second = await write(store, configMap('a', {}, { v: '2' }), first.revision)
  const lost = await store.write({ key: keyOf('a'), expected: first.revision, object: null, author })
  const gone = await write(store, null, second.revision, 'a')

  expect(lost.type === 'lost' && lost.winner?.object['data']).toEqual({ v: '2' })
  expect([gone.revision, gone.object.metadata.resourceVersion, gone.object['data']]).toEqual([3, '3', { v: '2' }])
  expect(await store.get(keyOf('a'))).toBeNull()
  expect((await store.get(keyOf('a'), second.revision))?.object['data']).toEqual({ v: '2' })
})

test('[ST4] pages read one snapshot and carry the next key and the number of remaining keys', async () => {
  const store = makeStore()
  for (const name of ['a', 'b', 'c', 'd', 'e']) await write(store, configMap(name))
  const first = await store.list({ prefix, limit: 2 })
  await write(store, configMap('bb'))
  await write(store, null, 3, 'c')
  const at = toRevision(first.revision)
  const second = await store.list({ prefix, limit: 2, at, startKey: first.nextKey ?? '' })
  const third = await store.list({ prefix, limit: 2, at, startKey: second.nextKey ?? '' })

  const names = (page: typeof first): string => page.items.map((item) => item.key.slice(prefix.length)).join()
  expect([names(first), names(second), names(third)]).toEqual(['a,b', 'c,d', 'e'])
  expect([first.remaining, second.remaining, third.remaining, third.nextKey]).toEqual([3, 1, 0, null])
  expect(first.nextKey).toBe(`${keyOf('b')}\0`)
})

test('[ST4] a list with a selector reads as many keys as needed to fill a page; remaining counts keys, not matches', async () => {
  const store = makeStore()
  for (let i = 0; i < 20; i += 1) await write(store, configMap(`k${10 + i}`, { odd: String(i % 2) }))
  const matches = (stored: StoredObject): boolean => stored.labels['odd'] === '1'
  const first = await store.list({ prefix, limit: 4, matches })
  const all = await store.list({ prefix, matches })

  expect(first.items.map((item) => item.key.slice(-2))).toEqual(['11', '13', '15', '17'])
  expect([first.nextKey, first.remaining]).toEqual([`${keyOf('k17')}\0`, 12])
  expect([all.items.length, all.nextKey, all.remaining]).toEqual([10, null, 0])
  const last = await store.list({ prefix, limit: 10, matches })
  expect([last.items.length, last.nextKey]).toEqual([10, null])
})

test('[ER8] a long list with a selector gives others turns, and still reads one snapshot', async () => {
  const store = makeStore()
  const count = 450
  for (let at = 0; at < count; at++) await write(store, configMap(`a${at}`))
  let rests = 0
  const { items, revision } = await store.list({
    prefix,
    matches: () => true,
    rest: async () => {
      rests += 1
      await write(store, configMap(`late${rests}`))
    },
  })
  expect([items.length, rests, Number(store.revision()) - Number(revision)]).toEqual([count, 2, 2])
})

test('[ST4] a page is read again only after a write, and at its revision not even then', async () => {
  const store = makeStore()
  for (const name of ['a', 'b', 'c']) await write(store, configMap(name))
  const first = await store.list({ prefix, limit: 2 })
  const next = { prefix, limit: 2, startKey: first.nextKey ?? '', at: toRevision(first.revision) }
  const second = await store.list(next)
  expect(second.items.map(({ key }) => key)).toEqual([keyOf('c')])
  expect((await store.list({ prefix, limit: 2 })).items).toBe(first.items)
  expect((await store.list({ prefix, limit: 1 })).items).toHaveLength(1)

  await write(store, configMap('d'))
  expect((await store.list(next)).items).toBe(second.items)
  expect((await store.list({ ...next, at: undefined })).items).toHaveLength(2)
  expect((await store.list({ prefix, limit: 2 })).items).not.toBe(first.items)

  await store.log.compact(toRevision(first.revision))
  await expect(store.list(next)).rejects.toMatchObject({ code: 'compacted' })
})

test('[ST4] an empty store lists nothing at revision 0; past, future and compacted revisions behave as in the log', async () => {
  const store = makeStore()
  expect(await store.list({ prefix, limit: 5 })).toEqual({ revision: 0, items: [], nextKey: null, remaining: 0 })
  for (const name of ['a', 'b', 'c']) await write(store, configMap(name))

  expect((await store.list({ prefix, at: toRevision(2) })).items).toHaveLength(2)
  await expect(store.list({ prefix, at: toRevision(9) })).rejects.toMatchObject({ code: 'future' })
  await store.log.compact(toRevision(2))
  await expect(store.list({ prefix, at: toRevision(2) })).rejects.toMatchObject({ code: 'compacted' })
  expect(() =>
    store.watch({ prefix, after: toRevision(1), onEvents: () => undefined, onEnd: () => undefined }),
  ).toThrow(StorageError)
  expect(store.compacted()).toBe(2)
})

test('[ST4] a whole list is read again only after a write, and not from a closed log', async () => {
  const store = makeStore()
  await write(store, configMap('a'))
  const first = await store.list({ prefix })
  expect((await store.list({ prefix })).items).toBe(first.items)
  expect((await store.list({ prefix, limit: 1 })).items).not.toBe(first.items)

  await write(store, configMap('b'))
  expect((await store.list({ prefix })).items.map(({ key }) => key)).toEqual([keyOf('a'), keyOf('b')])
  const past = await store.list({ prefix, at: toRevision(first.revision) })
  expect(past.items.map(({ key }) => key)).toEqual([keyOf('a')])
  expect((await store.list({ prefix })).items).toHaveLength(2)

  await store.log.close()
  await expect(store.list({ prefix })).rejects.toThrow('the log is closed')
})

test('[ST12] a watcher without selector sees creation, update and deletion, the deletion with the last state', async () => {
  const store = makeStore()
  const seen = watch(store)
  const first = await write(store, configMap('a', {}, { v: '1' }))
  const second = await write(store, configMap('a', {}, { v: '2' }), first.revision)
  await write(store, null, second.revision, 'a')

  expect(seen.lines).toEqual(['ADDED a@1 1', 'MODIFIED a@2 2', 'DELETED a@3 2'])
})

test('[ST12] an object that starts to match is ADDED, one that stops is DELETED with its last matching state', async () => {
  const store = makeStore()
  const seen = watch(store, (stored) => stored.labels['on'] === 'yes')
  const one = await write(store, configMap('a', {}, { v: '1' }))
  const two = await write(store, configMap('a', { on: 'yes' }, { v: '2' }), one.revision)
  const three = await write(store, configMap('a', { on: 'yes' }, { v: '3' }), two.revision)
  const four = await write(store, configMap('a', {}, { v: '4' }), three.revision)
  const five = await write(store, configMap('a', {}, { v: '5' }), four.revision)
  await write(store, null, five.revision, 'a')
  const other = await write(store, configMap('b', { on: 'yes' }, { v: '6' }))
  await write(store, null, other.revision, 'b')

  expect(seen.lines).toEqual(['ADDED a@2 2', 'MODIFIED a@3 3', 'DELETED a@4 3', 'ADDED b@7 6', 'DELETED b@8 6'])
})

test('[ST12] a watch from a past revision converts the retained events in the same way', async () => {
  const store = makeStore()
  const one = await write(store, configMap('a', { on: 'yes' }, { v: '1' }))
  const two = await write(store, configMap('a', {}, { v: '2' }), one.revision)
  await write(store, configMap('a', { on: 'yes' }, { v: '3' }), two.revision)
  const types: string[] = []
  store.watch({
    prefix,
    after: one.revision,
    matches: (stored) => stored.labels['on'] === 'yes',
    onEvents: (events) => void types.push(...events.map((event) => `${event.type}@${event.stored.revision}`)),
    onEnd: () => undefined,
  })
  await settle()

  expect(types).toEqual(['DELETED@2', 'ADDED@3'])
})

test('[ST13] the line of an event is encoded once and shared by all watchers that see the same event', async () => {
  const store = makeStore()
  const seen: StoreEvent[] = []
  for (let i = 0; i < 3; i += 1) {
    store.watch({
      prefix,
      after: 0,
      matches: i === 0 ? undefined : () => true,
      onEvents: (events) => void seen.push(...events),
      onEnd: () => undefined,
    })
  }
  await settle()
  await write(store, configMap('a'))

  expect(seen).toHaveLength(3)
  expect(new Set(seen).size).toBe(1)
  expect(seen[0]?.line()).toBe(seen[1]?.line())
  expect(textOf(seen[0]?.line() ?? new Uint8Array(0))).toMatch(/^\{"type":"ADDED","object":\{"kind":.*\}\}\n$/)
})

test('[ST13] events of one commit group come in one batch', async () => {
  const store = makeStore()
  const seen = watch(store)
  await settle()
  await Promise.all(['a', 'b', 'c'].map((name) => write(store, configMap(name))))

  expect([seen.batches, seen.lines.length]).toEqual([[3], 3])
})

test('[ST12] applying the events of random writes to the initial list gives the final list, with and without selector', async () => {
  const seed = Date.now() % 1_000_000
  const random = seededRandom(seed)
  const store = makeStore()
  const matches = (stored: StoredObject): boolean => stored.labels['on'] === 'yes'
  const mirrors = [undefined, matches].map((one) => ({ matches: one, objects: new Map<string, string>() }))
  for (const { matches: one, objects } of mirrors) {
    store.watch({
      prefix,
      after: 0,
      matches: one,
      onEvents: (events) => apply(events, objects),
      onEnd: () => undefined,
    })
  }
  for (let step = 0; step < 200; step += 1) {
    const name = `k${random(8)}`
    const live = await store.get(keyOf(name))
    if (live !== null && random(4) === 0) await write(store, null, live.revision, name)
    else await write(store, configMap(name, random(2) === 0 ? { on: 'yes' } : {}), live?.revision ?? 0)
  }
  for (const { matches: one, objects } of mirrors) {
    const { items } = await store.list({ prefix, matches: one })
    const listed = items.map((item) => [item.key, textOf(item.encoded.toBytes(true))])
    expect([...objects].toSorted(), `seed ${seed}`).toEqual(listed)
  }
})

function apply(events: readonly StoreEvent[], objects: Map<string, string>): void {
  for (const { type, stored } of events) {
    if ((type === 'ADDED') === objects.has(stored.key)) throw new Error(`${type} of ${stored.key} can not be`)
    if (type === 'DELETED') objects.delete(stored.key)
    else objects.set(stored.key, textOf(stored.encoded.toBytes(true)))
  }
}
