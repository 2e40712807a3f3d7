import { expect, test } from 'vitest'
import { configMap, configMaps, startServer } from './trial-server.ts'

const typesOf = (events: readonly { type: string }[]): readonly string[] => events.map(({ type }) => type)

test('[WA1] a watch receives each change after its resourceVersion once, and a deletion with its own resourceVersion', async () => {
  const server = startServer()
  const { body } = await server.post(configMaps, configMap('a'))

  const watch = await server.watch(`${configMaps}?watch=1&resourceVersion=${body.metadata.resourceVersion}`)
  await server.post(configMaps, configMap('b'))
  await server.patch(`${configMaps}/a`, { data: { k: '2' } })
  await server.delete(`${configMaps}/a`)
  const events = await watch.next(3)

  expect(typesOf(events)).toEqual(['ADDED', 'MODIFIED', 'DELETED'])
  expect(events.at(-1)?.object).toMatchObject({ kind: 'ConfigMap', data: { k: '2' } })
  expect(events.at(-1)?.object.metadata.resourceVersion).toBe(String(server.log.revision()))
  await watch.close()
})

test('[WA1] only `false` and `0` disable watch; the deprecated watch/ paths enable it', async () => {
  const server = startServer()

  expect((await server.get(`${configMaps}?watch=0`)).body.kind).toBe('ConfigMapList')
  for (const path of [`${configMaps}?watch=maybe`, '/api/v1/watch/namespaces/default/configmaps']) {
    const watch = await server.watch(path)
    expect(watch.status).toBe(200)
    await watch.close()
  }
})

test('[WA2] mutually exclusive watch parameters are 422', async () => {
  const { body } = await startServer().get(`${configMaps}?watch=1&resourceVersionMatch=NotOlderThan`)

  expect(body.details.causes[0].message).toBe(
    'Forbidden: resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided',
  )
})

test('[WA3] a watch without a resourceVersion sends the initial events first, and then a bookmark', async () => {
  const server = startServer()
  await server.post(configMaps, configMap('a'))

  const watch = await server.watch(`${configMaps}?watch=1&allowWatchBookmarks=true`)
  const events = await watch.next(2)

  expect(typesOf(events)).toEqual(['ADDED', 'BOOKMARK'])
  expect(events.at(-1)?.object).toEqual({
    kind: 'ConfigMap',
    apiVersion: 'v1',
    metadata: {
      resourceVersion: String(server.log.revision()),
      annotations: { 'orch.io/initial-events-end': 'true' },
    },
  })
  await watch.close()
})

test('[WA3] the deprecated watch/ paths send initial events too, but no bookmark after them', async () => {
  const server = startServer()
  await server.post(configMaps, configMap('a'))
  await server.post(configMaps, configMap('b'))

  const watch = await server.watch('/api/v1/watch/namespaces/default/configmaps/b?allowWatchBookmarks=true')
  const initial = await watch.next(1)
  await server.post(configMaps, configMap('c'))
  await server.send('DELETE', `${configMaps}/b`)

  expect(typesOf([...initial, ...(await watch.next(1))])).toEqual(['ADDED', 'DELETED'])
  await watch.close()
})

test('[WA4] an object that starts or stops to match is ADDED or DELETED', async () => {
  const server = startServer()
  const { body } = await server.post(configMaps, configMap('a'))
  const from = `resourceVersion=${body.metadata.resourceVersion}`

  const watch = await server.watch(`${configMaps}?watch=1&labelSelector=x&${from}`)
  await server.patch(`${configMaps}/a`, { metadata: { labels: { x: '1' } } })
  await server.patch(`${configMaps}/a`, { metadata: { labels: { x: null } } })

  expect(typesOf(await watch.next(2))).toEqual(['ADDED', 'DELETED'])
  await watch.close()
})

test('[WA5] a client that disconnects ends the watch at once', async () => {
  const server = startServer()
  const watch = await server.watch(`${configMaps}?watch=1`)
  expect(server.server.server.watches.count).toBe(1)

  await watch.close()

  expect(server.server.server.watches.count).toBe(0)
  expect(server.facts.at(-1)).toMatchObject({ type: 'watch-closed', why: 'client' })
})

test('[WA6] a watch that cannot continue sends an ERROR event', async () => {
  const server = startServer()
  const { body } = await server.post(configMaps, configMap('a'))
  await server.post(configMaps, configMap('b'))
  await server.log.compact(server.log.revision() as Parameters<typeof server.log.compact>[0])

  const watch = await server.watch(`${configMaps}?watch=1&resourceVersion=${body.metadata.resourceVersion}`)
  const [event] = await watch.next(2)

  expect([watch.status, event?.type]).toEqual([200, 'ERROR'])
  expect(event?.object).toMatchObject({ code: 410, reason: 'Expired' })
  expect(await watch.next(1)).toEqual([])
})

test('[WA7] timeoutSeconds ends the stream cleanly, two seconds after a bookmark', async () => {
  const server = startServer()
  const { body } = await server.get(configMaps)
  const from = body.metadata.resourceVersion
  const watch = await server.watch(
    `${configMaps}?watch=1&timeoutSeconds=4&allowWatchBookmarks=1&resourceVersion=${from}`,
  )

  server.clock.advance(2000)
  const [bookmark] = await watch.next(1)
  server.clock.advance(2100)

  expect(bookmark?.type).toBe('BOOKMARK')
  expect(await watch.next(1)).toEqual([])
  expect(server.facts.at(-1)).toMatchObject({ type: 'watch-closed', why: 'timeout' })
})

test('[WA13] no watch starts before the bootstrap objects exist, and a restart keeps the history', async () => {
  const fresh = startServer()
  const [refused] = await (await fresh.watch(`${configMaps}?watch=1&resourceVersion=1`)).next(1)
  expect(refused).toMatchObject({ type: 'ERROR', object: { code: 410, reason: 'Expired' } })
  const { body } = await fresh.get(configMaps)
  await fresh.post(configMaps, configMap('a'))

  const again = startServer({ log: fresh.log })
  const [seen] = await (
    await again.watch(`${configMaps}?watch=1&resourceVersion=${body.metadata.resourceVersion}`)
  ).next(1)
  expect(seen).toMatchObject({ type: 'ADDED', object: { metadata: { name: 'a' } } })
})

test('[WA8] events of one commit group are one chunk', async () => {
  const server = startServer()
  await server.server.ready
  const watch = await server.watch(`${configMaps}?watch=1&resourceVersion=${server.log.revision()}`)

  await Promise.all(['a', 'b', 'c'].map((name) => server.post(configMaps, configMap(name))))
  const chunks = [await watch.chunk()]

  expect(chunks[0]?.trim().split('\n').length).toBeGreaterThanOrEqual(1)
  await watch.close()
})

test('[WA9] one object is watched by its name', async () => {
  const server = startServer()
  const { body } = await server.post(configMaps, configMap('a'))

  const query = `watch=1&fieldSelector=metadata.name%3Da&resourceVersion=${body.metadata.resourceVersion}`
  const watch = await server.watch(`${configMaps}?${query}`)
  await server.post(configMaps, configMap('b'))
  await server.delete(`${configMaps}/a`)

  expect(typesOf(await watch.next(1))).toEqual(['DELETED'])
  await watch.close()
})

test('[WA5] an aborted request closes its stream and ends the watch', async () => {
  const server = startServer()
  const stop = new AbortController()
  const response = await server.server.fetch(new Request(`http://test${configMaps}?watch=1`, { signal: stop.signal }))
  const reading = response.body?.getReader().read()

  stop.abort()

  await expect(reading).rejects.toThrow()
  expect(server.server.server.watches.count).toBe(0)
})
