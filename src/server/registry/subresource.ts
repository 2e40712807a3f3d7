import type { Soon } from '#api/waiting/soon.ts'
import type { FieldError } from '#api/field-error.ts'
import type { JsonObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { StructSchema } from '#schema/schema.ts'
import type { ResourceVerb, TableColumn } from './resource-definition.ts'
import type { ReviewAccess } from './review-access.ts'
import type { Strategy, StrategyContext } from './strategy.ts'

interface SubresourceNames {
  /** The path segment: `status`, `scale`, … */
  readonly name: string
  readonly verbs: readonly ResourceVerb[]
  /** Kind and group version in discovery, if they differ from those of the parent. */
  readonly kind?: string
  readonly group?: string
  readonly version?: string
}

/**
 * A subresource that serves the same object with another strategy: `status`, `finalize`, `ephemeralcontainers`,
 * `resize`.
 */
export interface ViewSubresource extends SubresourceNames {
  readonly type: 'view'
  readonly strategy: Strategy
}

/** A subresource whose object is computed from the parent and written back to it: `scale`. */
export interface ProjectionSubresource extends SubresourceNames {
  readonly type: 'projection'
  readonly schema: StructSchema
  /** Columns of the Table representation; without them the subresource has none. */
  readonly columns?: readonly TableColumn[]
  toProjection(parent: ApiObject): ApiObject
  /** Returns a copy of `parent` with the values of `projection`. */
  fromProjection(projection: ApiObject, parent: ApiObject): ApiObject
  validate(projection: ApiObject): readonly FieldError[]
  /** Refuses a GET if the parent does not have the projected fields. @throws ApiError */
  checkReadable?(parent: ApiObject): void
  /** A PUT may omit the resourceVersion. */
  readonly unconditional?: boolean
  /** Error text for bodies that cannot be decoded, if the reference has one text for all of them. */
  readonly decodeErrorText?: string
  /** Path in the parent of the field that is spec.replicas in the projection. Default: the same path. */
  readonly replicasPath?: readonly string[]
}

/**
 * The operations of an action on the cluster: only those that a client has, plus one conditional write of its parent.
 */
export interface ActionContext extends StrategyContext {
  readonly parentName: string
  readonly namespace: string
  /** Reads the parent. Throws NotFound. */
  getParent(): Promise<ApiObject>
  /**
   * Reads, changes and writes the parent, with retry on conflict. The result is stored without validation by the
   * strategy.
   */
  updateParent(change: (live: ApiObject) => ApiObject): Promise<ApiObject>
  /** Deletes the parent with these DeleteOptions. */
  deleteParent(options: JsonObject): Promise<void>
  /** Returns all stored objects of another resource in `namespace`. */
  list(what: { readonly group: string; readonly resource: string }): Promise<readonly ApiObject[]>
  /** Updates another object without validation (the status of a disruption budget). */
  updateOther(
    what: { readonly group: string; readonly resource: string },
    name: string,
    change: (live: ApiObject) => ApiObject,
  ): Promise<ApiObject>
}

/**
 * A subresource whose POST performs an action: `binding`, `eviction`. Returns 201 with `status` and the returned
 * object.
 */
export interface ActionSubresource extends SubresourceNames {
  readonly type: 'action'
  readonly schema: StructSchema
  /** Other group versions that a body may have, although none of them is served. */
  readonly alsoAccepts?: readonly { readonly group: string; readonly version: string }[]
  /** Sets defaults in addition to those of the schema. */
  default?(body: ApiObject): void
  /** The response is the body with managedFields. */
  readonly ownsFields?: boolean
  run(body: ApiObject, context: ActionContext, access: ReviewAccess): Promise<JsonObject>
}

/** Returns a stored object of another resource; `namespace` is `''` for cluster-scoped objects. `null`: not found. */
export type FindStored = (
  what: { readonly group: string; readonly resource: string },
  namespace: string,
  name: string,
) => Soon<ApiObject | null>

/** A subresource whose GET returns plain text: `log`. */
export interface TextSubresource extends SubresourceNames {
  readonly type: 'text'
  /** Extracts the parent's name from a path segment that contains more (`https:name:port`). @throws ApiError */
  readonly parentName?: (word: string) => string
  /** The rest of the path belongs to the proxied server (`proxy`). */
  readonly takesPath?: boolean
  /** The schema of the query options of a connection that admission may refuse (`exec`). */
  readonly schema?: StructSchema
  /** Returns the text. Throws ApiError where the reference refuses. */
  read(parent: ApiObject, query: URLSearchParams, find: FindStored): string | Promise<string>
}

export type Subresource = ViewSubresource | ProjectionSubresource | ActionSubresource | TextSubresource
