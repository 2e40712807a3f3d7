import type { Clock } from '#api/clock.ts'
import { type Revision, toRevision } from '#api/revision.ts'
import { Authors } from './authors.ts'
import type { Disk, DiskContents } from '#server/storage/disk.ts'
import { GroupCommit } from './group-commit.ts'
import {
  type Appended,
  type Log,
  type LogEntry,
  type LogStatus,
  type LogWrite,
  StorageError,
  isExpected,
} from '#server/storage/log.ts'
import { Maintenance } from './maintenance.ts'
import { Mirror } from './mirror.ts'
import { MirroredLog } from './mirrored-log.ts'

const HISTORY_BYTES_MAX = 128 * 1024 * 1024
const PROBE_AFTER_MS = 1_000

export interface MvccLogOptions {
  readonly disk: Disk
  readonly clock: Clock
  /**
   * Upper limit in bytes for versions retained for reads at past revisions; beyond it the oldest are dropped regardless
   * of the retention settings. Default 128 MiB.
   */
  readonly historyBytesMax?: number | undefined
  /** Revisions up to this one are not assigned, because another log that had this one's place did. Default 0. */
  readonly skipTo?: number | undefined
  /** Called when the disk is lost permanently. */
  readonly onLost?: ((error: StorageError) => void) | undefined
}

/**
 * The implementation of {@link Log} over any {@link Disk}: a {@link Mirror} that answers reads and watches, and a group
 * commit that compares and assigns revisions.
 */
export class MvccLog extends MirroredLog implements Log {
  readonly #options: MvccLogOptions
  protected readonly mirror: Mirror
  readonly #authors = new Authors()
  readonly #commit: GroupCommit
  /** The compacted revision that the disk has recorded; briefly behind the one in memory. */
  #durablyCompacted: number
  #probeAtMs = 0
  #closing: Promise<void> | null = null
  readonly #maintenance = new Maintenance()
  #windowCuts = 0
  #cutting = false

  constructor(options: MvccLogOptions, contents: DiskContents) {
    super()
    this.#options = options
    this.#durablyCompacted = contents.compacted
    // Compacting the newest revision increments the counter; no entry records that increment.
    const newest = contents.log.at(-1)?.revision ?? contents.snapshotRevision
    const { snapshot, log, compacted, reserved = 0 } = contents
    const published = Math.max(newest, reserved, options.skipTo ?? 0, compacted === 0 ? 0 : compacted + 1)
    this.mirror = new Mirror({ snapshot, log, compacted, published })
    this.#commit = new GroupCommit({
      disk: options.disk,
      published: () => this.revision(),
      publish: (group) => this.#publish(group),
      onRefused: (error) => this.#onRefused(error),
    })
  }

  isNew(): boolean {
    return this.mirror.revision() === 0
  }

  /** A disk has one writer, which is this log. */
  catchUp(): undefined {
    return undefined
  }

  beginTurn(): undefined {
    return undefined
  }

  append(write: LogWrite): Promise<Appended> {
    try {
      this.#assertWritable(write)
    } catch (error) {
      if (error instanceof StorageError) return Promise.reject(error)
      throw error
    }
    const pending = this.#commit.newest(write.key)
    if (isExpected(write, pending ?? this.mirror.newest(write.key))) return this.#assign(write)
    if (pending === undefined || !isExpected(write, this.mirror.newest(write.key)))
      return Promise.resolve({ type: 'lost', winner: this.mirror.live(write.key) })
    // The winning write may still fail, and a 409 must not depend on it. Wait until it is decided, then compare
    // again.
    return this.#commit.decided(write.key).then(() => this.append(write))
  }

  #assign(write: LogWrite): Promise<Appended> {
    const replaced = this.#commit.newest(write.key) ?? this.mirror.newest(write.key)
    const live = replaced === undefined || replaced.value === null ? null : replaced
    this.#commit.assigned += 1
    const revision = toRevision(this.#commit.assigned)
    return this.#commit.submit({
      revision,
      key: write.key,
      value: write.value,
      created: live?.created ?? revision,
      previous: live?.revision ?? 0,
      timeMs: write.timeMs ?? this.#options.clock.now(),
      author: this.#authors.of(write.author),
    })
  }

  async compact(revision: Revision): Promise<void> {
    this.mirror.assertOpen()
    this.mirror.assertNotFuture(revision)
    if (revision <= this.#durablyCompacted) return
    this.mirror.compactTo(revision)
    const goal = toRevision(this.mirror.compacted())
    await this.#maintenance.run(() => this.#compactTo(goal))
  }

  async #compactTo(revision: Revision): Promise<void> {
    if (revision > this.#durablyCompacted) await this.#options.disk.setCompacted(revision)
    this.#durablyCompacted = Math.max(this.#durablyCompacted, revision)
    this.#stepPastCompaction()
    await this.mirror.dropOld(revision)
    await this.#options.disk.snapshotIfDue({
      revision,
      liveBytes: this.mirror.figures().liveBytes,
      next: (key, count) => this.mirror.slice(key, revision, count),
    })
  }

  status(): LogStatus {
    return {
      kind: this.#options.disk.kind,
      state: this.mirror.state,
      published: this.revision(),
      assigned: this.#commit.assigned === 0 ? 0 : toRevision(this.#commit.assigned),
      compacted: this.compacted(),
      ...this.mirror.figures(),
      commits: [...this.#commit.commits],
      disk: {
        ...this.#options.disk.status(),
        windowCuts: this.#windowCuts,
        ...this.#maintenance.status(),
      },
    }
  }

  close(): Promise<void> {
    this.#closing ??= this.#closeOnce()
    return this.#closing
  }

  /** Stops at once: the disk has reported that it is lost. */
  lose(error: StorageError): void {
    const { state } = this.mirror
    if (state === 'closed' || state === 'fenced') return
    this.mirror.state = 'fenced'
    this.#commit.abandon(error)
    this.mirror.end('fenced', error)
    this.#options.onLost?.(error)
  }

  async #closeOnce(): Promise<void> {
    await this.#commit.idle()
    await this.#maintenance.idle()
    if (this.mirror.state !== 'fenced') this.mirror.end('closed', null)
    await this.#options.disk.close()
  }

  #publish(group: readonly LogEntry[]): void {
    if (this.mirror.state === 'full') this.mirror.state = 'open'
    this.mirror.publish(group, group.at(-1)?.revision ?? this.revision())
    if (this.mirror.historyBytes > (this.#options.historyBytesMax ?? HISTORY_BYTES_MAX)) this.#cutWindow()
  }

  #onRefused(error: StorageError): void {
    if (error.code === 'fenced' || error.code === 'corrupt') this.lose(error)
    if (this.#durablyCompacted > 0) this.#stepPastCompaction()
    if (error.code !== 'full' || this.mirror.state !== 'open') return
    this.mirror.state = 'full'
    this.#probeAtMs = this.#options.clock.now() + PROBE_AFTER_MS
  }

  /** Drops the oldest eighth of the history. The next group triggers another cut if that was not enough. */
  #cutWindow(): void {
    const revision = this.mirror.oldestEighth()
    if (this.#cutting || revision === undefined) return
    this.#cutting = true
    this.#windowCuts += 1
    void this.compact(toRevision(revision))
      .catch((error: unknown) => this.#maintenance.report(error))
      .finally(() => void (this.#cutting = false))
  }

  /**
   * Keeps the newest state readable by revision after its revision was compacted. Pending writes increment the revision
   * themselves; if they are refused, this is called again.
   */
  #stepPastCompaction(): void {
    if (this.revision() > this.#durablyCompacted || !this.#commit.isIdle()) return
    this.mirror.stepTo(this.#durablyCompacted + 1)
    this.#commit.assigned = this.#durablyCompacted + 1
  }

  #assertWritable(write: LogWrite): void {
    this.mirror.assertOpen()
    if (this.#closing !== null) throw new StorageError('fenced', 'the log is closed')
    if (this.mirror.state !== 'full' || write.value === null) return
    if (this.#options.clock.now() < this.#probeAtMs) throw new StorageError('full', 'the disk is full')
    // Let one write a second through to find out whether space has become available.
    this.#probeAtMs = this.#options.clock.now() + PROBE_AFTER_MS
  }
}
