import type { Clock } from '#api/clock.ts'
import type { Log } from '#server/storage/log.ts'
import { openLog } from '#server/storage/mvcc-log.ts'
import { FileDisk } from './file-disk.ts'
import { type FileOperations, fileOperations } from './file-operations.ts'

export interface FileLogOptions {
  /** Folder of the store, made when it is not there. */
  readonly dir: string
  readonly clock: Clock
  readonly historyBytesMax?: number | undefined
  /** Default 4 MiB. */
  readonly fileBytesMax?: number | undefined
  /** Log bytes at or below the compacted revision from which a snapshot is written. Default 4 MiB. */
  readonly snapshotBytesMin?: number | undefined
  readonly operations?: FileOperations | undefined
  /** Hears a sentence for each thing that may be missing. */
  readonly warn?: ((message: string) => void) | undefined
  /** Another process took the store over: nothing can be written any more. */
  readonly onLost?: ((error: Error) => void) | undefined
}

/**
 * Opens the log in `dir` and keeps it for itself until it is closed. An answer is given after the disk was synced.
 * @throws StorageError fenced when another living process has it open, corrupt when more than a torn tail is damaged
 */
export function openFileLog(options: FileLogOptions): Promise<Log> {
  const disk = new FileDisk({
    folder: options.dir,
    operations: options.operations ?? fileOperations,
    fileBytesMax: options.fileBytesMax ?? 4 * 1024 * 1024,
    snapshotBytesMin: options.snapshotBytesMin ?? 4 * 1024 * 1024,
    warn: options.warn ?? (() => undefined),
  })
  return openLog({ disk, clock: options.clock, historyBytesMax: options.historyBytesMax, onLost: options.onLost })
}
