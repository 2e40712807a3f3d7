import type { ApiObject } from '#api/object-meta.ts'
import type { Revision } from '#api/revision.ts'
import type { Author, Log, StorageError } from './log.ts'
import type { StoredObject } from './stored-object.ts'

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
  /** Resolves when durable. @throws StorageError full, fenced, unavailable: then the write did not happen. */
  write(write: WriteRequest): Promise<Written>
  /** Events after `after`, the kept ones first. The answer stops it. @throws StorageError compacted */
  watch(request: WatchRequest): () => void
}

export interface ObjectStoreOptions {
  readonly log: Log
  /** Deep-freezes parsed objects, to find who changes them. For tests. */
  readonly freeze?: boolean | undefined
}
