import { close, constants, fdatasync, ftruncate, open, writev } from 'node:fs'
import { promisify } from 'node:util'
import { FILE_MODE } from './durable-file.ts'

/** The file operations of a log, replaceable by a failing disk in tests. */
export interface FileOperations {
  /** Writes `parts` consecutively, starting at `position`. */
  write(fd: number, parts: readonly Uint8Array[], position: number): Promise<void>
  /** Resolves when the written data would survive a power failure. */
  sync(fd: number): Promise<void>
  /** True if data written to a file of {@link openLogFile} would survive a power failure without `sync`. */
  readonly writesThrough: boolean
  truncate(fd: number, bytes: number): Promise<void>
}

const writeOnce = promisify(writev)
const sync = promisify(fdatasync)
const truncate = promisify(ftruncate)

/**
 * On Linux a file can be opened so that a write returns when its data is on the disk, which takes two thirds of the time
 * of a write and a sync. On macOS the same flag does not empty the cache of the disk.
 */
const writesThrough = process.platform === 'linux'

const openWithMode: (path: string, flags: string | number, mode: number) => Promise<number> = promisify(open)
/** Files of the store are accessible only by their owner. [DK14] */
export const openFile = (path: string, flags: string | number): Promise<number> => openWithMode(path, flags, FILE_MODE)

/** Opens a file of the log for writing. A new one must not exist yet. */
export function openLogFile(path: string, isNew: boolean): Promise<number> {
  const { O_RDWR, O_CREAT, O_EXCL, O_DSYNC } = constants
  return openFile(path, O_RDWR | (isNew ? O_CREAT | O_EXCL : 0) | (writesThrough ? O_DSYNC : 0))
}
export const closeFile: (fd: number) => Promise<void> = promisify(close)

async function write(fd: number, parts: readonly Uint8Array[], position: number): Promise<void> {
  const { bytesWritten } = await writeOnce(fd, parts, position)
  const total = parts.reduce((sum, part) => sum + part.byteLength, 0)
  if (bytesWritten === total) return
  // A nearly full disk accepts a part of the data; the next write reports why.
  const rest = Buffer.concat(parts).subarray(bytesWritten)
  await write(fd, [rest], position + bytesWritten)
}

export const fileOperations: FileOperations = { write, sync, truncate, writesThrough }

/**
 * Makes the directory entries of a folder durable: until then a power failure can undo the creation or renaming of a
 * file.
 */
export async function syncFolder(path: string): Promise<void> {
  // Windows cannot open a folder, and persists names without a sync.
  if (process.platform === 'win32') return
  const fd = await openFile(path, 'r')
  try {
    await sync(fd)
  } finally {
    await closeFile(fd)
  }
}
