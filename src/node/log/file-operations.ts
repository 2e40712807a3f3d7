import { close, fdatasync, ftruncate, open, writev } from 'node:fs'
import { promisify } from 'node:util'
import { FILE_MODE } from './durable-file.ts'

/** The few things a log does to an open file, so that tests can have a disk that fails. */
export interface FileOperations {
  /** Writes all of `parts` one behind the other from `position` on. */
  write(fd: number, parts: readonly Uint8Array[], position: number): Promise<void>
  /** Resolves when what was written would survive a power cut. */
  sync(fd: number): Promise<void>
  truncate(fd: number, bytes: number): Promise<void>
}

const writeOnce = promisify(writev)
const sync = promisify(fdatasync)
const truncate = promisify(ftruncate)

const openWithMode: (path: string, flags: string, mode: number) => Promise<number> = promisify(open)
/** Files of the store are for their owner only. [DK14] */
export const openFile = (path: string, flags: string): Promise<number> => openWithMode(path, flags, FILE_MODE)
export const closeFile: (fd: number) => Promise<void> = promisify(close)

async function write(fd: number, parts: readonly Uint8Array[], position: number): Promise<void> {
  const { bytesWritten } = await writeOnce(fd, parts, position)
  const total = parts.reduce((sum, part) => sum + part.byteLength, 0)
  if (bytesWritten === total) return
  // A nearly full disk takes a part; the next try says why.
  const rest = Buffer.concat(parts).subarray(bytesWritten)
  await write(fd, [rest], position + bytesWritten)
}

export const fileOperations: FileOperations = { write, sync, truncate }

/** Makes the names in a folder durable: a file that was made or renamed is lost with the power until then. */
export async function syncFolder(path: string): Promise<void> {
  // Windows can't open a folder, and keeps names without being asked.
  if (process.platform === 'win32') return
  const fd = await openFile(path, 'r')
  try {
    await sync(fd)
  } finally {
    await closeFile(fd)
  }
}
