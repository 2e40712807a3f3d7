import type { Soon } from '#api/waiting/soon.ts'
import type { Clock } from '#api/clock.ts'
import type { Rest } from '#api/bodies/in-pieces.ts'
import type { FieldError } from '#api/field-error.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { Author } from '#server/storage/log.ts'
import type { ObjectStore } from '#server/storage/object-store.ts'
import type { StoredObject } from '#server/storage/stored-object.ts'
import type { WatchCache } from '#server/storage/watch-cache.ts'
import type { Allocations } from './allocation.ts'
import type { ResourceDefinition } from './resource-definition.ts'
import type { Strategy, StrategyContext } from './strategy.ts'

/** The dependencies of all registry operations. Contains nothing specific to one resource. */
export interface Registry {
  readonly objects: ObjectStore
  /** Serves reads that may be stale. */
  readonly cache: WatchCache
  readonly clock: Clock
  readonly uid: () => string
  readonly random: (length: number) => string
  /**
   * Continue tokens and watches of revisions up to this one get 410, because another line of writes had them when it had
   * this one's place; 0 for none. [MC13]
   */
  readonly otherLineUpTo: number
  /** Shared by all registries of a server, which are created anew for each request. */
  readonly allocations: Allocations
  /** Called between the steps of a write, each of which takes long for a large object. Absent: no turns. [ER8] */
  readonly rest?: Rest
}

/** The resource type, strategy and namespace of one request. */
export interface Scope {
  readonly definition: ResourceDefinition
  /** The strategy of the definition, or of a subresource such as `status`. */
  readonly strategy: Strategy
  /** `''` for cluster-scoped objects. */
  readonly namespace: string
  readonly context: StrategyContext
  readonly author: Author
  /** Adds one `Warning` header. */
  readonly warn: (text: string) => void
}

/**
 * The validating admission hook, injected so that this room does not depend on admission. Called with the object that
 * would be stored.
 */
export interface AdmissionHooks {
  readonly validateCreate?: (next: ApiObject) => Soon<void>
  readonly validateUpdate?: (next: ApiObject, live: ApiObject) => Soon<void>
  readonly validateDelete?: (live: ApiObject) => Soon<void>
}

/**
 * The result of an operation: a stored version whose bytes can be copied into the response, or an object that was not
 * stored.
 */
export type Result =
  | { readonly type: 'stored'; readonly stored: StoredObject }
  | { readonly type: 'object'; readonly object: ApiObject }

export const storedResult = (stored: StoredObject): Result => ({ type: 'stored', stored })
export const objectResult = (object: ApiObject): Result => ({ type: 'object', object })

/** Returns the object of a result in the version of `definition`. Shared: never change it. */
export const objectOf = (definition: ResourceDefinition, result: Result): ApiObject =>
  result.type === 'stored' ? fromStored(definition, result.stored) : result.object

/** Returns a stored object in the version of this resource type. */
export const fromStored = (definition: ResourceDefinition, stored: StoredObject): ApiObject =>
  definition.storage === undefined || stored.isConverted === true
    ? stored.object
    : definition.storage.fromStorage(stored.object)

export type { FieldError }
