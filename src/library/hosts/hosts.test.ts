import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getResponse } from 'msw'
import { expect, test as plain } from 'vitest'
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

plain('[LIB12] a hundred aborted watches leave none open, and events come in the order of the writes', async () => {
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

  const names = Array.from({ length: 100 }, (_one, at) => `c${at}`)
  const watch = await getResponse(handlers, new Request(watchUrl))
  await server.create(names.map((name) => ({ ...configMap, metadata: { name, namespace: 'default' } })))
  await server.cutWatches()
  const lines = ((await watch?.text()) ?? '').split('\n').filter((line) => line !== '')
  const seen = lines.map(
    (line) => JSON.parse(line) as { readonly object: { readonly metadata: { readonly name: string } } },
  )
  expect(seen.map(({ object }) => object.metadata.name)).toEqual(names)
})

const test = orchardTest({ seed: 1, objects: configMap })
const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(configMap) }

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
