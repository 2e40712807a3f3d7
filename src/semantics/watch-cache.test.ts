import { expect, test } from 'vitest'
import { configMap, configMaps, namesOf, startServer, type TrialServer } from './trial-server.ts'

/** A server whose watch cache lags two seconds, with a clock that only tests advance. */
async function lateServer(): Promise<TrialServer> {
  const server = startServer()
  server.clock.setFrozen(true)
  await server.post(configMaps, configMap('old'))
  server.server.server.registry.cache.setLag(2000)
  return server
}

/** Awaits a response while advancing the clock. */
async function inTime<Value>({ clock }: TrialServer, answer: Promise<Value>): Promise<Value> {
  const running = { done: false }
  const ended = answer.finally(() => (running.done = true))
  while (!running.done) {
    clock.advance(25)
    await new Promise((wake) => setImmediate(wake))
  }
  return ended
}

test('[WC1] [WC2] reads at any resourceVersion lag, and show a write after the lag', async () => {
  const server = await lateServer()
  await server.post(configMaps, configMap('new'))
  const any = async () => namesOf((await server.get(`${configMaps}?resourceVersion=0`)).body)
  expect(await any()).not.toContain('new')
  expect((await server.get(`${configMaps}/new?resourceVersion=0`)).status).toBe(404)
  expect((await server.get(`${configMaps}/new`)).status).toBe(200)
  server.clock.advance(2000)
  expect(await any()).toContain('new')
})

test('[WC3] a list without a resourceVersion is consistent: it waits for the cache', async () => {
  const server = await lateServer()
  await server.post(configMaps, configMap('new'))
  const before = server.clock.now()
  const { body } = await inTime(server, server.get(configMaps))
  expect(namesOf(body)).toContain('new')
  expect(server.clock.now() - before).toBeGreaterThanOrEqual(2000)
})

test('[WC2] a NotOlderThan read waits for the cache, up to three seconds', async () => {
  const server = await lateServer()
  const { body: made } = await server.post(configMaps, configMap('new'))
  const path = `${configMaps}/new?resourceVersion=${made.metadata.resourceVersion}`
  expect((await inTime(server, server.get(path))).status).toBe(200)
  server.server.server.registry.cache.setLag(10_000)
  const { body: later } = await server.post(configMaps, configMap('later'))
  const refused = await inTime(server, server.get(`${configMaps}?resourceVersion=${later.metadata.resourceVersion}`))
  expect(refused.status).toBe(504)
  expect(refused.headers.get('retry-after')).toBe('1')
  expect(refused.body.message).toContain('Too large resource version')
})

test('[WC2] a watch at any resourceVersion starts with the cached state, and receives later events in time and order', async () => {
  const server = await lateServer()
  await server.post(configMaps, configMap('a'))
  const watching = await server.watch(`${configMaps}?watch=1&resourceVersion=0&allowWatchBookmarks=true`)
  const first = await watching.next(2)
  expect(first.map(({ type, object }) => [type, object.metadata.name])).toEqual([
    ['ADDED', 'old'],
    ['BOOKMARK', undefined],
  ])
  server.clock.advance(1000)
  await server.post(configMaps, configMap('b'))
  server.clock.advance(1000)
  expect((await watching.next(1)).map(({ object }) => object.metadata.name)).toEqual(['a'])
  server.server.server.registry.cache.setLag(0)
  expect((await watching.next(1)).map(({ object }) => object.metadata.name)).toEqual(['b'])
  await watching.close()
})
