import type { Clock } from '#api/clock.ts'
import type { FieldError } from '#api/field-error.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { Author } from '#server/storage/log.ts'
import type { ObjectStore } from '#server/storage/object-store.ts'
import type { StoredObject } from '#server/storage/stored-object.ts'
import type { WatchCache } from '#server/storage/watch-cache.ts'
import type { ResourceDefinition } from './resource-definition.ts'
import type { Strategy, StrategyContext } from './strategy.ts'

/** What every operation of the registry needs of the server. Absent here: any resource's name. */
export interface Registry {
  readonly objects: ObjectStore
  /** What reads that may be old are answered from. */
  readonly cache: WatchCache
  readonly clock: Clock
  readonly uid: () => string
  readonly random: (length: number) => string
}

/** One request's view of one resource type. */
export interface Scope {
  readonly definition: ResourceDefinition
  /** The definition's own, or that of a view such as `status`. */
  readonly strategy: Strategy
  /** `''` for objects of the cluster's scope. */
  readonly namespace: string
  readonly context: StrategyContext
  readonly author: Author
  /** Adds one `Warning` header. */
  readonly warn: (text: string) => void
}

/** Validating admission, handed in so that this room needs to know nothing of it. Called with what would be stored. */
export interface AdmissionHooks {
  readonly validateCreate?: (next: ApiObject) => Promise<void>
  readonly validateUpdate?: (next: ApiObject, live: ApiObject) => Promise<void>
  readonly validateDelete?: (live: ApiObject) => Promise<void>
}

/** What an operation leaves for the answer: a version whose bytes can be copied, or an object that was not stored. */
export type Result =
  | { readonly type: 'stored'; readonly stored: StoredObject }
  | { readonly type: 'object'; readonly object: ApiObject }

export const storedResult = (stored: StoredObject): Result => ({ type: 'stored', stored })
export const objectResult = (object: ApiObject): Result => ({ type: 'object', object })

/** The object of a result, in the words of `definition`. Shared: never change it. */
export const objectOf = (definition: ResourceDefinition, result: Result): ApiObject =>
  result.type === 'stored' ? fromStored(definition, result.stored) : result.object

/** A stored version as this resource type shows it. */
export const fromStored = (definition: ResourceDefinition, stored: StoredObject): ApiObject =>
  definition.storage === undefined ? stored.object : definition.storage.fromStorage(stored.object)

export type { FieldError }
