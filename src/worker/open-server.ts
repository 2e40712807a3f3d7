import type { Revision } from '#api/revision.ts'
import { configKindNames } from '#facts/config-api.ts'
import type { HostStorage } from '#facts/host-status.ts'
import { isWorldUrl } from '#facts/world-api.ts'
import { openIndexedDbLog } from '#indexeddb/indexeddb-log.ts'
import { keptSigningKey } from '#indexeddb/signing-key.ts'
import { contentsOf } from '#prepared/prepared-log.ts'
import { sampleFiles } from '#samples/config-files.ts'
import { startVisitors } from '#samples/visitors.ts'
import { actingAs } from '#server/auth/acting-as.ts'
import { authenticateAllAs, firstOf } from '#server/auth/authenticator.ts'
import { newSigningKey } from '#server/auth/service-account-tokens.ts'
import { loopbackAdministrator } from '#server/auth/user-info.ts'
import { createSimulatedClock } from '#server/debug/simulated-clock.ts'
import { type Orchard, startOrchard } from '#server/start-orchard.ts'
import type { DiskContents } from '#server/storage/disk.ts'
import type { Log, LogStatus } from '#server/storage/log.ts'
import type { ConfigStore } from '#server/settings/running-configs.ts'
import type { HostedServer } from './host.ts'
import { worldOptions } from './open-world.ts'

const DATABASE = 'orchard'
const STATE_CHECK_MS = 500

/**
 * Opens the database of this origin and creates the server. A new database is initialized with the sample cluster.
 * [SD3] [HO4]
 */
export async function openServer(report: (status: HostStorage) => void): Promise<HostedServer> {
  const clock = createSimulatedClock()
  let isFirstStart = false
  const prepared = async (): Promise<DiskContents> => {
    isFirstStart = true
    const { preparedLog } = await import('virtual:prepared/book-shop')
    return contentsOf(preparedLog, clock.now())
  }
  const log = await openIndexedDbLog({ name: DATABASE, clock, prepared })
  const world = worldOptions(clock)
  if (isFirstStart) await keepSampleFiles(world.configStore)
  const server = await startOrchard({
    log,
    clock,
    authenticator: firstOf([actingAs, authenticateAllAs(loopbackAdministrator, 'this page')]),
    authorizationMode: 'RBAC',
    debug: true,
    ...world,
    signingKey: () => keptSigningKey(newSigningKey),
  })
  const stopWatching = watchState(log, report)
  const stopVisits = isFirstStart ? visit(server.fetch, log.compacted()) : null
  return {
    // The page reaches the simulated parties like the server. [WO9]
    handle: (request, extras) =>
      isWorldUrl(new URL(request.url)) ? reachWorld(world, request) : server.fetch(request, extras),
    async close() {
      stopWatching()
      stopVisits?.()
      server.close()
      await log.close()
    },
  }
}

/** A failed connection cannot be reported to a browser, so the page receives the response of a gateway. */
const reachWorld = ({ fetch }: ReturnType<typeof worldOptions>, request: Request): Promise<Response> =>
  fetch(request).catch((error: unknown) =>
    Response.json({ message: error instanceof Error ? error.message : String(error) }, { status: 502 }),
  )

/** Saves the sample's configuration files where the server reads them; existing files are kept. */
async function keepSampleFiles(store: ConfigStore): Promise<void> {
  const kept = await store.load()
  for (const kind of configKindNames) if (kept[kind] === undefined) await store.save(kind, sampleFiles[kind])
}

/** Starts the sample's visitors. They begin at the oldest readable revision. */
function visit(handle: Orchard['fetch'], compacted: Revision | 0): () => void {
  const fetcher: typeof fetch = (input, init) => handle(new Request(input, init))
  return startVisitors(fetcher, self.location.origin, String(compacted + 1))
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
      return { type: 'versionchange', message: 'another tab requested the database, so it was closed here' }
  }
}

/** Reports each change of the log's state. The browser can change it at any time, so it is polled. */
function watchState(log: Log, report: (status: HostStorage) => void): () => void {
  let last: LogStatus['state'] = 'open'
  const timer = setInterval(() => {
    const { state } = log.status()
    if (state !== last) report(statusOf(state))
    last = state
  }, STATE_CHECK_MS)
  return () => clearInterval(timer)
}
