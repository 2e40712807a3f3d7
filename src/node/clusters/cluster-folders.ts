import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { StoredCluster } from '#clusters/cluster-host.ts'
import { makePrivateFolder, writeDurably } from '#node/log/durable-file.ts'
import { type FileLock, takeFileLock } from '#node/log/file-lock.ts'

/*
 * The folders in which a process keeps its clusters: the first one in the data folder itself, as a server without --clusters does, and
 * each other in a folder below `clusters` that is named by its id. The file `clusters.json` beside them holds all
 * records, so that changes of several are written together.
 */

/** The folders of the clusters in one data folder. Held by one process at a time. */
export class ClusterFolders {
  readonly #data: string
  readonly #lock: FileLock
  readonly #records = new Map<string, StoredCluster>()

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

  /** Reads all records. @throws Error if the file is damaged */
  load(): readonly StoredCluster[] {
    const path = this.#recordsPath()
    if (!existsSync(path)) return []
    const records = parseRecords(readFileSync(path, 'utf8'))
    if (records === null)
      throw new Error(`${path} is damaged: restore it from a backup, or move it away and start again`)
    for (const record of records) this.#records.set(record.name, record)
    return records
  }

  save(records: readonly StoredCluster[]): void {
    for (const record of records) {
      makePrivateFolder(this.folderOf(record))
      this.#records.set(record.name, record)
    }
    this.#write()
  }

  erase(record: StoredCluster): void {
    this.#records.delete(record.name)
    this.#write()
    if (record.id !== '') rmSync(this.folderOf(record), { recursive: true, force: true })
    else for (const name of readdirSync(this.#data)) if (isOfLog(name)) rmSync(join(this.#data, name))
  }

  close(): void {
    this.#lock.release()
  }

  #write(): void {
    writeDurably(this.#recordsPath(), `${JSON.stringify([...this.#records.values()], null, 2)}\n`)
  }

  #parent(): string {
    return join(this.#data, 'clusters')
  }

  #recordsPath(): string {
    return join(this.#parent(), 'clusters.json')
  }
}

/** Reports whether a file in the data folder belongs to the log of the first cluster. */
const isOfLog = (name: string): boolean => name === 'reserved' || /^(log|snapshot)-[0-9]+$/.test(name)

function parseRecords(text: string): readonly StoredCluster[] | null {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) && value.every(isRecord) ? value : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

function isRecord(value: unknown): value is StoredCluster {
  if (typeof value !== 'object' || value === null) return false
  const { id, name, title, origin, madeMs, usedMs } = value as Partial<Record<keyof StoredCluster, unknown>>
  const areTexts = [id, name, title].every((text) => typeof text === 'string')
  const areTimes = typeof madeMs === 'number' && typeof usedMs === 'number'
  return areTexts && areTimes && typeof origin === 'object' && origin !== null
}
