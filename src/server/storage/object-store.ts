import type { ApiObject } from '#api/object-meta.ts'
import type { Revision } from '#api/revision.ts'
import { encodeObject } from './encoded-object.ts'
import { endOfPrefix, keyAfter } from './keys.ts'
import { type Author, type Log, type LogEntry, StorageError } from './log.ts'
import { ParsedCache } from './parsed-cache.ts'
import { EntryEvents } from './store-events.ts'
import { LogObject, type StoredObject } from './stored-object.ts'

/** What etcd takes in one request by default. An object's JSON may be as large. [WR14] */
export const OBJECT_BYTES_MAX = 1.5 * 1024 * 1024

/** Decides which objects a list or watch is about. Called often: prefer `stored.labels` and `stored.key` to `stored.object`. */
export type Matches = (stored: StoredObject) => boolean

export interface ListRequest {
  /** Ends in `/`; see keys.ts. */
  readonly prefix: string
  /** First key of the page, whole. Default: the prefix's first. */
  readonly startKey?: string | undefined
  /** Exact revision. Default: the newest. */
  readonly at?: Revision | undefined
  /** Objects that match, at most. Default and 0: all. */
  readonly limit?: number | undefined
  readonly matches?: Matches | undefined
}

export interface ListAnswer {
  /** The snapshot that was read. 0 for a store that never held anything. */
  readonly revision: Revision | 0
  /** In key order. */
  readonly items: readonly StoredObject[]
  /** Key to go on from, `null` at the end of the prefix. */
  readonly nextKey: string | null
  /** Keys of the prefix after the page, without regard to `matches`. */
  readonly remaining: number
}

export interface WriteRequest {
  readonly key: string
  /** Revision of the version that the writer has seen; 0 says that the object must be absent. */
  readonly expected: Revision | 0
  /**
   * What to store, without resourceVersion and in the canonical order of fields: kind, apiVersion, metadata {name,
   * generateName, namespace, uid, …}. `null` deletes. Encoded before the call returns, so it may be changed afterwards.
   */
  readonly object: ApiObject | null
  readonly author: Author
}

/** Losing is an answer, not an error: somebody wrote this key first. */
export type Written =
  /** Durable. For a deletion: the last state with the deletion's revision as resourceVersion. */
  | { readonly type: 'written'; readonly stored: StoredObject }
  /** `winner` is the object as it is now, `null` when it is absent. Always durable. */
  | { readonly type: 'lost'; readonly winner: StoredObject | null }

/** One change as one watcher sees it. Shared by all watchers that see it alike. */
export interface StoreEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'
  /** DELETED carries the last matching state with the new revision. */
  readonly stored: StoredObject
  /** The whole line of a JSON stream, `{"type":…,"object":…}\n`. Encoded once and shared: copy from it, never write to it. */
  line(): Uint8Array<ArrayBuffer>
}

export interface WatchRequest {
  /** Ends in `/`; see keys.ts. */
  readonly prefix: string
  readonly after: Revision | 0
  /** An object that starts to match is ADDED, one that stops is DELETED. */
  readonly matches?: Matches | undefined
  /** Events of one commit group, in order; never empty; never called before `watch` has returned. Must not throw. */
  onEvents(events: readonly StoreEvent[]): void
  /** The log closed (`null`) or failed, or the position was compacted away; nothing follows. */
  onEnd(error: StorageError | null): void
}

/** Objects over a {@link Log}: what the registry and the endpoints read and write. All errors are {@link StorageError}. */
export interface ObjectStore {
  readonly log: Log
  /** Newest readable revision; 0 for a store that never held anything. */
  revision(): Revision | 0
  /** Revisions at or below can't be read exactly; a watch may start after this one, not before. 0: nothing was compacted. */
  compacted(): Revision | 0
  /** @throws StorageError compacted, future */
  get(key: string, at?: Revision): Promise<StoredObject | null>
  /** @throws StorageError compacted, future */
  list(request: ListRequest): Promise<ListAnswer>
  /** Resolves when durable. @throws StorageError too-large, full, fenced, unavailable: then the write did not happen. */
  write(write: WriteRequest): Promise<Written>
  /** Events after `after`, the kept ones first. The answer stops it. @throws StorageError compacted */
  watch(request: WatchRequest): () => void
}

export interface ObjectStoreOptions {
  readonly log: Log
  /** Deep-freezes parsed objects, to find who changes them. For tests. */
  readonly freeze?: boolean | undefined
}

export function createObjectStore({ log, freeze = false }: ObjectStoreOptions): ObjectStore {
  const views = new Views(freeze)
  return {
    log,
    revision: () => log.revision(),
    compacted: () => log.compacted(),
    async get(key, at) {
      const entry = await log.get(key, at)
      return entry === null ? null : views.of(entry, entry)
    },
    list: (request) => list(log, views, request),
    write: (request) => write(log, views, request),
    watch: ({ prefix, after, matches, onEvents, onEnd }) =>
      log.watch(prefix, after, {
        onEntries(entries, before) {
          const events = views.eventsOf(entries, before, matches)
          if (events.length > 0) onEvents(events)
        },
        onEnd,
      }),
  }
}

/** The objects and events of log entries, each made once and forgotten with its entry. */
class Views {
  readonly #cache: ParsedCache
  #objects = new WeakMap<LogEntry, StoredObject>()
  /** Events of this turn's batches only: their lines would double the memory of the history. */
  #events = new Map<LogEntry, EntryEvents>()
  /** The batch that watchers of everything are being told of; it is the same list for all of one prefix. */
  #batch: { readonly entries: readonly LogEntry[]; readonly events: readonly StoreEvent[] } | null = null

  constructor(freeze: boolean) {
    this.#cache = new ParsedCache(freeze)
  }

  /** `entry` with the content of `state`: its own, or of a deletion the version before it. */
  of(entry: LogEntry, state: LogEntry): StoredObject {
    if (state.value === null) throw new Error('a deletion has no content of its own')
    if (entry !== state) return new LogObject(entry, state.value, this.#cache)
    const known = this.#objects.get(entry)
    if (known !== undefined) return known
    const stored = new LogObject(entry, state.value, this.#cache)
    this.#objects.set(entry, stored)
    return stored
  }

  eventsOf(
    entries: readonly LogEntry[],
    before: readonly (LogEntry | null)[],
    matches: Matches | undefined,
  ): readonly StoreEvent[] {
    if (matches === undefined && this.#batch?.entries === entries) return this.#batch.events
    const events: StoreEvent[] = []
    for (const [at, entry] of entries.entries()) {
      const event = this.#eventOf(entry, before[at] ?? null).seenBy(matches)
      if (event !== null) events.push(event)
    }
    if (matches === undefined) this.#batch = { entries, events }
    return events
  }

  #eventOf(entry: LogEntry, before: LogEntry | null): EntryEvents {
    const known = this.#events.get(entry)
    if (known !== undefined) return known
    const made = new EntryEvents(entry, before, (version, state) => this.of(version, state))
    if (this.#events.size === 0) queueMicrotask(() => this.#forgetEvents())
    this.#events.set(entry, made)
    return made
  }

  #forgetEvents(): void {
    this.#events.clear()
    this.#batch = null
  }
}

async function list(log: Log, views: Views, request: ListRequest): Promise<ListAnswer> {
  const { prefix, startKey: start = prefix, at, matches, limit = 0 } = request
  // With a selector all the rest is read: one read is of one revision, and entries cost nothing before they are looked at.
  const page = await log.range({ start, end: endOfPrefix(prefix), at, limit: matches === undefined ? limit : 0 })
  const items: StoredObject[] = []
  let seen = 0
  for (const entry of page.entries) {
    if (limit > 0 && items.length === limit) break
    seen += 1
    const stored = views.of(entry, entry)
    if (matches === undefined || matches(stored)) items.push(stored)
  }
  const last = page.entries[seen - 1]
  const remaining = page.remaining + page.entries.length - seen
  const nextKey = remaining === 0 || last === undefined ? null : keyAfter(last.key)
  return { revision: page.revision, items, nextKey, remaining }
}

async function write(log: Log, views: Views, { key, expected, object, author }: WriteRequest): Promise<Written> {
  const value = object === null ? null : encodeObject(object)
  if (value !== null && value.byteLength > OBJECT_BYTES_MAX)
    throw new StorageError('too-large', `${key} has ${value.byteLength} bytes`)
  // The state to show for a deletion: if it is not the expected one by now, the deletion loses anyway.
  const last = object === null ? await log.get(key) : null
  const appended = await log.append({ key, expected, value, author })
  if (appended.type === 'lost') {
    return { type: 'lost', winner: appended.winner === null ? null : views.of(appended.winner, appended.winner) }
  }
  const { entry } = appended
  return { type: 'written', stored: views.of(entry, entry.value === null && last !== null ? last : entry) }
}
