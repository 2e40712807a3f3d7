import type { FieldError } from '#api/field-error.ts'
import type { Json, JsonObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { StructSchema } from '#schema/schema.ts'
import type { Atom } from '#server/merge/apply/atom.ts'
import type { ReviewAccess } from './review-access.ts'
import type { Strategy } from './strategy.ts'
import type { ActionContext, Subresource } from './subresource.ts'

export type ResourceVerb = 'create' | 'delete' | 'deletecollection' | 'get' | 'list' | 'patch' | 'update' | 'watch'

/** One column of the Table representation. */
export interface TableColumn {
  readonly name: string
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'date'
  readonly format?: string
  readonly description: string
  /** 0: always shown; 1: only in wide output. */
  readonly priority?: number
  /** Rows have this cell, but no column declares it, as in the reference. Only for a last column. */
  readonly undeclared?: boolean
  /** Returns the cell of a stored object. */
  readonly cell: (object: ApiObject, context: { readonly nowMs: number }) => Json
  /** For a cell that shows the time since a moment that the object states: both parts of `cell`. */
  readonly elapsed?: {
    readonly since: (object: ApiObject) => string | undefined
    readonly show: (since: string | undefined, nowMs: number) => string
  }
}

/** Converts objects between the versions of a type by a webhook. @throws ApiError [CNV1] */
export interface Conversion {
  toShown(stored: ApiObject): Promise<ApiObject>
  toStored(object: ApiObject): Promise<ApiObject>
  to(object: ApiObject, apiVersion: string): Promise<ApiObject>
}

/**
 * Everything that the generic code needs about a resource type: data plus a strategy. Generic code never checks which
 * resource it handles.
 */
export interface ResourceDefinition {
  readonly group: string
  readonly version: string
  /** The feature gate without which this type is not served. Default: none. [FG8] */
  readonly feature?: 'MutatingAdmissionPolicy'
  /** The plural name in URLs. */
  readonly resource: string
  /** The part of the reference's storage keys that names the type, for error texts. Default: the plural name. */
  readonly shownKey?: string
  readonly singular: string
  readonly kind: string
  /** Default `${kind}List`. */
  readonly listKind?: string
  readonly namespaced: boolean
  /** Objects of this type are namespaces: a request for one object has that namespace in its admission attributes. */
  readonly isNamespace?: boolean
  readonly shortNames?: readonly string[]
  readonly categories?: readonly string[]
  readonly verbs: readonly ResourceVerb[]
  readonly schema: StructSchema
  readonly strategy: Strategy
  readonly subresources?: readonly Subresource[]
  readonly columns: readonly TableColumn[]
  /** Conditions of a table row, for objects that have completed. Default: none. */
  readonly rowConditions?: (object: ApiObject) => readonly JsonObject[]
  /** Order of table rows, if it differs from the order of the list. */
  readonly compareRows?: (a: ApiObject, b: ApiObject) => number
  /**
   * Additional field selector labels besides metadata.name and metadata.namespace, each with a function that returns
   * the value to compare.
   */
  readonly selectableFields?: Readonly<Record<string, (object: ApiObject) => string>>
  /** Error text for other field labels, if the reference has a specific one for this type. */
  readonly unknownFieldText?: (label: string) => string
  /** The storage location of objects that another group version owns (events.orch.io/v1 serves core events). */
  readonly storage?: {
    readonly group: string
    readonly resource: string
    readonly fromStorage: (stored: ApiObject) => ApiObject
    readonly toStorage: (object: ApiObject) => ApiObject
  }
  /** A webhook that converts the versions of this type, in addition to `storage`. */
  readonly conversion?: Conversion
  /** The rules by which values merge and are owned, for kinds whose schema does not define it (custom resources). */
  readonly mergeAtom?: Atom
  /** The published OpenAPI schema of a custom kind, as its definition has it. For built-in kinds `schema` is used. */
  readonly published?: { readonly schema: JsonObject; readonly selectableFields: readonly string[] }
  /** Lists of this kind include kind and apiVersion in every item (custom resources do, built-in ones don't). */
  readonly typedItems?: boolean
  /** Objects of this type are never stored: a POST performs an action and returns its result (bindings, reviews). */
  readonly virtual?: VirtualResource
  /**
   * Objects of this type are computed on each read from the state of the log: `null`, or a description of its fault.
   * [CS1]
   */
  readonly computed?: (storeFault: string | null) => readonly ApiObject[]
  /** Returns the metadata for table rows and PartialObjectMetadata, if the reference keeps some of it elsewhere. */
  readonly shownMetadata?: (object: ApiObject) => ApiObject['metadata']
  /** Text of the Warning header on every response for this resource, including errors. */
  readonly deprecationWarning?: string
  /** The reason why creating objects of this type is forbidden at the moment; updates and deletions remain allowed. */
  readonly createForbidden?: string
  /** Aborted when the type was changed or removed: its watches end. */
  readonly retired?: AbortSignal
  /** The type of which an object with the same name is removed with each object of this one. */
  readonly companion?: ResourceDefinition
  /** A DELETE returns the removed object instead of a Status (pods, services, …). */
  readonly returnsDeletedObject?: boolean
  /**
   * Runs after admission and before validation of a create or update, to allocate values that only the server can
   * assign (cluster IPs, node ports). Must have no side effects on dry run.
   */
  readonly allocator?: ResourceAllocator
}

export interface VirtualResource {
  /**
   * The stored resource type of the parent in `context`; the parent has the same name as the body. Default: this type,
   * which has no parent.
   */
  readonly parent?: { readonly group: string; readonly resource: string }
  run(body: ApiObject, context: ActionContext, access: ReviewAccess): Promise<JsonObject>
}

export interface ResourceAllocator {
  /** Allocates values for `next`, which it changes in place. */
  allocate(next: ApiObject, live: ApiObject | null, reader: AllocationReader): Promise<readonly FieldError[]>
}

export interface AllocationReader {
  readonly dryRun: boolean
  /** All objects of this resource: those that are stored, and those of requests that are being processed. */
  objects(): Promise<readonly ApiObject[]>
  /** All stored objects of another resource. */
  stored(definition: ResourceDefinition): Promise<readonly ApiObject[]>
}

export type { JsonObject }
