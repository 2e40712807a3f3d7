import type { FieldError } from '#api/field-error.ts'
import type { JsonObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { StructSchema } from '#schema/schema.ts'
import type { ResourceVerb, TableColumn } from './resource-definition.ts'
import type { ReviewAccess } from './review-access.ts'
import type { Strategy, StrategyContext } from './strategy.ts'

interface SubresourceNames {
  /** The URL word: `status`, `scale`, … */
  readonly name: string
  readonly verbs: readonly ResourceVerb[]
  /** Kind and group version in discovery, where they differ from the parent's. */
  readonly kind?: string
  readonly group?: string
  readonly version?: string
}

/** The same object under other rules: `status`, `finalize`, `ephemeralcontainers`, `resize`. */
export interface ViewSubresource extends SubresourceNames {
  readonly type: 'view'
  readonly strategy: Strategy
}

/** A virtual object drawn from the parent and written back into it: `scale`. */
export interface ProjectionSubresource extends SubresourceNames {
  readonly type: 'projection'
  readonly schema: StructSchema
  /** Columns of the Table representation; without them there is none. */
  readonly columns?: readonly TableColumn[]
  toProjection(parent: ApiObject): ApiObject
  /** A copy of `parent` with what `projection` says. */
  fromProjection(projection: ApiObject, parent: ApiObject): ApiObject
  validate(projection: ApiObject): readonly FieldError[]
  /** Refuses a GET of a parent that has nothing to draw from. @throws ApiError */
  checkReadable?(parent: ApiObject): void
  /** A PUT need not name the version that it has seen. */
  readonly unconditional?: boolean
  /** How the reference refuses every body that it can't read, where it has one text for all. */
  readonly decodeErrorText?: string
  /** Where the parent keeps what the projection has at spec.replicas. Default: there too. */
  readonly replicasPath?: readonly string[]
}

/** What an action may do to the cluster: only what a client could, plus one conditional write of its parent. */
export interface ActionContext extends StrategyContext {
  readonly parentName: string
  readonly namespace: string
  /** Throws NotFound. */
  getParent(): Promise<ApiObject>
  /** Reads, changes and writes the parent, again on a lost race; the result is stored without strategy validation. */
  updateParent(change: (live: ApiObject) => ApiObject): Promise<ApiObject>
  /** Deletes the parent with these DeleteOptions. */
  deleteParent(options: JsonObject): Promise<void>
  /** Every stored object of another resource in `namespace`. */
  list(what: { readonly group: string; readonly resource: string }): Promise<readonly ApiObject[]>
  /** Writes another object back as `update` would, without validation (a disruption budget's status). */
  updateOther(
    what: { readonly group: string; readonly resource: string },
    name: string,
    change: (live: ApiObject) => ApiObject,
  ): Promise<ApiObject>
}

/** A POST that does something: `binding`, `eviction`. Answers with `status` 201 and the object it returns. */
export interface ActionSubresource extends SubresourceNames {
  readonly type: 'action'
  readonly schema: StructSchema
  /** Other group versions that a body may name, although none of them is served. */
  readonly alsoAccepts?: readonly { readonly group: string; readonly version: string }[]
  /** Defaults besides the schema's own. */
  default?(body: ApiObject): void
  /** The answer is the body, with the owners of its fields. */
  readonly ownsFields?: boolean
  run(body: ApiObject, context: ActionContext, access: ReviewAccess): Promise<JsonObject>
}

/** A stored object of another resource; `namespace` is `''` where there is none. `null`: it is not there. */
export type FindStored = (
  what: { readonly group: string; readonly resource: string },
  namespace: string,
  name: string,
) => Promise<ApiObject | null>

/** A GET that answers plain text: `log`. */
export interface TextSubresource extends SubresourceNames {
  readonly type: 'text'
  /** The parent's name in a path where more stands with it (`https:name:port`). @throws ApiError */
  readonly parentName?: (word: string) => string
  /** Whatever follows in the path is for what lies behind (`proxy`). */
  readonly takesPath?: boolean
  /** Of the options in the query, where it is a connection that admission may refuse (`exec`). */
  readonly schema?: StructSchema
  /** Throws ApiError where the reference refuses. */
  read(parent: ApiObject, query: URLSearchParams, find: FindStored): string | Promise<string>
}

export type Subresource = ViewSubresource | ProjectionSubresource | ActionSubresource | TextSubresource
