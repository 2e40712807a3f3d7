import { onTestFinished } from 'vitest'
import { controlClusters } from '#clusters/cluster-control.ts'
import { clusterFront, urlTargets } from '#clusters/cluster-front.ts'
import type { StoredCluster } from '#clusters/cluster-host.ts'
import { Clusters } from '#clusters/clusters.ts'
import { authenticateAllAs } from '#server/auth/authenticator.ts'
import { loopbackAdministrator } from '#server/auth/user-info.ts'
import { createSimulatedClock, realTimeWith } from '#server/debug/simulated-clock.ts'
import { startOrchard } from '#server/start-orchard.ts'
import type { Disk, DiskContents } from '#server/storage/disk.ts'
import type { LogEntry } from '#server/storage/log.ts'
import { createMemoryLog } from '#server/storage/memory-log.ts'
import { openLog } from '#server/storage/mvcc/open-log.ts'

type Nothing = Record<never, never>
const origin = 'http://orchard.test'
const empty: DiskContents = { snapshot: [], snapshotRevision: 0, log: [], compacted: 0 }

/** Returns the objects of a server that nobody used. */
async function ownEntries(): Promise<readonly LogEntry[]> {
  const clock = createSimulatedClock()
  const log = createMemoryLog({ clock })
  const server = await startOrchard({
    log,
    clock,
    debug: false,
    authenticator: authenticateAllAs(loopbackAdministrator, 'this test'),
  })
  const { entries } = await log.range({ start: '', end: '\uffff' })
  server.close()
  await log.close()
  return entries
}

/** A disk in memory, whose contents stay in `disks` when it is closed. */
function openDisk(disks: Map<string, DiskContents>, id: string, first: DiskContents): Disk {
  const contents = disks.get(id) ?? first
  disks.set(id, contents)
  return {
    kind: 'memory',
    load: async () => contents,
    append: async (group) => {
      const kept = disks.get(id) ?? empty
      disks.set(id, { ...kept, log: [...kept.log, ...group] })
    },
    setCompacted: async () => undefined,
    snapshotIfDue: async () => undefined,
    close: async () => undefined,
    status: () => ({}),
  }
}

/** A host in memory, which ends with the test that starts it. `list` survives its clusters, as a database would; `room` says what is free, `null` for unknown. */
export async function startHost(
  list = new Map<string, StoredCluster>(),
  erased: string[] = [],
  room: { freeBytes: number | null } = { freeBytes: null },
) {
  const disks = new Map<string, DiskContents>()
  let ids = 0
  let now = 1_000
  const clusters: Clusters<Nothing> = await Clusters.start<Nothing>({
    hasSample: true,
    hasKubernetesWords: true,
    freeBytes: async () => room.freeBytes,
    load: async () => [...list.values()],
    save: async (records) => records.forEach((record) => list.set(record.name, record)),
    erase: async (record) => {
      erased.push(record.id)
      list.delete(record.name)
    },
    nowMs: () => (now += 1),
    newId: () => `id${(ids += 1)}`,
    ownEntries,
    async open({ id, clockOffsetMs = 0, origin: { type }, otherLineUpTo }, start) {
      const clock = createSimulatedClock(realTimeWith(clockOffsetMs))
      if (start?.isFrozen === true) clock.setFrozen(true)
      const disk = openDisk(disks, id, start?.contents ?? empty)
      const log = await openLog({ disk, clock, skipTo: otherLineUpTo === undefined ? 0 : otherLineUpTo + 1 })
      const server = await startOrchard({
        log,
        clock,
        debug: true,
        otherLineUpTo,
        ...(type === 'trial' ? { runs: () => false, createsFirstObjects: false } : {}),
        authenticator: authenticateAllAs(loopbackAdministrator, 'this test'),
        debugMore: (request, path) => controlClusters(clusters, request, path),
      })
      const close = async (): Promise<void> => {
        server.close()
        await log.close()
      }
      return { log, handle: (request) => server.fetch(request), close }
    },
  })
  // A server that stays behind keeps its timers and its objects for the rest of the run.
  onTestFinished(() => clusters.close())
  const handle = clusterFront(clusters, urlTargets())
  const send = (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
    handle(
      new Request(`${origin}${path}`, {
        method,
        headers: { 'content-type': 'application/json', ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
      {},
    )
  const json = async (...args: Parameters<typeof send>) => (await (await send(...args)).json()) as never
  return { clusters, send, json, list, erased }
}
