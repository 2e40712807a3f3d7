import type { Revision } from '#api/revision.ts'
import type { Soon } from '#api/waiting/soon.ts'

/**
 * The author of an entry and the verb used. Shown to users and without meaning for the store. An adapter may keep it
 * elsewhere.
 */
export interface Author {
  readonly actor: string
  readonly verb: string
  /** Name of the client, from its User-Agent or field manager. */
  readonly manager: string
  /** The revision that the author reacted to, as it said; absent if it said none. */
  readonly cause?: Revision
  /**
   * The name of the host that wrote to a shared store, `''` if it is not known; absent for this host and in stores that
   * are not shared.
   */
  readonly host?: string
}

/** One version of one key. `value` is `null` for a deletion. Immutable once returned. */
export interface LogEntry {
  readonly revision: Revision
  readonly key: string
  /** The encoded object. Must only be copied from, never written to. */
  readonly value: Uint8Array | null
  /** Revision at which the key was last created. */
  readonly created: Revision
  /** The version that this entry replaced; 0 when the key was absent. */
  readonly previous: Revision | 0
  /** Milliseconds since the epoch. */
  readonly timeMs: number
  readonly author: Author
}

export interface LogWrite {
  readonly key: string
  /** The revision of the key that the writer has read; 0 means that the key must be absent. */
  readonly expected: Revision | 0
  /**
   * `null` deletes. The value cannot depend on its revision, because a shared store assigns the revision only after the
   * write.
   */
  readonly value: Uint8Array | null
  readonly author: Author
  /** Milliseconds since the epoch; default: now. Recorded writes of a sample keep their times. */
  readonly timeMs?: number
  /** The turn in which the value was chosen, of {@link Log.beginTurn}. */
  readonly turn?: number | undefined
}

/** The result of a write. A lost race is a value, not an error: another writer changed the key first. */
export type Appended =
  | { readonly type: 'written'; readonly entry: LogEntry }
  /** `winner` is the newest durable version of the key, `null` when the key is absent. */
  | { readonly type: 'lost'; readonly winner: LogEntry | null }

export interface RangeRequest {
  /** Keys from `start` (inclusive) to `end` (exclusive) in code unit order. */
  readonly start: string
  readonly end: string
  /** Default: the newest readable revision. */
  readonly at?: Revision | undefined
  readonly limit?: number | undefined
}

export interface RangeAnswer {
  readonly revision: Revision
  readonly entries: readonly LogEntry[]
  /** Number of keys in the range beyond `limit`. */
  readonly remaining: number
}

export interface LogWatcher {
  /**
   * Receives all entries of one group that match the prefix, in revision order, after they are durable and readable;
   * never called before `watch` has returned. `before` holds, index by index, the version that each entry replaced,
   * `null` for none. Both lists are shared. Must not throw.
   */
  onEntries(entries: readonly LogEntry[], before: readonly (LogEntry | null)[]): void
  /** The log was closed or the revision of the watcher was compacted; no further calls follow. */
  onEnd(error: StorageError | null): void
}

export type StorageErrorCode =
  /** The disk refuses writes: quota, private mode. Reads and deletes still work. */
  | 'full'
  /** Another writer took over, or the log was closed. No operation succeeds any more. */
  | 'fenced'
  | 'unavailable'
  | 'corrupt'
  /** The requested revision was compacted; `compacted` is the newest compacted revision. */
  | 'compacted'
  /** The requested revision does not exist yet. */
  | 'future'
  /** The value exceeds the size limit of a shared store. */
  | 'too-large'
  /** The write may have happened or not: a shared store did not answer in time. */
  | 'unknown'
  /** Another host has written in a turn that began after the turn of the write: choose again. Nothing was written. */
  | 'outrun'

/** An error of the store. `registry/storage-errors.ts` maps it to an ApiError. */
export class StorageError extends Error {
  readonly code: StorageErrorCode
  constructor(code: StorageErrorCode, message: string) {
    super(message)
    this.name = 'StorageError'
    this.code = code
  }
}

/** The status of a log as shown in the Storage panel. */
export interface LogStatus {
  /** `memory`, `indexeddb`, `file`, `etcd`. */
  readonly kind: string
  readonly state: 'open' | 'full' | 'fenced' | 'closed'
  readonly published: Revision | 0
  /** Newest revision assigned to a write, durable or not. */
  readonly assigned: Revision | 0
  readonly compacted: Revision | 0
  readonly keyCount: number
  readonly versionCount: number
  readonly liveBytes: number
  readonly historyBytes: number
  /** The last commits, newest last: entries, bytes and milliseconds of each. */
  readonly commits: readonly { readonly entries: number; readonly bytes: number; readonly ms: number }[]
  /** Figures of the disk itself by name: segments, generation, epoch and others. */
  readonly disk: Readonly<Record<string, string | number>>
}

/**
 * An append-only log of writes with reads at any retained revision. This is everything that the server needs from a
 * store, and no more than etcd v3 provides (compare, put, delete, range at a revision, watch, compact).
 *
 * Invariants: revisions strictly increase and are never reused, not even after a restart (gaps are allowed); nothing is
 * readable, watched or acknowledged before it is durable; all readers see the same order.
 */
export interface Log {
  /** Reports whether the log has never held an entry. */
  isNew(): boolean
  /** Returns the newest readable revision. 0 for a log that never held an entry. */
  revision(): Revision | 0
  /**
   * Returns the newest compacted revision: revisions at or below it cannot be read exactly or watched from. 0: nothing
   * was compacted.
   */
  compacted(): Revision | 0
  /**
   * Afterwards, reads without a revision return everything that was acknowledged anywhere before the call. `undefined`
   * for a log that has no other writers: it needs no waiting. @throws StorageError unavailable, fenced
   */
  catchUp(): Promise<void> | undefined
  /**
   * Begins a turn, in which values are chosen that must be unique among all hosts, and catches up. A write in a turn
   * fails with `outrun` if another host has written in a turn since. `undefined` for a log that has no other writers.
   * @throws StorageError unavailable, fenced
   */
  beginTurn(): Promise<number> | undefined
  /**
   * Writes one key if its newest version is still `expected`.
   * Resolves when the write is durable. @throws StorageError full, fenced, unavailable, too-large: in these cases nothing
   * was written; outrun: neither; unknown: it may have been.
   */
  append(write: LogWrite): Promise<Appended>
  /** Returns the version of `key` at revision `at` (default: newest). @throws StorageError compacted, future */
  get(key: string, at?: Revision): Soon<LogEntry | null>
  /** @throws StorageError compacted, future */
  range(request: RangeRequest): Soon<RangeAnswer>
  /**
   * Delivers the entries after `after` whose key starts with `prefix`: first the retained ones, then new ones as they
   * become durable. Returns a function that stops the watch. @throws StorageError compacted when `after` is below the
   * compacted revision.
   */
  watch(prefix: string, after: Revision | 0, watcher: LogWatcher): () => void
  /** Returns at most `limit` retained entries after `after`, oldest first, for the Revisions panel. */
  history(request: {
    readonly after: Revision | 0
    readonly limit: number
    readonly key?: string
  }): Promise<readonly LogEntry[]>
  /**
   * Drops the versions that no read above `revision` needs. From this call on, reads at or below `revision` fail with
   * `compacted`. The newest state must remain readable by revision: compacting the newest revision increments
   * `revision()` by one without an entry, so that a list made afterwards returns usable resourceVersions and continue
   * tokens. @throws StorageError future, unavailable
   */
  compact(revision: Revision): Promise<void>
  status(): LogStatus
  /** Waits for pending writes, then rejects all later operations. */
  close(): Promise<void>
}

/**
 * Reports whether `newest` is the version that a write expects (compare-and-swap). An absent or deleted key is expected
 * as 0.
 */
export function isExpected(write: LogWrite, newest: LogEntry | undefined): boolean {
  if (newest === undefined || newest.value === null) return write.expected === 0 && write.value !== null
  return write.expected === newest.revision
}
