import type { HostStorage } from '#facts/host-status.ts'
import { isWorldUrl } from '#facts/world-api.ts'
import { openIndexedDbLog } from '#indexeddb/indexeddb-log.ts'
import { keptSigningKey } from '#indexeddb/signing-key.ts'
import { seedBookShop } from '#samples/seed.ts'
import { actingAs } from '#server/auth/acting-as.ts'
import { everybodyIs, firstOf } from '#server/auth/authenticator.ts'
import { newSigningKey } from '#server/auth/service-account-tokens.ts'
import { loopbackAdministrator } from '#server/auth/user-info.ts'
import { createSimulatedClock } from '#server/debug/simulated-clock.ts'
import { type Orchard, startOrchard } from '#server/start-orchard.ts'
import type { Log, LogStatus } from '#server/storage/log.ts'
import type { HostedServer } from './host.ts'
import { worldOptions } from './open-world.ts'

const DATABASE = 'orchard'
const STATE_CHECK_MS = 500

/** Opens the database of this origin and makes the server over it. The first start tells the sample's story. [SD1] [HO4] */
export async function openServer(report: (status: HostStorage) => void): Promise<HostedServer> {
  const clock = createSimulatedClock()
  const log = await openIndexedDbLog({ name: DATABASE, clock })
  const isFirstStart = log.revision() === 0
  const world = worldOptions(clock)
  const server = await startOrchard({
    log,
    clock,
    authenticator: firstOf([actingAs, everybodyIs(loopbackAdministrator, 'this page')]),
    debug: true,
    ...world,
    signingKey: () => keptSigningKey(newSigningKey),
  })
  const stopWatching = watchState(log, report)
  if (isFirstStart) void seed(server, clock.now())
  return {
    // The page reaches the world's parties as the server does. [WO9]
    handle: (request, extras) =>
      isWorldUrl(new URL(request.url)) ? reachWorld(world, request) : server.fetch(request, extras),
    async close() {
      stopWatching()
      server.close()
      await log.close()
    },
  }
}

/** A browser can't be told of a connection that failed, so the page sees a gateway's answer. */
const reachWorld = ({ fetch }: ReturnType<typeof worldOptions>, request: Request): Promise<Response> =>
  fetch(request).catch((error: unknown) =>
    Response.json({ message: error instanceof Error ? error.message : String(error) }, { status: 502 }),
  )

/** While the page is already served, so that one sees the cluster come up. */
async function seed(server: Orchard, nowMs: number): Promise<void> {
  const fetcher: typeof fetch = (input, init) => server.fetch(new Request(input, init))
  // What every server makes for itself is not part of the story: its objects stay, their history is forgotten.
  await fetcher(`${self.location.origin}/debug/compact`, { method: 'POST', body: '{}' })
  await seedBookShop(fetcher, { origin: self.location.origin, nowMs })
}

function statusOf(state: LogStatus['state']): HostStorage {
  switch (state) {
    case 'open':
      return { type: 'ready' }
    case 'full':
      return { type: 'full', message: "the browser's storage for this page is full; reads and deletes go on" }
    case 'fenced':
      return { type: 'fenced', message: 'another tab took the database over; reload this page to go on' }
    case 'closed':
      return { type: 'versionchange', message: 'another tab asked for the database, so it was closed here' }
  }
}

/** Tells each change of the log's state. It changes by what the browser does, so it is looked at now and then. */
function watchState(log: Log, report: (status: HostStorage) => void): () => void {
  let last: LogStatus['state'] = 'open'
  const timer = setInterval(() => {
    const { state } = log.status()
    if (state !== last) report(statusOf(state))
    last = state
  }, STATE_CHECK_MS)
  return () => clearInterval(timer)
}
