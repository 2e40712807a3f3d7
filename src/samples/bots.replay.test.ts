import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { actingAs } from '#server/auth/acting-as.ts'
import { authenticateAllAs, firstOf } from '#server/auth/authenticator.ts'
import { loopbackAdministrator } from '#server/auth/user-info.ts'
import type { DebugRequests, DebugWatches } from '#facts/debug-api.ts'
import { startOrchard } from '#server/start-orchard.ts'
import { createMemoryLog } from '#server/storage/memory-log.ts'
import { systemClock } from '#api/system-clock.ts'
import { contentsOf } from '#prepared/prepared-log.ts'
import { recordStory } from '#prepared/record-story.ts'
import { bookShopStory, storySeconds } from './book-shop/story.ts'
import { readActorText } from './actors/read-actor-text.ts'
import { startActor } from './actors/run-actor.ts'
import { shopControllerText, stockBotText } from './actors/shop-actors.ts'
import { startVisitors } from './visitors.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

const origin = 'http://page.test'
const turn = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve, 0))

/** `vi.waitFor` advances the fake clock while it waits; `expect.poll` does not. */
const patiently = { timeout: 15_000 }

/** Starts an actor that a text declares, as a client of this server. */
function start(text: string, fetcher: typeof fetch): () => void {
  const { actor, problem } = readActorText(text)
  if (actor === null) throw new Error(problem)
  return startActor(actor, { fetch: fetcher, origin, now: () => systemClock.now(), pause: turn })
}

/** The shop at the end of its story, recorded once for all tests of this file. */
const recorded = recordStory(bookShopStory, storySeconds)

async function startShop() {
  const { log: shop, report } = await recorded
  expect(report.refused).toEqual([])
  const log = createMemoryLog({ clock: systemClock, contents: contentsOf(shop, systemClock.now()) })
  const server = await startOrchard({
    log,
    clock: systemClock,
    authenticator: firstOf([actingAs, authenticateAllAs(loopbackAdministrator, 'the test')]),
    authorizationMode: 'RBAC',
    debug: true,
  })
  const fetcher: typeof fetch = (input, init) => server.fetch(new Request(input, init))
  return { log, server, fetcher }
}

test('[SD2] the stock bot sells a book every 4 s until it is stopped', async () => {
  const { log, server, fetcher } = await startShop()
  const before = log.revision()
  const sales = async () =>
    (await log.history({ after: before, limit: 100 })).filter(({ author }) => author.actor === 'stock-bot')
  const written = (count: number) => vi.waitFor(async () => expect(await sales()).toHaveLength(count), patiently)

  const stop = start(stockBotText, fetcher)
  vi.advanceTimersByTime(4_000)
  await written(1)
  vi.advanceTimersByTime(4_000)
  await written(2)
  stop()
  vi.advanceTimersByTime(40_000)
  await fetcher(`${origin}/version`)

  expect(await sales()).toHaveLength(2)
  expect((await sales())[0]?.author).toMatchObject({ actor: 'stock-bot', manager: 'stock-bot' })
  server.close()
})

test('[SD4] the shop’s controller reports a rollout in two steps, using only the verbs of its role', async () => {
  const { log, server, fetcher } = await startShop()
  const stop = start(shopControllerText, fetcher)
  const before = log.revision()
  const path = `${origin}/apis/apps/v1/namespaces/shop/deployments/web`
  await fetcher(path, {
    method: 'PATCH',
    headers: { 'content-type': 'application/merge-patch+json' },
    body: '{"spec":{"replicas":5}}',
  })

  const status = async () => ((await (await fetcher(path)).json()) as { status: object }).status
  await vi.waitFor(async () => expect(await status()).toMatchObject({ replicas: 5, readyReplicas: 5 }), patiently)

  const entries = await log.history({ after: before, limit: 100 })
  const reports = entries.filter(({ author }) => author.actor === 'shop-controller')
  const ready = reports.map(
    ({ value }) => (JSON.parse(new TextDecoder().decode(value ?? undefined)) as { status: object }).status,
  )
  expect(ready).toContainEqual(expect.objectContaining({ readyReplicas: 4, unavailableReplicas: 1 }))
  // The status is settled: the controller rests, and its own writes do not wake it again.
  const written = log.revision()
  await fetcher(`${origin}/version`)
  expect(log.revision()).toBe(written)
  stop()
  server.close()
})

test('[SD5] bob watches, and receives a conflict', async () => {
  const { log, server, fetcher } = await startShop()

  const stop = startVisitors(fetcher, origin, String(log.revision() - 10))

  const ofBob = async () => {
    const { requests } = (await (await fetcher(`${origin}/debug/requests?limit=1000`)).json()) as DebugRequests
    return requests.filter(({ actor }) => actor === 'bob')
  }
  await vi.waitFor(async () => {
    const own = await ofBob()
    expect(own.filter(({ status, method }) => status === 409 && method === 'PUT')).toHaveLength(1)
    const { watches } = (await (await fetcher(`${origin}/debug/watches`)).json()) as DebugWatches
    expect(watches.filter(({ actor }) => actor === 'bob')).toHaveLength(1)
  }, patiently)
  stop()
  server.close()
})
