import { randomBytes } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { systemClock } from '#api/system-clock.ts'
import { controlClusters } from '#clusters/cluster-control.ts'
import { clusterFront, type RawTargets } from '#clusters/cluster-front.ts'
import type { ClusterStart, OpenedCluster, StoredCluster } from '#clusters/cluster-host.ts'
import { Clusters } from '#clusters/clusters.ts'
import { forkContents } from '#clusters/fork-contents.ts'
import type { DiskContents } from '#server/storage/disk.ts'
import { toRevision } from '#api/revision.ts'
import type { ServeOptions } from '#node/flags/serve-options.ts'
import type { FetchHandler } from '#node/http/fetch-handler.ts'
import { type Callers, compression, type LogServer, type OpenedServer, openApiServer } from '#node/open-api-server.ts'
import { ClusterFolders } from './cluster-folders.ts'

type Extras = Parameters<FetchHandler>[1]

const rawTargets: RawTargets<Extras> = {
  targetOf: (_request, { rawTarget }) => rawTarget,
  retarget: (extras, rawTarget) => ({ ...extras, rawTarget }),
}

/** The servers of the running clusters, and the address that they announce. */
class RunningServers {
  readonly #servers = new Set<LogServer>()
  #address: AddressInfo | null = null

  async add(server: LogServer): Promise<void> {
    this.#servers.add(server)
    if (this.#address !== null) await server.announce(this.#address)
  }

  delete(server: LogServer): void {
    this.#servers.delete(server)
    server.endWatches()
  }

  async announce(address: AddressInfo): Promise<void> {
    this.#address = address
    for (const server of this.#servers) await server.announce(address)
  }

  endWatches(): void {
    for (const server of this.#servers) server.endWatches()
  }
}

/**
 * Opens the clusters of a data folder, or an empty one in memory. All have the flags, callers and configuration files of
 * the process. The first one is started at once, the others when they are first requested. [MC9]
 * @throws StorageError; Error
 */
export async function openClusters(
  options: ServeOptions,
  callers: Callers,
  rootCertificates: string,
  freeBytesIn: (folder: string) => Promise<number> = freeBytesOf,
): Promise<OpenedServer> {
  const folders = options.data === '' ? null : new ClusterFolders(options.data)
  // In memory the process itself is the limit, and no number says how much it may still take.
  const freeBytes = async (): Promise<number | null> => (folders === null ? null : freeBytesIn(options.data))
  try {
    return await startClusters(options, callers, { rootCertificates, folders, freeBytes })
  } catch (error) {
    folders?.close()
    throw error
  }
}

/** Returns how many bytes this user may still write on the disk of a folder. [MC14] */
async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

interface Host {
  readonly rootCertificates: string
  readonly freeBytes: () => Promise<number | null>
  /** `null`: in memory. */
  readonly folders: ClusterFolders | null
}

async function startClusters(
  options: ServeOptions,
  callers: Callers,
  { rootCertificates, folders, freeBytes }: Host,
): Promise<OpenedServer> {
  const running = new RunningServers()
  /** Contents of stopped clusters in memory, which may be started again. */
  const memories = new Map<string, DiskContents>()

  async function open(record: StoredCluster, start: ClusterStart | null): Promise<OpenedCluster<Extras>> {
    const isTrial = record.origin.type === 'trial'
    const data = folders === null || isTrial ? '' : folders.folderOf(record)
    const own = isTrial ? { ...options, data, controllers: [] } : { ...options, data }
    const server = await openApiServer(own, callers, {
      rootCertificates,
      prepared: start?.contents ?? memories.get(record.id),
      otherLineUpTo: record.otherLineUpTo,
      createsFirstObjects: !isTrial,
      debugMore: (request, path) => controlClusters(clusters, request, path),
    })
    await running.add(server)
    const close = async (): Promise<void> => {
      running.delete(server)
      const { log } = server
      if (folders === null) memories.set(record.id, await forkContents(log, toRevision(log.revision())))
      await server.close()
    }
    return { log: server.log, handle: server.handle, close }
  }

  const clusters: Clusters<Extras> = await Clusters.start<Extras>({
    hasSample: false,
    hasKubernetesWords: options.vocabulary === 'kubernetes',
    load: async () => folders?.load() ?? [],
    save: async (records) => folders?.save(records),
    async erase(record) {
      memories.delete(record.id)
      folders?.erase(record)
    },
    open,
    freeBytes,
    nowMs: () => systemClock.now(),
    newId: () => randomBytes(8).toString('hex'),
  })
  await clusters.server(clusters.defaultName())
  return {
    handle: clusterFront(clusters, rawTargets),
    compresses: compression(options),
    announce: (address) => running.announce(address),
    endWatches: () => running.endWatches(),
    async close() {
      await clusters.close()
      folders?.close()
    },
  }
}
