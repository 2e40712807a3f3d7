import type { Clock } from '#api/clock.ts'
import type { DiskContents } from '#server/storage/disk.ts'
import type { Log } from '#server/storage/log.ts'
import { openLog } from '#server/storage/mvcc/open-log.ts'
import { preparedDisk } from '#server/storage/prepared-disk.ts'
import { IndexedDbDisk } from './indexeddb-disk.ts'
import type { LockMode } from './writer-lock.ts'

export interface IndexedDbLogOptions {
  /** Name of the database, and of its lock. */
  readonly name: string
  readonly clock: Clock
  /** Behaviour while another tab has the database open. Default: wait. */
  readonly lockMode?: LockMode | undefined
  /** Default: that of the browser. */
  readonly factory?: IDBFactory | undefined
  readonly locks?: LockManager | undefined
  readonly historyBytesMax?: number | undefined
  /** Minimum size in bytes of the log at or below the compacted revision for a snapshot. Default 4 MiB. */
  readonly snapshotBytesMin?: number | undefined
  /** Idle time after which small segments are merged. Default 1,000 ms. */
  readonly idleMs?: number | undefined
  /** Revisions up to this one are not assigned. */
  readonly skipTo?: number | undefined
  /** The initial content of an empty database. */
  readonly prepared?: (() => Promise<DiskContents>) | undefined
}

/**
 * Opens the log in the IndexedDB database `name` and holds its writer lock until it is closed.
 * @throws StorageError fenced (held by another tab, mode `try`), corrupt, full, unavailable
 */
export function openIndexedDbLog(options: IndexedDbLogOptions): Promise<Log> {
  const { name, clock, historyBytesMax, skipTo } = options
  const disk = new IndexedDbDisk({
    name,
    factory: options.factory ?? indexedDB,
    locks: options.locks ?? navigator.locks,
    lockMode: options.lockMode ?? 'wait',
    snapshotBytesMin: options.snapshotBytesMin ?? 4 * 1024 * 1024,
    idleMs: options.idleMs ?? 1_000,
  })
  const { prepared } = options
  return openLog({ disk: prepared === undefined ? disk : preparedDisk(disk, prepared), clock, historyBytesMax, skipTo })
}
