import type { Revision } from '#api/revision.ts'
import type { ClusterStart, OpenedCluster, StoredCluster } from '#clusters/cluster-host.ts'
import { configKindNames } from '#facts/config-api.ts'
import type { HostStorage } from '#facts/host-status.ts'
import { isWorldUrl } from '#facts/world-api.ts'
import { openIndexedDbLog } from '#indexeddb/indexeddb-log.ts'
import { keptSigningKey } from '#indexeddb/signing-key.ts'
import { contentsOf, ownPart } from '#prepared/prepared-log.ts'
import { type PreparedLogs, samplesOf } from '#prepared/samples.ts'
import { sampleFiles } from '#samples/config-files.ts'
import { startVisitors } from '#samples/visitors.ts'
import { actingAs } from '#server/auth/acting-as.ts'
import { authenticateAllAs, firstOf } from '#server/auth/authenticator.ts'
import { exceptTerminal } from '#server/auth/except-terminal.ts'
import { newSigningKey } from '#server/auth/service-account-tokens.ts'
import { loopbackAdministrator } from '#server/auth/user-info.ts'
import { createSimulatedClock, realTimeWith, type SimulatedClock } from '#server/debug/simulated-clock.ts'
import { everyKind } from '#server/kind-sets/every-kind.ts'
import { loadServerLoops } from '#server/start-controllers.ts'
import { type Orchard, type OrchardOptions, startOrchard } from '#server/start-orchard.ts'
import type { DiskContents } from '#server/storage/disk.ts'
import type { ConfigStore } from '#server/settings/running-configs.ts'
import type { WireExtras } from '#wire/served-port.ts'
import { afterFirstWatch } from './after-first-watch.ts'
import { copySettings, logDatabase, settingsOf, signingKeyName } from './cluster-storage.ts'
import { keptGates } from './kept-gates.ts'
import { worldOptions } from './open-world.ts'
import { openTrial } from './open-trial.ts'
import { watchState } from './watch-state.ts'

export interface ClusterContext {
  readonly report: (status: HostStorage) => void
  /** Serves `/debug/clusters`. */
  readonly control: NonNullable<OrchardOptions['debugMore']>
}

/** Starts the server of a cluster, or of a trial. */
export function openCluster(
  cluster: StoredCluster,
  start: ClusterStart | null,
  context: ClusterContext,
): Promise<OpenedCluster<WireExtras>> {
  const content = start?.contents
  if (cluster.origin.type !== 'trial' || !content) return openStored(cluster, start, context)
  return openTrial(cluster, { ...start, content }, context.control)
}

/**
 * Opens the databases of a cluster and starts its server. A new cluster begins with `start`, an empty database without
 * it with the sample. [SD3] [HO4]
 */
async function openStored(
  cluster: StoredCluster,
  start: ClusterStart | null,
  { report, control }: ClusterContext,
): Promise<OpenedCluster<WireExtras>> {
  const clock = clockOf(cluster, start)
  if (start?.settingsOf) await copySettings(start.settingsOf, settingsOf(cluster))
  let isSampleNew = false
  const prepared = async (): Promise<DiskContents> => {
    if (start?.contents) return start.contents
    // The sample is recorded in our words; this server creates its own objects when it starts.
    if (cluster.vocabulary === 'kubernetes') return nothing
    isSampleNew = cluster.origin.type === 'sample'
    const bookShop = await preparedLogs.bookShop()
    return contentsOf(isSampleNew ? bookShop : ownPart(bookShop), clock.now())
  }
  loadAhead()
  const settings = settingsOf(cluster)
  const gates = keptGates(settings)
  const log = await openIndexedDbLog({ name: logDatabase(cluster), clock, prepared, skipTo: firstOwn(cluster) })
  const world = worldOptions(clock, settings)
  if (isSampleNew) await keepSampleFiles(world.configStore)
  const visits = createVisits(() => visit(server.fetch, log.compacted()))
  const server: Orchard = await startOrchard({
    kinds: everyKind,
    log,
    clock,
    authenticator: firstOf([actingAs, exceptTerminal(authenticateAllAs(loopbackAdministrator, 'this page'))]),
    authorizationMode: 'RBAC',
    debug: true,
    followsLife: true,
    startsFilesLater: true,
    pause: () => new Promise((resume) => void setTimeout(resume, 0)),
    otherLineUpTo: cluster.otherLineUpTo,
    featureGates: await gates,
    ...world,
    debugMore: async (request, path) =>
      (await control(request, path)) ?? (await world.debugMore?.(request, path)) ?? null,
    signingKey: () => keptSigningKey(signingKeyName(cluster), newSigningKey),
    // Recorded in our words.
    samples: cluster.vocabulary === 'kubernetes' ? [] : samplesWith(visits.begin, () => server),
  })
  const stopWatching = watchState(log, report)
  const later = afterFirstWatch(() => {
    server.configuration.begin()
    if (isSampleNew) visits.begin()
  })
  return {
    log,
    handle: later.before(reaching(server, world)),
    async close() {
      stopWatching()
      later.end()
      visits.end()
      server.close()
      await log.close()
    },
  }
}

/** Loads code that the server needs when it starts, while the log is opened. A failure is met again where it is needed. */
function loadAhead(): void {
  for (const loading of [import('#server/seed/default-rbac.ts'), loadServerLoops()]) loading.catch(() => undefined)
}

/** The oldest revision that only this log has, since it exchanged its place with another one. [MC13] */
const firstOwn = ({ otherLineUpTo }: StoredCluster): number | undefined =>
  otherLineUpTo === undefined ? undefined : otherLineUpTo + 1

function clockOf(cluster: StoredCluster, start: ClusterStart | null): SimulatedClock {
  const clock = createSimulatedClock(realTimeWith(cluster.clockOffsetMs ?? 0))
  if (start?.isFrozen === true || cluster.isReadOnly === true) clock.setFrozen(true)
  return clock
}

/** The page reaches the simulated parties like the server. [WO9] */
const reaching =
  (server: Orchard, world: ReturnType<typeof worldOptions>): OpenedCluster<WireExtras>['handle'] =>
  (request, extras) =>
    isWorldUrl(new URL(request.url)) ? reachWorld(world, request) : server.fetch(request, extras)

/** The samples of the page: loading one starts the visitors of the book shop, and the life of the living one. */
const samplesWith = (visitShop: () => void, server: () => Orchard): ReturnType<typeof samplesOf> =>
  samplesOf(preparedLogs, newUid, {
    whenShopLoaded: () => Promise.resolve(visitShop()),
    async startLife() {
      visitShop()
      const body = JSON.stringify({ running: true, nodes: sampleNodes })
      await server().fetch(new Request('http://orchard.invalid/debug/life', { method: 'POST', body }))
    },
  })

/** The number of nodes of the living sample. */
const sampleNodes = 3

const newUid = (): string => crypto.randomUUID()

const nothing: DiskContents = { snapshot: [], snapshotRevision: 0, log: [], compacted: 0 }

const preparedLogs: PreparedLogs = {
  bookShop: async () => (await import('virtual:prepared/book-shop')).preparedLog,
  stuckNamespace: async () => (await import('virtual:prepared/stuck-namespace')).preparedLog,
  tenThousand: async () => (await import('virtual:prepared/ten-thousand')).preparedLog,
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

/** Keeps the visitors of one sample at a time: those of the sample before end when others begin. */
function createVisits(start: () => () => void): { readonly begin: () => void; readonly end: () => void } {
  let stop: (() => void) | null = null
  const end = (): void => stop?.()
  return {
    begin() {
      end()
      stop = start()
    },
    end,
  }
}

/** Starts the sample's visitors. They begin at the oldest readable revision. */
function visit(handle: Orchard['fetch'], compacted: Revision | 0): () => void {
  const fetcher: typeof fetch = (input, init) => handle(new Request(input, init))
  return startVisitors(fetcher, self.location.origin, String(compacted + 1))
}
