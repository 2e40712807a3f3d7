import { expect, test } from 'vitest'
import { createApiServer } from '#server/apiserver.ts'
import { randomName } from '#api/random-name.ts'
import { createMemoryLog } from '#server/storage/memory-log.ts'
import { systemClock } from '#api/system-clock.ts'
import { seedBookShop } from './seed.ts'

const origin = 'http://page.test'
const story = { origin, nowMs: Date.UTC(2026, 10, 21, 14) }

function startServer() {
  const log = createMemoryLog({ clock: systemClock })
  const server = createApiServer({ log, clock: systemClock, uid: () => crypto.randomUUID(), random: randomName })
  const fetcher: typeof fetch = (input, init) => server.fetch(new Request(input, init))
  const get = async (path: string) => (await fetcher(origin + path)).json() as Promise<Record<string, never>>
  return { log, fetcher, get }
}

test('[SD1] the server takes every write of the story, and each is a revision', async () => {
  const { fetcher, log } = startServer()
  await fetcher(`${origin}/version`)
  const before = log.revision()

  const { written, refused } = await seedBookShop(fetcher, story)

  expect(refused).toEqual([])
  expect(written).toBeGreaterThan(40)
  expect(log.revision() - before).toBe(written)
})

test('[SD1] the story leaves an object that one of two holders keeps, and several actors in the log', async () => {
  const { fetcher, get, log } = startServer()
  await seedBookShop(fetcher, story)

  const ledger = await get('/api/v1/namespaces/staging/configmaps/ledger')
  const entries = await log.history({ after: 0, limit: 1000 })

  expect(ledger).toMatchObject({
    metadata: { deletionTimestamp: expect.any(String), finalizers: ['shop.example/export-ledger'] },
  })
  expect(new Set(entries.map(({ author }) => author.actor)).size).toBeGreaterThan(5)
})

test('[SD1] told twice, the story neither doubles nor fails', async () => {
  const { fetcher, get } = startServer()
  await seedBookShop(fetcher, story)
  const { refused } = await seedBookShop(fetcher, story)

  const { items } = await get('/apis/apps/v1/namespaces/shop/deployments')

  expect(refused).toEqual([])
  expect(items).toHaveLength(3)
})
