import type { Clock } from '#api/clock.ts'
import type { Disk, DiskContents } from './disk.ts'
import type { Log } from './log.ts'
import { MvccLog } from './mvcc/mvcc-log.ts'

const nothing: DiskContents = { snapshot: [], snapshotRevision: 0, log: [], compacted: 0 }

/** A disk that stores nothing: all data lives in the memory of the log. */
const memoryDisk: Disk = {
  kind: 'memory',
  load: () => Promise.resolve(nothing),
  append: () => Promise.resolve(),
  setCompacted: () => Promise.resolve(),
  snapshotIfDue: () => Promise.resolve(),
  close: () => Promise.resolve(),
  status: () => ({}),
}

export interface MemoryLogOptions {
  readonly clock: Clock
  readonly historyBytesMax?: number
  /** The initial content. Default: an empty log. */
  readonly contents?: DiskContents
  readonly skipTo?: number | undefined
}

/**
 * Creates a log whose data is lost when the process ends. For tests, and for environments without persistent storage.
 */
export const createMemoryLog = ({ contents = nothing, ...options }: MemoryLogOptions): Log =>
  new MvccLog({ ...options, disk: memoryDisk }, contents)
