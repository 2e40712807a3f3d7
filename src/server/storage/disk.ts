import type { Revision } from '#api/revision.ts'
import type { LogEntry, StorageError } from './log.ts'

/**
 * The content of a disk when it was opened. A gap, a duplicate or damage makes it `corrupt`; nothing is skipped
 * silently.
 */
export interface DiskContents {
  /** Live versions at `snapshotRevision`, in any order. */
  readonly snapshot: readonly LogEntry[]
  readonly snapshotRevision: Revision | 0
  /** All entries after the snapshot, in revision order. */
  readonly log: readonly LogEntry[]
  readonly compacted: Revision | 0
  /** Revisions up to this one may have been assigned, even if no entry of them is left. */
  readonly reserved?: number
}

/** Events that a disk reports to its log. */
export interface DiskEvents {
  /** The disk is unusable from now on: another writer took over, or the store was closed from outside. */
  onLost(error: StorageError): void
  /** Another client requests the store: finish the pending writes and close. */
  onCloseRequested(): void
}

/** The live versions at `revision`, read in slices for a snapshot. Remains readable until the snapshot is written. */
export interface SnapshotSource {
  readonly revision: Revision
  /** Approximate encoded size of all live versions, in bytes. */
  readonly liveBytes: number
  /** Returns the next `count` live versions after `key` in key order; an empty list at the end. */
  next(key: string, count: number): readonly LogEntry[]
}

/**
 * The durable part of a log: stores groups of entries and returns them at the next start. It makes no decision about
 * keys or versions. Used by one log only; at most one `append` and one of the other writes run at the same time.
 */
export interface Disk {
  /** `memory`, `indexeddb`, `file`. */
  readonly kind: string
  /** Called once, before any other method. @throws StorageError corrupt, unavailable, fenced */
  load(events: DiskEvents): Promise<DiskContents>
  /**
   * Writes all of `group` or nothing, and resolves when the entries would survive a power failure. `after` is the
   * newest revision before the group; it lets the disk detect gaps. @throws StorageError full, unavailable (nothing was
   * written), fenced (unknown whether it was written)
   */
  append(group: readonly LogEntry[], after: Revision | 0): Promise<void>
  /** Records durably that revisions at or below `revision` are compacted. @throws StorageError */
  setCompacted(revision: Revision): Promise<void>
  /** Writes a snapshot and frees the segments that it covers, if enough log has accumulated. @throws StorageError */
  snapshotIfDue(source: SnapshotSource): Promise<void>
  close(): Promise<void>
  status(): Readonly<Record<string, string | number>>
}
