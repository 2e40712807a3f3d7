import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { StoredCluster } from '#clusters/cluster-host.ts'
import { makePrivateFolder, syncFolderNow, writeDurably } from '#node/log/durable-file.ts'
import { type FileLock, takeFileLock } from '#node/log/file-lock.ts'

/*
 * The storage of the clusters of a process: the first one is in the data folder itself, as without --clusters, and
 * each other in a folder below `clusters` that is named by its id. The file `cluster.json` in the folder of a cluster is
 * its record.
 */

const RECORD = 'cluster.json'

/** The folders of the clusters in one data folder. Held by one process at a time. */
export class ClusterFolders {
  readonly #data: string
  readonly #lock: FileLock

  /** @throws StorageError fenced if another running process serves these clusters */
  constructor(data: string) {
    this.#data = data
    makePrivateFolder(data)
    makePrivateFolder(this.#parent())
    this.#lock = takeFileLock(this.#parent())
  }

  /** The data folder of a cluster. */
  folderOf({ id }: Pick<StoredCluster, 'id'>): string {
    return id === '' ? this.#data : join(this.#parent(), id)
  }

  /** Reads all records. Folders without a record are left by a creation that was interrupted. @throws Error */
  load(): readonly StoredCluster[] {
    const ids = readdirSync(this.#parent(), { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? [entry.name] : [],
    )
    return ['', ...ids].flatMap((id) => {
      const path = join(this.folderOf({ id }), RECORD)
      return existsSync(path) ? [readRecord(path, id)] : []
    })
  }

  save(record: StoredCluster): void {
    const folder = this.folderOf(record)
    makePrivateFolder(folder)
    writeDurably(join(folder, RECORD), `${JSON.stringify(record, null, 2)}\n`)
    syncFolderNow(this.#parent())
  }

  erase(record: StoredCluster): void {
    if (record.id === '') throw new Error('the first cluster cannot be erased')
    rmSync(this.folderOf(record), { recursive: true, force: true })
    syncFolderNow(this.#parent())
  }

  close(): void {
    this.#lock.release()
  }

  #parent(): string {
    return join(this.#data, 'clusters')
  }
}

function readRecord(path: string, id: string): StoredCluster {
  const text = readFileSync(path, 'utf8')
  const record = parseRecord(text)
  if (record === null)
    throw new Error(`${path} is damaged: restore it from a backup, or move its folder away and start again`)
  return { ...record, id }
}

function parseRecord(text: string): StoredCluster | null {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

function isRecord(value: unknown): value is StoredCluster {
  if (typeof value !== 'object' || value === null) return false
  const { name, title, origin, madeMs, usedMs } = value as Partial<Record<keyof StoredCluster, unknown>>
  const areTexts = typeof name === 'string' && typeof title === 'string'
  const areTimes = typeof madeMs === 'number' && typeof usedMs === 'number'
  return areTexts && areTimes && typeof origin === 'object' && origin !== null
}
