import type { Clock } from '#api/clock.ts'
import { type Revision, toRevision } from '#api/revision.ts'
import { Authors } from './authors.ts'
import type { Disk, DiskContents } from '#server/storage/disk.ts'
import { GroupCommit } from './group-commit.ts'
import { History } from './history.ts'
import {
  type Appended,
  type Log,
  type LogEntry,
  type LogStatus,
  type LogWatcher,
  type LogWrite,
  type RangeAnswer,
  type RangeRequest,
  StorageError,
  isExpected,
} from '#server/storage/log.ts'
import { Maintenance } from './maintenance.ts'
import { nextTask } from '#server/storage/next-task.ts'
import { Versions } from './versions.ts'
import { type Changes, Watchers } from './watchers.ts'

const SLICE_ENTRIES = 1_000
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
 * The implementation of {@link Log}: compare-and-swap, reads at a revision, watch and compaction in memory, over any
 * {@link Disk}.
 */
export class MvccLog implements Log {
  readonly #options: MvccLogOptions
  readonly #versions = new Versions()
  readonly #authors = new Authors()
  readonly #history = new History()
  readonly #watchers = new Watchers()
  readonly #commit: GroupCommit
  #published: number
  #compacted: number
  /** The compacted revision that the disk has recorded; briefly behind the one in memory. */
  #durablyCompacted: number
  #state: LogStatus['state'] = 'open'
  #probeAtMs = 0
  #closing: Promise<void> | null = null
  readonly #maintenance = new Maintenance()
  #windowCuts = 0
  #cutting = false

  constructor(options: MvccLogOptions, contents: DiskContents) {
    this.#options = options
    this.#compacted = contents.compacted
    this.#durablyCompacted = contents.compacted
    this.#versions.fill(contents.snapshot)
    for (const entry of contents.log) this.#add(entry)
    // Compacting the newest revision increments the counter; no entry records that increment.
    const newest = contents.log.at(-1)?.revision ?? contents.snapshotRevision
    const { compacted, reserved = 0 } = contents
    this.#published = Math.max(newest, reserved, options.skipTo ?? 0, compacted === 0 ? 0 : compacted + 1)
    for (const entry of this.#history.shift(this.#compacted, Infinity))
      this.#versions.forget(entry.key, this.#compacted)
    this.#commit = new GroupCommit({
      disk: options.disk,
      published: () => this.revision(),
      publish: (group) => this.#publish(group),
      onRefused: (error) => this.#onRefused(error),
    })
  }

  revision(): Revision | 0 {
    return this.#published === 0 ? 0 : toRevision(this.#published)
  }

  compacted(): Revision | 0 {
    return this.#compacted === 0 ? 0 : toRevision(this.#compacted)
  }

  async append(write: LogWrite): Promise<Appended> {
    for (;;) {
      this.#assertWritable(write)
      const pending = this.#commit.newest(write.key)
      if (isExpected(write, pending ?? this.#versions.newest(write.key))) return this.#assign(write)
      if (pending === undefined || !isExpected(write, this.#versions.newest(write.key))) {
        return { type: 'lost', winner: this.#versions.at(write.key, this.#published) }
      }
      // The winning write may still fail, and a 409 must not depend on it. Wait until it is decided, then compare
      // again.
      await this.#commit.decided(write.key)
    }
  }

  async #assign(write: LogWrite): Promise<Appended> {
    const replaced = this.#commit.newest(write.key) ?? this.#versions.newest(write.key)
    const live = replaced === undefined || replaced.value === null ? null : replaced
    this.#commit.assigned += 1
    const revision = toRevision(this.#commit.assigned)
    const entry: LogEntry = {
      revision,
      key: write.key,
      value: write.value,
      created: live?.created ?? revision,
      previous: live?.revision ?? 0,
      timeMs: write.timeMs ?? this.#options.clock.now(),
      author: this.#authors.of(write.author),
    }
    await this.#commit.submit(entry)
    return { type: 'written', entry }
  }

  async get(key: string, at?: Revision): Promise<LogEntry | null> {
    return this.#versions.at(key, this.#readable(at))
  }

  async range({ start, end, at, limit = 0 }: RangeRequest): Promise<RangeAnswer> {
    const revision = this.#readable(at)
    const page = this.#versions.page({ start, end, revision, limit })
    return { revision: toRevision(revision), ...page }
  }

  watch(prefix: string, after: Revision | 0, watcher: LogWatcher): () => void {
    this.#assertOpen()
    if (after < this.#compacted) throw this.#compactedError(after)
    const kept = this.#history.after(after, Infinity, (entry) => entry.key.startsWith(prefix))
    return this.#watchers.add({ prefix, after, watcher }, this.#withBefore(kept))
  }

  async history(request: { after: Revision | 0; limit: number; key?: string }): Promise<readonly LogEntry[]> {
    this.#assertOpen()
    const after = Math.max(request.after, this.#compacted)
    return this.#history.after(after, request.limit, (entry) => request.key === undefined || entry.key === request.key)
  }

  async compact(revision: Revision): Promise<void> {
    this.#assertOpen()
    if (revision > this.#published) throw this.#futureError(revision)
    if (revision <= this.#durablyCompacted) return
    this.#compacted = Math.max(this.#compacted, revision)
    const goal = toRevision(this.#compacted)
    await this.#maintenance.run(() => this.#compactTo(goal))
  }

  async #compactTo(revision: Revision): Promise<void> {
    if (revision > this.#durablyCompacted) await this.#options.disk.setCompacted(revision)
    this.#durablyCompacted = Math.max(this.#durablyCompacted, revision)
    this.#stepPastCompaction()
    await this.#dropOld(revision)
    await this.#options.disk.snapshotIfDue({
      revision,
      liveBytes: this.#versions.liveBytes,
      next: (key, count) => this.#versions.slice(key, revision, count),
    })
  }

  status(): LogStatus {
    const { keyCount, versionCount, liveBytes, historyBytes } = this.#versions
    return {
      kind: this.#options.disk.kind,
      state: this.#state,
      published: this.revision(),
      assigned: this.#commit.assigned === 0 ? 0 : toRevision(this.#commit.assigned),
      compacted: this.compacted(),
      keyCount,
      versionCount,
      liveBytes,
      historyBytes,
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
    if (this.#state === 'closed' || this.#state === 'fenced') return
    this.#state = 'fenced'
    this.#commit.abandon(error)
    this.#watchers.end(error)
    this.#options.onLost?.(error)
  }

  async #closeOnce(): Promise<void> {
    await this.#commit.idle()
    await this.#maintenance.idle()
    if (this.#state !== 'fenced') {
      this.#state = 'closed'
      this.#watchers.end(null)
    }
    await this.#options.disk.close()
  }

  #publish(group: readonly LogEntry[]): void {
    for (const entry of group) this.#add(entry)
    this.#published = group.at(-1)?.revision ?? this.#published
    this.#state = this.#state === 'full' ? 'open' : this.#state
    this.#watchers.publish(this.#withBefore(group))
    if (this.#versions.historyBytes > (this.#options.historyBytesMax ?? HISTORY_BYTES_MAX)) this.#cutWindow()
  }

  #add(entry: LogEntry): void {
    this.#versions.add(entry)
    this.#history.push(entry)
  }

  #withBefore(entries: readonly LogEntry[]): Changes {
    return { entries: [...entries], before: entries.map((entry) => this.#versions.before(entry)) }
  }

  #onRefused(error: StorageError): void {
    if (error.code === 'fenced' || error.code === 'corrupt') this.lose(error)
    if (this.#durablyCompacted > 0) this.#stepPastCompaction()
    if (error.code !== 'full' || this.#state !== 'open') return
    this.#state = 'full'
    this.#probeAtMs = this.#options.clock.now() + PROBE_AFTER_MS
  }

  /** Drops the oldest eighth of the history. The next group triggers another cut if that was not enough. */
  #cutWindow(): void {
    const revision = this.#history.revisionAt(this.#history.length >> 3)
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
    if (this.#published > this.#durablyCompacted || !this.#commit.isIdle()) return
    this.#published = this.#durablyCompacted + 1
    this.#commit.assigned = this.#published
  }

  async #dropOld(revision: number): Promise<void> {
    for (;;) {
      const old = this.#history.shift(revision, SLICE_ENTRIES)
      for (const entry of old) this.#versions.forget(entry.key, revision)
      if (old.length < SLICE_ENTRIES) return
      await nextTask()
    }
  }

  #readable(at: Revision | undefined): number {
    this.#assertOpen()
    if (at === undefined) return this.#published
    if (at > this.#published) throw this.#futureError(at)
    if (at <= this.#compacted) throw this.#compactedError(at)
    return at
  }

  #futureError(at: number): StorageError {
    return new StorageError('future', `revision ${at} is not there yet, the newest is ${this.#published}`)
  }

  #compactedError(at: number): StorageError {
    return new StorageError('compacted', `revision ${at} was compacted, up to ${this.#compacted}`)
  }

  #assertOpen(): void {
    if (this.#state === 'fenced') throw new StorageError('fenced', 'another writer took over this store')
    if (this.#state === 'closed') throw new StorageError('fenced', 'the log is closed')
  }

  #assertWritable(write: LogWrite): void {
    this.#assertOpen()
    if (this.#closing !== null) throw new StorageError('fenced', 'the log is closed')
    if (this.#state !== 'full' || write.value === null) return
    if (this.#options.clock.now() < this.#probeAtMs) throw new StorageError('full', 'the disk is full')
    // Let one write a second through to find out whether space has become available.
    this.#probeAtMs = this.#options.clock.now() + PROBE_AFTER_MS
  }
}
