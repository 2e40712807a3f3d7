import type { Revision } from '#api/revision.ts'

/** Who wrote an entry and with which verb: shown to people, of no meaning to the store. An adapter may keep it elsewhere. */
export interface Author {
  readonly actor: string
  readonly verb: string
  /** Name of the program, from its User-Agent or field manager. */
  readonly manager: string
}

/** One version of one key. `value` is `null` for a deletion. Never changed once handed out. */
export interface LogEntry {
  readonly revision: Revision
  readonly key: string
  /** The encoded object; always a whole buffer's own range, to be copied from and never written to. */
  readonly value: Uint8Array | null
  /** Revision at which this key's present life began. */
  readonly created: Revision
  /** The version that this one replaced, 0 for none: the key was absent. */
  readonly previous: Revision | 0
  /** Milliseconds since the epoch. */
  readonly timeMs: number
  readonly author: Author
}

export interface LogWrite {
  readonly key: string
  /** The key's last revision that the writer has seen; 0 says that it must be absent. */
  readonly expected: Revision | 0
  /** `null` deletes. The value cannot depend on its revision, which a shared store gives only afterwards. */
  readonly value: Uint8Array | null
  readonly author: Author
}

/** Losing is an answer, not an error: somebody wrote this key first. */
export type Appended =
  | { readonly type: 'written'; readonly entry: LogEntry }
  /** `winner` is the key's newest durable version, `null` when it is absent. */
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
  /** Keys in the range beyond `limit`. */
  readonly remaining: number
}

export interface LogWatcher {
  /**
   * All entries of one group that are of its prefix, in revision order, after they are durable and readable; never
   * called before `watch` has returned. `before` holds, place by place, the version that each entry replaced, `null`
   * for none. Both lists are shared. Must not throw.
   */
  onEntries(entries: readonly LogEntry[], before: readonly (LogEntry | null)[]): void
  /** The log closed or the watcher's position was compacted away; nothing follows. */
  onEnd(error: StorageError | null): void
}

export type StorageErrorCode =
  /** The disk refuses: quota, private mode. Reads and deletes go on. */
  | 'full'
  /** Another writer took over, or the log was closed. Nothing goes on. */
  | 'fenced'
  | 'unavailable'
  | 'corrupt'
  /** The revision asked for was compacted; `compacted` tells up to where. */
  | 'compacted'
  /** The revision asked for is not there yet. */
  | 'future'
  /** The value is larger than a shared store would take. */
  | 'too-large'

/** What a disk can answer besides data. `registry/storage-errors.ts` maps it to an ApiError. */
export class StorageError extends Error {
  readonly code: StorageErrorCode
  constructor(code: StorageErrorCode, message: string) {
    super(message)
    this.name = 'StorageError'
    this.code = code
  }
}

/** What the Storage panel shows of a disk. */
export interface LogStatus {
  /** `memory`, `indexeddb`, `file`. */
  readonly kind: string
  readonly state: 'open' | 'full' | 'fenced' | 'closed'
  readonly published: Revision | 0
  /** Newest revision given to a write, durable or not. */
  readonly assigned: Revision | 0
  readonly compacted: Revision | 0
  readonly keyCount: number
  readonly versionCount: number
  readonly liveBytes: number
  readonly historyBytes: number
  /** Last commits, newest last: entries, bytes and milliseconds each. */
  readonly commits: readonly { readonly entries: number; readonly bytes: number; readonly ms: number }[]
  /** Of the disk itself: segments, generation, epoch and such, by name. */
  readonly disk: Readonly<Record<string, string | number>>
}

/**
 * An append-only log of writes with reads at any kept revision: all the server needs from a store, and no more than
 * etcd v3 can do (compare, put, delete, range at a revision, watch, compact).
 *
 * Invariants: revisions strictly increase and are never used twice, also after a restart (gaps are allowed);
 * nothing is readable, watched or acknowledged before it is durable; every reader sees the same order.
 */
export interface Log {
  /** Newest readable revision. 0 for a log that never held anything. */
  revision(): Revision | 0
  /** Revisions at or below this one can't be read exactly or watched from. 0: nothing was compacted. */
  compacted(): Revision | 0
  /**
   * Writes one key if its newest version is still `expected`.
   * Resolves when durable. @throws StorageError full, fenced, unavailable: then the write did not happen.
   */
  append(write: LogWrite): Promise<Appended>
  /** The version of `key` at revision `at` (default: newest). @throws StorageError compacted, future */
  get(key: string, at?: Revision): Promise<LogEntry | null>
  /** @throws StorageError compacted, future */
  range(request: RangeRequest): Promise<RangeAnswer>
  /**
   * Entries after `after` whose key starts with `prefix`: those kept first, then new ones as they become durable.
   * The answer stops it. @throws StorageError compacted when `after` is below the compacted revision.
   */
  watch(prefix: string, after: Revision | 0, watcher: LogWatcher): () => void
  /** Kept entries after `after`, oldest first, at most `limit`, for the revision panel. */
  history(request: {
    readonly after: Revision | 0
    readonly limit: number
    readonly key?: string
  }): Promise<readonly LogEntry[]>
  /**
   * Forgets what no read above `revision` needs. Reads at or below it answer `compacted` from this call on. The newest
   * state stays readable by number: compacting the newest revision moves `revision()` on by one, with no entry of its
   * own, so that a list read afterwards gives versions and tokens that work. @throws StorageError future, unavailable
   */
  compact(revision: Revision): Promise<void>
  status(): LogStatus
  /** Waits for pending writes, then refuses all that follows. */
  close(): Promise<void>
}

/** Compare-and-swap: whether a write expects what `newest` is. A key that is absent or deleted is expected as 0. */
export function isExpected(write: LogWrite, newest: LogEntry | undefined): boolean {
  if (newest === undefined || newest.value === null) return write.expected === 0 && write.value !== null
  return write.expected === newest.revision
}
