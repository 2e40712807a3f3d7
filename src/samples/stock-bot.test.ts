import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createApiServer } from '#server/apiserver.ts'
import { randomName } from '#api/random-name.ts'
import { createMemoryLog } from '#server/storage/memory-log.ts'
import { systemClock } from '#api/system-clock.ts'
import { seedBookShop } from './seed.ts'
import { startStockBot } from './stock-bot.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

test('[SD2] the ghost writer sells a book every 4 s until it is stopped', async () => {
  const log = createMemoryLog({ clock: systemClock })
  const server = createApiServer({ log, clock: systemClock, uid: () => crypto.randomUUID(), random: randomName })
  const fetcher: typeof fetch = (input, init) =>
    server.fetch(typeof input === 'string' ? new Request(new URL(input, 'http://page.test'), init) : new Request(input))
  await seedBookShop(fetcher, { origin: 'http://page.test', nowMs: 0 })
  const seeded = log.revision()
  const written = (count: number) => vi.waitFor(() => expect(log.revision() - seeded).toBe(count))

  const stop = startStockBot(fetcher)
  vi.advanceTimersByTime(4_000)
  await written(1)
  vi.advanceTimersByTime(4_000)
  await written(2)
  stop()
  vi.advanceTimersByTime(40_000)
  await fetcher('/version')

  expect(log.revision() - seeded).toBe(2)
  const [entry] = await log.history({ after: seeded, limit: 1 })
  expect(entry?.author).toMatchObject({ actor: 'stock-bot', manager: 'stock-bot' })
})
