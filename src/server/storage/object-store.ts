import type { Rest } from '#api/bodies/in-pieces.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { Revision } from '#api/revision.ts'
import type { Soon } from '#api/waiting/soon.ts'
import { encodeObject } from './encoded-object.ts'
import { type Appended, type Author, type Log, type LogEntry, StorageError } from './log.ts'
import { Lists } from './object-lists.ts'
import { ParsedCache } from './parsed-cache.ts'
import { EntryEvents } from './store-events.ts'
import { LogObject, type StoredObject } from './stored-object.ts'

/** The default request size limit of etcd in bytes, and the limit for the JSON of an object. [WR14] */
export const OBJECT_BYTES_MAX: number = 1.5 * 1024 * 1024

/**
 * Reports whether a list or watch includes the object. Called often: prefer `stored.labels` and `stored.key` to
 * `stored.object`.
 */
export type Matches = (stored: StoredObject) => boolean

export interface ListRequest {
  /** Ends in `/`; see keys.ts. */
  readonly prefix: string
  /** The complete first key of the page. Default: the first key of the prefix. */
  readonly startKey?: string | undefined
  /** Exact revision. Default: the newest. */
  readonly at?: Revision | undefined
  /** Maximum number of matching objects. Default and 0: no limit. */
  readonly limit?: number | undefined
  readonly matches?: Matches | undefined
  /** Called between pieces of a long comparison with `matches`. Absent: no turns. [ER8] */
  readonly rest?: Rest | undefined
}

export interface ListAnswer {
  /** The revision of the snapshot that was read. 0 for a store that never held an object. */
  readonly revision: Revision | 0
  /** In key order. */
  readonly items: readonly StoredObject[]
  /** The key at which the next page starts, `null` at the end of the prefix. */
  readonly nextKey: string | null
  /** Number of keys of the prefix after the page, regardless of `matches`. */
  readonly remaining: number
}

export interface WriteRequest {
  readonly key: string
  /** The revision that the writer has read; 0 means that the object must be absent. */
  readonly expected: Revision | 0
  /**
   * The object to store, without resourceVersion and in canonical field order: kind, apiVersion, metadata {name,
   * generateName, namespace, uid, …}. `null` deletes. Encoded before the call returns, so the caller may change it
   * afterwards.
   */
  readonly object: ApiObject | null
  readonly author: Author
  /**
   * The version that the object replaces: if its parsed form was in use, `object` takes its place. Then nobody changes the
   * object after the call, and it equals its JSON.
   */
  readonly replaced?: StoredObject | undefined
  /** The turn in which values of the object were allocated. */
  readonly turn?: number | undefined
}

/** The result of a write. A lost race is a value, not an error: another writer changed the key first. */
export type Written =
  /** The write is durable. For a deletion: the last state with the deletion's revision as resourceVersion. */
  | { readonly type: 'written'; readonly stored: StoredObject }
  /** `winner` is the current object, `null` when it is absent. Always durable. */
  | { readonly type: 'lost'; readonly winner: StoredObject | null }

/** One change as a watcher sees it. Shared by all watchers that see the same event. */
export interface StoreEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'
  /** DELETED carries the last matching state with the new revision. */
  readonly stored: StoredObject
  /**
   * Returns the complete line of a JSON stream, `{"type":…,"object":…}
   * `. Encoded once and shared: copy from it, never write to it.
   */
  line(): Uint8Array<ArrayBuffer>
}

export interface WatchRequest {
  /** Ends in `/`; see keys.ts. */
  readonly prefix: string
  readonly after: Revision | 0
  /** An object that starts to match is ADDED, one that stops is DELETED. */
  readonly matches?: Matches | undefined
  /**
   * Receives the events of one commit group, in order; never empty; never called before `watch` has returned. Must not
   * throw.
   */
  onEvents(events: readonly StoreEvent[]): void
  /**
   * The log was closed (`null`) or failed, the revision of the watcher was compacted, or an event could not be converted; no
   * further calls follow.
   */
  onEnd(error: Error | null): void
}

/**
 * Stores objects in a {@link Log}. The registry and the endpoints read and write through it. All errors are {@link
 * StorageError}.
 */
export interface ObjectStore {
  readonly log: Log
  /** Returns the newest readable revision; 0 for a store that never held an object. */
  revision(): Revision | 0
  /**
   * Returns the newest compacted revision. Revisions at or below it cannot be read exactly; a watch may start after it,
   * not before. 0: nothing was compacted.
   */
  compacted(): Revision | 0
  /** @throws StorageError compacted, future */
  get(key: string, at?: Revision): Soon<StoredObject | null>
  /** @throws StorageError compacted, future */
  list(request: ListRequest): Soon<ListAnswer>
  /**
   * Resolves when the write is durable. @throws StorageError too-large, full, fenced, unavailable: in these cases
   * nothing was written.
   */
  write(write: WriteRequest): Promise<Written>
  /**
   * Delivers the events after `after`, the retained ones first. Returns a function that stops the watch. @throws
   * StorageError compacted
   */
  watch(request: WatchRequest): () => void
}

export interface ObjectStoreOptions {
  readonly log: Log
  /** Deep-freezes parsed objects to detect code that mutates them. For tests. */
  readonly freeze?: boolean | undefined
}

export function createObjectStore({ log, freeze = false }: ObjectStoreOptions): ObjectStore {
  const views = new Views(freeze)
  const lists = new Lists(log, views)
  return {
    log,
    revision: () => log.revision(),
    compacted: () => log.compacted(),
    get(key, at) {
      const entry = log.get(key, at)
      return entry instanceof Promise ? entry.then((found) => views.ofLive(found)) : views.ofLive(entry)
    },
    list: (request) => lists.read(request),
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

/** Creates the objects and events of log entries, each once. They are garbage collected together with their entry. */
class Views {
  readonly cache: ParsedCache
  #objects = new WeakMap<LogEntry, StoredObject>()
  /** Only the events of the current turn: their lines would double the memory use of the history. */
  #events = new Map<LogEntry, EntryEvents>()
  /** The batch that watchers without selector are receiving; all watchers of one prefix share the same list. */
  #batch: { readonly entries: readonly LogEntry[]; readonly events: readonly StoreEvent[] } | null = null

  constructor(freeze: boolean) {
    this.cache = new ParsedCache(freeze)
  }

  /** Returns `entry` with the content of `state`: the entry itself, or for a deletion the version before it. */
  of(entry: LogEntry, state: LogEntry): StoredObject {
    if (state.value === null) throw new Error('a deletion has no content of its own')
    if (entry !== state) return new LogObject(entry, state.value, this.cache)
    const cached = this.#objects.get(entry)
    if (cached !== undefined) return cached
    const stored = new LogObject(entry, state.value, this.cache)
    this.#objects.set(entry, stored)
    return stored
  }

  /** Returns the object of an entry that was read. */
  ofLive(entry: LogEntry | null): StoredObject | null {
    return entry === null ? null : this.of(entry, entry)
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
    const cached = this.#events.get(entry)
    if (cached !== undefined) return cached
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

function write(log: Log, views: Views, request: WriteRequest): Promise<Written> {
  const { key, expected, object, author, replaced, turn } = request
  if (object === null) return writeDeletion(log, views, request)
  const value = encodeObject(object)
  if (value.byteLength > OBJECT_BYTES_MAX)
    return Promise.reject(new StorageError('too-large', `${key} has ${value.byteLength} bytes`))
  return log.append({ key, expected, value, author, turn }).then((appended) => {
    const written = toWritten(views, appended, null)
    if (written.type === 'written' && replaced !== undefined) views.cache.replace(replaced, written.stored, object)
    return written
  })
}

async function writeDeletion(log: Log, views: Views, { key, expected, author, turn }: WriteRequest): Promise<Written> {
  // The state that a deletion returns. If it is not the expected version by now, the deletion loses the race anyway.
  const last = await log.get(key)
  return toWritten(views, await log.append({ key, expected, value: null, author, turn }), last)
}

function toWritten(views: Views, appended: Appended, last: LogEntry | null): Written {
  if (appended.type === 'lost') return { type: 'lost', winner: views.ofLive(appended.winner) }
  const { entry } = appended
  return { type: 'written', stored: views.of(entry, entry.value === null && last !== null ? last : entry) }
}
