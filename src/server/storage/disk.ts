import type { Revision } from '#api/revision.ts'
import type { LogEntry, StorageError } from './log.ts'

/** All that a disk held when it was opened. Any gap, double or damage in it is `corrupt`, never skipped. */
export interface DiskContents {
  /** Live versions at `snapshotRevision`, in any order. */
  readonly snapshot: readonly LogEntry[]
  readonly snapshotRevision: Revision | 0
  /** All entries after the snapshot, in revision order. */
  readonly log: readonly LogEntry[]
  readonly compacted: Revision | 0
  /** Revisions up to it may have been handed out, also where nothing of them is left. */
  readonly reserved?: number
}

/** What a disk tells its log without having been asked. */
export interface DiskEvents {
  /** Nothing goes on: another writer took over, or the store was closed from outside. */
  onLost(error: StorageError): void
  /** Someone asks for the store: finish what is pending and close. */
  onAskedToClose(): void
}

/** Everything live at `revision`, read in slices, for a snapshot. Stays readable until the snapshot is written. */
export interface SnapshotSource {
  readonly revision: Revision
  /** Encoded bytes of all live versions, about. */
  readonly liveBytes: number
  /** The next `count` live versions after `key` in key order; none at the end. */
  next(key: string, count: number): readonly LogEntry[]
}

/**
 * The durable half of a log: keeps groups of entries and gives them back at the next start. It decides nothing about
 * keys or versions. Called by one log only; at most one `append` and one of the other writes are under way at a time.
 */
export interface Disk {
  /** `memory`, `indexeddb`, `file`. */
  readonly kind: string
  /** Called once, before all else. @throws StorageError corrupt, unavailable, fenced */
  load(events: DiskEvents): Promise<DiskContents>
  /**
   * Writes all of `group` or nothing, and resolves when it would survive a power cut. `after` is the newest revision
   * before the group, to find holes by. @throws StorageError full, unavailable (nothing was written), fenced (unknown)
   */
  append(group: readonly LogEntry[], after: Revision | 0): Promise<void>
  /** Remembers durably that nothing at or below `revision` is promised any more. @throws StorageError */
  setCompacted(revision: Revision): Promise<void>
  /** Writes a snapshot and frees what it covers, when that is worth it by now. @throws StorageError */
  snapshotIfDue(source: SnapshotSource): Promise<void>
  close(): Promise<void>
  status(): Readonly<Record<string, string | number>>
}
