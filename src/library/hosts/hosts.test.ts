import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getResponse } from 'msw'
import { expect, test as plain } from 'vitest'
import { readLines } from '#client/read-lines.ts'
import type { DebugWatches } from '#facts/debug-api.ts'
import { createOrchard } from '#library/orchard.ts'
import { orchardHandlers } from './msw.ts'
import { folder, listen } from './node.ts'
import { orchardTest } from './vitest.ts'

const configMaps = '/api/v1/namespaces/default/configmaps'
const configMap = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: { x: '1' } }

plain('[LIB11] a folder keeps the objects of a server for the next one', async () => {
  const path = mkdtempSync(join(tmpdir(), 'orchard-library-'))
  try {
    const first = await createOrchard({ log: folder(path), objects: configMap })
    const revision = first.revision()
    await first.close()
    await using second = await createOrchard({ log: folder(path) })
    expect(second.revision()).toBe(revision)
    expect((await second.fetch(`${configMaps}/a`)).status).toBe(200)
    await expect(createOrchard({ log: folder(path) })).rejects.toThrow('has this store open')
  } finally {
    rmSync(path, { recursive: true })
  }
})

plain('[LIB11] listen() serves clients over HTTP until it is closed', async () => {
  await using server = await createOrchard({ objects: configMap })
  const listening = await listen(server)
  const answer = await fetch(`${listening.url}${configMaps}/a`)
  expect(await answer.json()).toMatchObject({ data: { x: '1' } })
  await listening.close()
  await expect(fetch(listening.url)).rejects.toThrow()
  expect((await server.fetch(`${configMaps}/a`)).status).toBe(200)
})

// With the handlers alone: msw/node itself needs a newer Node than this project supports.
plain('[LIB12] the handlers of msw answer API paths of one origin, and a quiet watch begins with a byte', async () => {
  await using server = await createOrchard({ objects: configMap })
  const handlers = orchardHandlers(server, { origin: 'https://cluster.test' })
  const answer = (url: string) => getResponse(handlers, new Request(url))
  const listed = await answer(`https://cluster.test${configMaps}`)
  expect(await listed?.json()).toMatchObject({ items: [{ data: { x: '1' } }] })
  expect(await answer(`https://other.test${configMaps}`)).toBeUndefined()
  expect(await answer('https://cluster.test/index.html')).toBeUndefined()
  const watch = await answer(`https://cluster.test${configMaps}?watch=true&resourceVersion=${server.revision()}`)
  const reader = watch?.body?.getReader()
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('\n')
  await reader?.cancel()
  await expect.poll(() => server.cutWatches()).toBe(0)
})

plain('[LIB12] a hundred aborted watches leave none open', async () => {
  await using server = await createOrchard()
  const handlers = orchardHandlers(server)
  const watchUrl = `https://cluster.test${configMaps}?watch=true&resourceVersion=${server.revision()}`
  const stopping = new AbortController()
  const { signal } = stopping
  const watches = await Promise.all(
    Array.from({ length: 100 }, () => getResponse(handlers, new Request(watchUrl, { signal }))),
  )
  stopping.abort()
  await Promise.allSettled(watches.map(async (watch) => watch?.body?.cancel()))
  await expect.poll(() => server.cutWatches()).toBe(0)
})

const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(configMap) }

/** 10,000 by hand: docs/reliability.md */
const eventCount = Number(process.env['ORCHARD_MSW_EVENTS'] ?? 100)

plain(
  '[LIB12] many events come through a handler in the order of the writes, and none is kept',
  { timeout: 120_000 },
  async () => {
    await using server = await createOrchard({ objects: configMap })
    const handlers = orchardHandlers(server)
    const url = `https://cluster.test${configMaps}?watch=true&resourceVersion=${server.revision()}`
    const watch = await getResponse(handlers, new Request(url))
    if (!watch?.body) throw new Error('the watch has no body')
    let [next, queuedMax] = [0, 0]
    const reading = (async (body: ReadableStream<Uint8Array>): Promise<void> => {
      for await (const lines of readLines(body))
        for (const line of lines) {
          const { object } = JSON.parse(line) as { readonly object: { readonly data: { readonly at: string } } }
          if (object.data.at !== String(next)) throw new Error(`event ${object.data.at} in place of ${next}`)
          next += 1
        }
    })(watch.body)
    for (let at = 0; at < eventCount; at += 1) {
      const body = JSON.stringify({ ...configMap, data: { at: String(at) } })
      await server.fetch(`${configMaps}/a`, { method: 'PUT', headers: post.headers, body })
      if (at % 100 !== 0) continue
      const { watches } = (await (await server.fetch('/debug/watches')).json()) as DebugWatches
      queuedMax = Math.max(queuedMax, ...watches.map(({ queuedCount }) => queuedCount))
    }
    await server.cutWatches()
    await reading
    expect(next).toBe(eventCount)
    expect(queuedMax).toBeLessThan(10)
  },
)

const test = orchardTest({ seed: 1, objects: configMap })

test('[LIB13] a test has a server of its own, and matchers for its answers', async ({ orchard }) => {
  await expect(orchard).toHaveObject(`${configMaps}/a`, { data: { x: '1' } })
  await expect(orchard).not.toHaveObject(`${configMaps}/b`)
  await expect(await orchard.fetch(configMaps, post)).toBeStatus(409, 'AlreadyExists')
  await orchard.fetch(`${configMaps}/a`, { method: 'DELETE' })
  await expect(orchard).not.toHaveObject(`${configMaps}/a`)
})

test('[LIB13] what another test did is not seen', async ({ orchard }) => {
  await expect(orchard).toHaveObject(`${configMaps}/a`)
})
