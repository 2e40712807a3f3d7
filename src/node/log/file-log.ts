import type { Clock } from '#api/clock.ts'
import type { DiskContents } from '#server/storage/disk.ts'
import type { Log } from '#server/storage/log.ts'
import { openLog } from '#server/storage/mvcc/open-log.ts'
import { preparedDisk } from '#server/storage/prepared-disk.ts'
import { FileDisk } from './file-disk.ts'
import { type FileOperations, fileOperations } from './file-operations.ts'

export interface FileLogOptions {
  /** The folder of the store, created if it does not exist. */
  readonly dir: string
  readonly clock: Clock
  readonly historyBytesMax?: number | undefined
  /** Default 4 MiB. */
  readonly fileBytesMax?: number | undefined
  /** The bytes of log at or below the compacted revision from which a snapshot is written. Default 4 MiB. */
  readonly snapshotBytesMin?: number | undefined
  readonly operations?: FileOperations | undefined
  /** Revisions up to this one are not assigned. */
  readonly skipTo?: number | undefined
  /** The content with which an empty folder is initialized. */
  readonly prepared?: DiskContents | undefined
  /** Receives a message for each possible loss. */
  readonly warn?: ((message: string) => void) | undefined
  /** Called when another process has taken over the store: nothing can be written anymore. */
  readonly onLost?: ((error: Error) => void) | undefined
}

/**
 * Opens the log in `dir` exclusively. Writes are acknowledged after the disk was synced.
 * @throws StorageError fenced if another running process has it open, corrupt if more than a torn tail is damaged
 */
export function openFileLog(options: FileLogOptions): Promise<Log> {
  const disk = new FileDisk({
    folder: options.dir,
    operations: options.operations ?? fileOperations,
    fileBytesMax: options.fileBytesMax ?? 4 * 1024 * 1024,
    snapshotBytesMin: options.snapshotBytesMin ?? 4 * 1024 * 1024,
    warn: options.warn ?? (() => undefined),
  })
  const { clock, historyBytesMax, skipTo, onLost, prepared } = options
  return openLog({
    disk: prepared === undefined ? disk : preparedDisk(disk, async () => prepared),
    clock,
    historyBytesMax,
    skipTo,
    onLost,
  })
}
