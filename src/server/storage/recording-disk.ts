import { type Revision, toRevision } from '#api/revision.ts'
import type { Disk, DiskContents, DiskEvents, SnapshotSource } from './disk.ts'
import type { LogEntry, StorageError } from './log.ts'

/**
 * An in-memory disk for tests of the log: it outlives its log, writes snapshots eagerly and refuses writes on request.
 */
export class RecordingDisk implements Disk {
  readonly kind = 'memory'
  /** The events of the log that opened the disk last. */
  events: DiskEvents | null = null
  #log: LogEntry[] = []
  #snapshot: readonly LogEntry[] = []
  #snapshotRevision: Revision | 0 = 0
  #compacted: Revision | 0 = 0
  #refusal: StorageError | null = null
  #compactionRefusal: StorageError | null = null

  refuseCompaction(error: StorageError): void {
    this.#compactionRefusal = error
  }

  refuseNext(error: StorageError): void {
    this.#refusal = error
  }

  load(events: DiskEvents): Promise<DiskContents> {
    this.events = events
    const log = this.#log.filter((entry) => entry.revision > this.#snapshotRevision)
    return Promise.resolve({
      snapshot: this.#snapshot,
      snapshotRevision: this.#snapshotRevision,
      log,
      compacted: this.#compacted,
    })
  }

  append(group: readonly LogEntry[], after: Revision | 0): Promise<void> {
    const refusal = this.#refusal
    this.#refusal = null
    if (refusal !== null) return Promise.reject(refusal)
    if (toRevision(after + 1) !== group[0]?.revision) return Promise.reject(new Error('a hole'))
    this.#log.push(...group)
    return Promise.resolve()
  }

  setCompacted(revision: Revision): Promise<void> {
    const refusal = this.#compactionRefusal
    this.#compactionRefusal = null
    if (refusal !== null) return Promise.reject(refusal)
    this.#compacted = revision
    return Promise.resolve()
  }

  snapshotIfDue(source: SnapshotSource): Promise<void> {
    const live: LogEntry[] = []
    for (let part = source.next('', 7); part.length > 0; part = source.next(part.at(-1)?.key ?? '', 7))
      live.push(...part)
    this.#snapshot = live
    this.#snapshotRevision = source.revision
    return Promise.resolve()
  }

  close(): Promise<void> {
    return Promise.resolve()
  }

  status(): Readonly<Record<string, string | number>> {
    return { logEntries: this.#log.length, snapshotEntries: this.#snapshot.length }
  }
}
