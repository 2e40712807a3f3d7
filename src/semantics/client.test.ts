import { expect, test } from 'vitest'
import type { ApiObject } from '#api/object-meta.ts'
import { toRevision } from '#api/revision.ts'
import { createApiClient } from '#client/api-client.ts'
import { followCollection } from '#client/follow.ts'
import { Refusal } from '#client/refusal.ts'
import { createApiServer } from '#server/apiserver.ts'
import { everyKind } from '#server/kind-sets/every-kind.ts'
import { createMemoryLog } from '#server/storage/memory-log.ts'
import { systemClock } from '#api/system-clock.ts'

const path = '/api/v1/namespaces/default/configmaps'
const configMap = (name: string): ApiObject => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } })

function start() {
  const log = createMemoryLog({ clock: systemClock })
  const uid = (): string => crypto.randomUUID()
  const server = createApiServer({
    kinds: everyKind,
    log,
    clock: systemClock,
    uid,
    random: () => 'xxxxx',
  })
  const asked: string[] = []
  const fetcher: typeof fetch = (input, init) => {
    const request = new Request(new URL(String(input), 'http://client.invalid'), init)
    asked.push(request.url)
    return server.fetch(request)
  }
  return { log, server, fetcher, asked, client: createApiClient(fetcher) }
}

const until = (reached: () => boolean): Promise<void> => expect.poll(reached).toBe(true)

test('[CL1] a client reads a collection in pages of one snapshot', async () => {
  const { client } = start()
  for (const name of ['a', 'b', 'c', 'd', 'e']) await client.create(path, configMap(name))
  const names: (string | undefined)[] = []
  const versions = new Set<string | undefined>()
  for await (const page of client.pages(path, 2)) {
    names.push(...page.items.map(({ metadata }) => metadata.name))
    versions.add(page.metadata.resourceVersion)
    await client.delete(`${path}/e`).catch(() => undefined)
  }
  expect(names).toEqual(['a', 'b', 'c', 'd', 'e'])
  expect(versions.size).toBe(1)
})

test('[CL2] a reflector resumes an ended watch, and lists again when the history has been compacted', async () => {
  const { client, fetcher, server, log, asked } = start()
  await client.create(path, configMap('a'))
  const seen: string[] = []
  const stop = new AbortController()
  const following = followCollection({
    fetch: fetcher,
    path,
    signal: stop.signal,
    onList: (items) => seen.push(`list ${items.map(({ metadata }) => metadata.name).join(',')}`),
    onEvent: ({ type, object }) => seen.push(`${type} ${object.metadata.name}`),
    pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  })
  await until(() => server.server.watches.count === 1)
  await client.create(path, configMap('b'))
  await until(() => seen.includes('ADDED b'))

  const cut = (): void => server.server.watches.list().forEach(({ id }) => server.server.watches.cut(id))
  cut()
  await until(() => asked.filter((url) => url.includes('watch=1')).length === 2)
  await client.create(path, configMap('c'))
  await until(() => seen.includes('ADDED c'))
  expect(seen).toEqual(['list a', 'ADDED b', 'ADDED c'])

  // A write that the reflector has not seen when its watch ends, and whose history is compacted when it resumes.
  cut()
  await client.create('/api/v1/namespaces/default/secrets', { ...configMap('s'), kind: 'Secret' })
  await log.compact(toRevision(log.revision()))
  await client.create(path, configMap('d'))
  await until(() => seen.includes('ADDED d') || seen.includes('list a,b,c,d') || seen.includes('list a,b,c'))
  stop.abort()
  await following
  server.close()
})

test('[CL3] an error has its Status, whatever the response body was', async () => {
  const { client } = start()
  const refusal = await client.get(`${path}/absent`).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(Refusal)
  expect((refusal as Refusal).status).toMatchObject({ code: 404, reason: 'NotFound' })
  const plain = createApiClient(() => Promise.resolve(new Response('no such page', { status: 502 })))
  await expect(plain.get('/x')).rejects.toMatchObject({ status: { code: 502, message: 'no such page' } })
})
