import type { Clock } from '#api/clock.ts'
import type { Disk, DiskContents } from './disk.ts'
import type { Log } from './log.ts'
import { MvccLog } from './mvcc-log.ts'

const nothing: DiskContents = { snapshot: [], snapshotRevision: 0, log: [], compacted: 0 }

/** A disk that forgets: everything lives in the log's own memory. */
const memoryDisk: Disk = {
  kind: 'memory',
  load: () => Promise.resolve(nothing),
  append: () => Promise.resolve(),
  setCompacted: () => Promise.resolve(),
  snapshotIfDue: () => Promise.resolve(),
  close: () => Promise.resolve(),
  status: () => ({}),
}

/** A log that lives as long as its program. For tests, and where no disk is to be had. */
export const createMemoryLog = (options: { clock: Clock; historyBytesMax?: number }): Log =>
  new MvccLog({ ...options, disk: memoryDisk }, nothing)
