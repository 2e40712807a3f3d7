import { type Soon } from '#api/waiting/soon.ts'
import { type Revision, toRevision } from '#api/revision.ts'
import {
  type Log,
  type LogEntry,
  type LogStatus,
  type LogWatcher,
  type RangeAnswer,
  type RangeRequest,
  StorageError,
} from '#server/storage/log.ts'
import { nextTask } from '#server/storage/next-task.ts'
import { History } from './history.ts'
import { Versions } from './versions.ts'
import { type Changes, Watchers } from './watchers.ts'

const SLICE_ENTRIES = 1_000

/** Returns the result at once. An error of the store rejects, as it does in logs that have to wait. */
function orRejected<Value>(read: () => Value): Soon<Value> {
  try {
    return read()
  } catch (error) {
    if (error instanceof StorageError) return Promise.reject(error)
    throw error
  }
}

/** The content with which a mirror begins. */
export interface MirrorContents {
  readonly snapshot: readonly LogEntry[]
  /** All entries after the snapshot, in revision order. */
  readonly log: readonly LogEntry[]
  readonly compacted: Revision | 0
  /** The newest readable revision, at or after that of the newest entry. */
  readonly published: number
}

/**
 * The part of a log that answers reads and watches from memory: all retained versions and the watchers. It does not
 * assign revisions and does not know where entries are durable: the log that owns it publishes them.
 */
export class Mirror implements Pick<Log, 'revision' | 'compacted' | 'get' | 'range' | 'watch' | 'history'> {
  readonly #versions = new Versions()
  readonly #history: History
  readonly #watchers = new Watchers()
  #published: number
  #compacted: number
  state: LogStatus['state'] = 'open'

  constructor({ snapshot, log, compacted, published }: MirrorContents) {
    this.#compacted = compacted
    this.#published = published
    this.#versions.fill(snapshot, log)
    this.#history = new History(log)
    for (const entry of this.#history.shift(compacted, Infinity)) this.#versions.forget(entry.key, compacted)
  }

  revision(): Revision | 0 {
    return this.#published === 0 ? 0 : toRevision(this.#published)
  }

  compacted(): Revision | 0 {
    return this.#compacted === 0 ? 0 : toRevision(this.#compacted)
  }

  /** Returns the newest version, which may be a deletion. */
  newest(key: string): LogEntry | undefined {
    return this.#versions.newest(key)
  }

  /** Returns the newest version of `key`, `null` when it is absent. */
  live(key: string): LogEntry | null {
    return this.#versions.at(key, this.#published)
  }

  get(key: string, at?: Revision): Soon<LogEntry | null> {
    return orRejected(() => this.#versions.at(key, this.#readable(at)))
  }

  range({ start, end, at, limit = 0 }: RangeRequest): Soon<RangeAnswer> {
    return orRejected(() => {
      const revision = this.#readable(at)
      const page = this.#versions.page({ start, end, revision, limit })
      return { revision: toRevision(revision), ...page }
    })
  }

  watch(prefix: string, after: Revision | 0, watcher: LogWatcher): () => void {
    this.assertOpen()
    if (after < this.#compacted) throw this.#compactedError(after)
    const kept = this.#history.after(after, Infinity, (entry) => entry.key.startsWith(prefix))
    return this.#watchers.add({ prefix, after, watcher }, this.#withBefore(kept))
  }

  async history(request: { after: Revision | 0; limit: number; key?: string }): Promise<readonly LogEntry[]> {
    this.assertOpen()
    const after = Math.max(request.after, this.#compacted)
    return this.#history.after(after, request.limit, (entry) => request.key === undefined || entry.key === request.key)
  }

  /** Makes `group` readable and sends it to the watchers, in one turn. `revision` is readable afterwards. */
  publish(group: readonly LogEntry[], revision: number): void {
    for (const entry of group) this.#add(entry)
    this.#published = revision
    this.#watchers.publish(this.#withBefore(group))
  }

  /** Makes `revision` readable without an entry. */
  stepTo(revision: number): void {
    this.#published = revision
  }

  /** From this call on, reads at or below `revision` fail. {@link dropOld} frees the memory. */
  compactTo(revision: number): void {
    this.#compacted = Math.max(this.#compacted, revision)
  }

  /** Drops the versions that no read above `revision` needs, in slices. */
  async dropOld(revision: number): Promise<void> {
    for (;;) {
      const old = this.#history.shift(revision, SLICE_ENTRIES)
      for (const entry of old) this.#versions.forget(entry.key, revision)
      if (old.length < SLICE_ENTRIES) return
      await nextTask()
    }
  }

  /** Returns the revision below which the oldest eighth of the retained entries lies; `undefined` without entries. */
  oldestEighth(): number | undefined {
    return this.#history.revisionAt(this.#history.length >> 3)
  }

  /** Returns the next live versions at `revision` after `key`, to iterate over all of them in slices. */
  slice(key: string, revision: number, count: number): LogEntry[] {
    return this.#versions.slice(key, revision, count)
  }

  /** Ends all watchers. No operation succeeds in `state`. */
  end(state: 'fenced' | 'closed', error: StorageError | null): void {
    this.state = state
    this.#watchers.end(error)
  }

  figures(): Pick<LogStatus, 'keyCount' | 'versionCount' | 'liveBytes' | 'historyBytes'> {
    const { keyCount, versionCount, liveBytes, historyBytes } = this.#versions
    return { keyCount, versionCount, liveBytes, historyBytes }
  }

  get historyBytes(): number {
    return this.#versions.historyBytes
  }

  assertOpen(): void {
    if (this.state === 'fenced') throw new StorageError('fenced', 'another writer took over this store')
    if (this.state === 'closed') throw new StorageError('fenced', 'the log is closed')
  }

  /** @throws StorageError future when `revision` is not readable yet */
  assertNotFuture(revision: number): void {
    if (revision > this.#published)
      throw new StorageError('future', `revision ${revision} is not there yet, the newest is ${this.#published}`)
  }

  #add(entry: LogEntry): void {
    this.#versions.add(entry)
    this.#history.push(entry)
  }

  #withBefore(entries: readonly LogEntry[]): Changes {
    return { entries: [...entries], before: entries.map((entry) => this.#versions.before(entry)) }
  }

  #readable(at: Revision | undefined): number {
    this.assertOpen()
    if (at === undefined) return this.#published
    this.assertNotFuture(at)
    if (at <= this.#compacted) throw this.#compactedError(at)
    return at
  }

  #compactedError(at: number): StorageError {
    return new StorageError('compacted', `revision ${at} was compacted, up to ${this.#compacted}`)
  }
}
