import { expect, test, vi } from 'vitest'
import type { ApiObject } from '#api/object-meta.ts'
import type { RevisionRow } from '#facts/fact.ts'
import type { DebugLog } from '#facts/debug-api.ts'
import { labOnHost } from '#testing/lab-on-host.ts'
import { CassetteDeck } from '#ui/exchange/cassette/cassette-store.ts'
import { InformerClient } from './client-store.ts'
import { EventReader } from '#client/event-reader.ts'
import { choiceText, type InformerChoice, type InformerState, readChoice } from './informer-state.ts'
import { compareCache, tellingField, writesAfter } from './stale.ts'

const path = '/api/v1/namespaces/default/configmaps'
const configMap = (name: string, vat: string) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace: 'default' },
  data: { vat },
})

/** Returns a function that waits for a state of a client. */
const untilOf =
  (client: InformerClient) =>
  (isThere: (state: InformerState) => boolean): Promise<InformerState> =>
    new Promise((resolve) => {
      const end = client.store.subscribe((state) => {
        if (!isThere(state)) return
        end()
        resolve(state)
      })
      const now = client.store.getState()
      if (!isThere(now)) return
      end()
      resolve(now)
    })

/** A client on a server in memory that holds the ConfigMap `prices`. */
async function start(part: Partial<InformerChoice> = {}) {
  const { read, json, send } = await labOnHost()
  await json('POST', path, configMap('prices', '7'))
  const choice = { current: { ...readChoice(''), ...part } }
  const stop = (): void => {
    choice.current = { ...choice.current, pace: 'stopped' }
  }
  const client = new InformerClient(read, () => choice.current, stop)
  const until = untilOf(client)
  const patch = (name: string, vat: string) =>
    send('PATCH', `${path}/${name}`, { data: { vat } }, { 'content-type': 'application/merge-patch+json' })
  const rows = async (): Promise<readonly RevisionRow[]> =>
    ((await (await send('GET', '/debug/log?limit=10000')).json()) as DebugLog).rows
  const expire = async (revision: number) => json('POST', '/debug/compact', { revision })
  return { client, choice, json, send, patch, rows, until, expire }
}

const vatOf = (state: InformerState, name: string): unknown => state.cache.get(`default/${name}`)?.['data']
const phase = (name: InformerState['phase']) => (state: InformerState) => state.phase === name

test('[IF1] a client lists, then applies each event of its watch to its cache', async () => {
  const { client, json, send, patch, until } = await start()
  void client.open(path)
  await until(phase('watching'))
  await json('POST', path, configMap('other', '1'))
  await patch('prices', '19')
  await send('DELETE', `${path}/other`)
  const state = await until(({ eventCount }) => eventCount === 3)
  expect([...state.cache.keys()].filter((key) => key !== 'default/kube-root-ca.crt')).toEqual(['default/prices'])
  expect(vatOf(state, 'prices')).toEqual({ vat: '19' })
  expect(state.trail.map(({ code }) => code)).toEqual([200, 200])
  client.close()
})

test('[IF1] [IF2] a stopped client keeps what it knew, and reads one event at a time', async () => {
  const { client, choice, patch, json, rows, until, send } = await start({ pace: 'stopped' })
  await client.open(path)
  const first = client.store.getState()
  expect(first.phase).toBe('stopped')
  const missedFirst = (await (await patch('prices', '8')).json()) as ApiObject
  await patch('prices', '9')
  const created = (await json('POST', path, configMap('new', '1'))) as ApiObject
  expect(vatOf(client.store.getState(), 'prices')).toEqual({ vat: '7' })

  const live = ((await (await send('GET', path)).json()) as { items: ApiObject[] }).items
  const items = new Map(live.map((object) => [`default/${object.metadata.name}`, object]))
  const waiting = writesAfter(await rows(), path, first.version)
  const revisionOf = ({ metadata }: ApiObject): number => Number(metadata.resourceVersion)
  const newest = revisionOf(created)
  const keys = compareCache(first.cache, items, waiting, newest)
  const prices = keys.find(({ key }) => key === 'default/prices')
  expect(prices).toMatchObject({ isStale: true, age: newest - revisionOf(missedFirst) + 1 })
  expect(prices?.missed).toHaveLength(2)
  expect(prices === undefined ? null : tellingField(prices)).toEqual({ path: 'data.vat', values: ['"7"', '"9"'] })
  expect(keys.find(({ key }) => key === 'default/new')).toMatchObject({ cached: null, isStale: true, age: 1 })

  await client.deliverOne()
  expect(vatOf(client.store.getState(), 'prices')).toEqual({ vat: '8' })
  choice.current = { ...choice.current, pace: 'full' }
  void client.goOn()
  const current = await until(({ eventCount }) => eventCount === 3)
  expect(vatOf(current, 'prices')).toEqual({ vat: '9' })
  client.close()
})

test('[IF3] a client whose version is no longer kept gets 410 and lists again', async () => {
  const { client, patch, rows, until, expire } = await start({ pace: 'stopped' })
  await client.open(path)
  await patch('prices', '8')
  await patch('prices', '9')
  await expire((await rows()).at(-1)?.revision ?? 0)
  await client.deliverOne()
  const expired = client.store.getState()
  expect(expired.expired?.code).toBe(410)
  expect(vatOf(expired, 'prices')).toEqual({ vat: '7' })
  await client.deliverOne()
  const state = await until(({ refills }) => refills === 1)
  expect(vatOf(state, 'prices')).toEqual({ vat: '9' })
  expect([...state.refilled]).toEqual(['default/prices'])
})

test('[IF3] a connection that breaks in an event discards its bytes, and the client reads the event again', async () => {
  const { client, choice, patch, until } = await start()
  void client.open(path)
  await until(phase('watching'))
  client.cutAt('mid-event')
  await patch('prices', '8')
  const cut = await until(phase('stopped'))
  expect(vatOf(cut, 'prices')).toEqual({ vat: '7' })
  expect(cut.trail.at(-1)?.words).toMatch(/broke in an event: [1-9]\d* bytes/)
  expect(choice.current.pace).toBe('stopped')
  choice.current = { ...choice.current, pace: 'full' }
  void client.goOn()
  expect(vatOf(await until(({ eventCount }) => eventCount === 1), 'prices')).toEqual({ vat: '8' })
  client.close()
})

test('[IF4] a streaming list fills the cache by a watch and ends with a bookmark', async () => {
  const { client, patch, until } = await start({ filling: 'stream' })
  void client.open(path)
  const state = await until(phase('watching'))
  expect(state.cache.has('default/prices')).toBe(true)
  expect(state.trail[0]?.words).toMatch(/^WATCH with initial events: \d+ objects, then a bookmark at \d+$/)
  await patch('prices', '8')
  expect(vatOf(await until(({ eventCount }) => eventCount === 1), 'prices')).toEqual({ vat: '8' })
  client.close()
})

test('[IF3] a connection can break at any byte', async () => {
  const line = new TextEncoder().encode('{"type":"ADDED","object":{"metadata":{"name":"a"}}}\n')
  for (let at = 0; at <= line.length; at += 1) {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(line)
        controller.enqueue(line)
        controller.close()
      },
    })
    const reader = new EventReader(body)
    reader.cutAt(at)
    const events = []
    for await (const batch of reader.events()) events.push(...batch)
    expect(events).toHaveLength(at === line.length ? 1 : 0)
    expect(reader.partialBytes).toBe(at % line.length)
    expect(reader.isCut).toBe(true)
  }
})

test('[IF6] what a client saw is a file that answers a client without the server, also event by event', async () => {
  const { read, json, send } = await labOnHost()
  await json('POST', path, configMap('prices', '7'))
  const recorder = new CassetteDeck(read)
  const full = (): InformerChoice => readChoice('')
  const recorded = new InformerClient(recorder.fetch, full, () => undefined)
  const until = untilOf(recorded)
  recorder.record()
  void recorded.open(path)
  await until(phase('watching'))
  const vats = ['8', '9']
  for (const [at, vat] of vats.entries()) {
    await send('PATCH', `${path}/prices`, { data: { vat } }, { 'content-type': 'application/merge-patch+json' })
    await until(({ eventCount }) => eventCount === at + 1)
  }
  recorder.stop()
  recorded.close()

  const player = new CassetteDeck(() => Promise.reject(new TypeError('the server is not asked')))
  expect(player.replay('shop.cassette', recorder.text(), 'step')).toBe(path)
  const again = new InformerClient(player.fetch, full, () => undefined)
  void again.open(path)
  const untilAgain = untilOf(again)
  const begun = await untilAgain(phase('watching'))
  expect(vatOf(begun, 'prices')).toEqual({ vat: '7' })
  for (const [at, vat] of vats.entries()) {
    const seen = untilAgain(({ eventCount }) => eventCount === at + 1)
    await vi.waitUntil(() => player.step())
    expect(vatOf(await seen, 'prices')).toEqual({ vat })
  }
  again.close()

  expect(player.replay('notes.txt', 'hello', 1)).toBeNull()
  expect(player.store.getState().refused).toMatch(/^notes\.txt, line 1: this is no cassette/)
})

test('[IF5] the address keeps how the client fills its cache and reads', () => {
  const choice: InformerChoice = { filling: 'stream', bookmarks: false, pace: 'stopped' }
  expect(readChoice(choiceText(choice))).toEqual(choice)
  expect(readChoice('x~y~z')).toEqual({ filling: 'list', bookmarks: true, pace: 'full' })
})
