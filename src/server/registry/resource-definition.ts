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
  /** 0 is shown always, 1 only in wide output. */
  readonly priority?: number
  /** The cell, from a stored object. */
  readonly cell: (object: ApiObject, context: { readonly nowMs: number }) => Json
}

/** All that the generic code knows of a resource type. Data plus a strategy; no generic code asks which resource it has. */
export interface ResourceDefinition {
  readonly group: string
  readonly version: string
  /** The feature gate without which this type is not served. Default: none. [FG8] */
  readonly feature?: 'MutatingAdmissionPolicy'
  /** Plural word of the URL. */
  readonly resource: string
  readonly singular: string
  readonly kind: string
  /** Default `${kind}List`. */
  readonly listKind?: string
  readonly namespaced: boolean
  /** Objects of this type are namespaces: admission attributes a request for one to that namespace. */
  readonly isNamespace?: boolean
  readonly shortNames?: readonly string[]
  readonly categories?: readonly string[]
  readonly verbs: readonly ResourceVerb[]
  readonly schema: StructSchema
  readonly strategy: Strategy
  readonly subresources?: readonly Subresource[]
  readonly columns: readonly TableColumn[]
  /** Conditions of a table's row, for objects that have ended. Default: none. */
  readonly rowConditions?: (object: ApiObject) => readonly JsonObject[]
  /** Order of a table's rows, where it is not that of the list. */
  readonly compareRows?: (a: ApiObject, b: ApiObject) => number
  /** Field selector labels besides metadata.name and metadata.namespace, with the text they are compared with. */
  readonly selectableFields?: Readonly<Record<string, (object: ApiObject) => string>>
  /** How the reference refuses other labels, where it has words of its own for this type. */
  readonly unknownFieldText?: (label: string) => string
  /** Where objects are kept when another group version owns them (events.orch.io/v1 shows core events). */
  readonly storage?: {
    readonly group: string
    readonly resource: string
    readonly fromStorage: (stored: ApiObject) => ApiObject
    readonly toStorage: (object: ApiObject) => ApiObject
  }
  /** How values merge and are owned, where the schema does not tell (custom resources). */
  readonly mergeAtom?: Atom
  /** The schema that documents show of a custom kind, as its definition has it; built-in kinds are told by `schema`. */
  readonly published?: { readonly schema: JsonObject; readonly selectableFields: readonly string[] }
  /** Lists of this kind repeat kind and apiVersion in every item (custom resources do, built-in ones don't). */
  readonly typedItems?: boolean
  /** Objects of this type are never stored: a POST does something and answers with what came of it (bindings, reviews). */
  readonly virtual?: VirtualResource
  /** Objects of this type are made anew for each read, from the state of the log: `null`, or what is wrong with it. [CS1] */
  readonly computed?: (storeFault: string | null) => readonly ApiObject[]
  /** Metadata where nothing else is shown (rows of tables, PartialObjectMetadata), if some of it lives elsewhere in the reference. */
  readonly shownMetadata?: (object: ApiObject) => ApiObject['metadata']
  /** Text of a Warning header that every answer about this resource carries, refusals included. */
  readonly deprecationWarning?: string
  /** Why nothing new may be made of this type now; there may be changes and deletions. */
  readonly createForbidden?: string
  /** Aborted when the type has changed or is gone: its watches end. */
  readonly retired?: AbortSignal
  /** A DELETE answers with the object that it removed instead of a Status (pods, services, …). */
  readonly returnsDeletedObject?: boolean
  /**
   * Runs after admission and before validation of a create or update, to hand out what only a server can
   * (cluster IPs, node ports). Must be free of effect on dry run.
   */
  readonly allocator?: ResourceAllocator
}

export interface VirtualResource {
  /** The stored type whose object, of the name that the body has, is the parent in `context`. Default: this type, which has none. */
  readonly parent?: { readonly group: string; readonly resource: string }
  run(body: ApiObject, context: ActionContext, access: ReviewAccess): Promise<JsonObject>
}

export interface ResourceAllocator {
  /** `objects` reads all stored objects of this very resource. Changes `next` in place. */
  allocate(
    next: ApiObject,
    live: ApiObject | null,
    objects: () => Promise<readonly ApiObject[]>,
  ): Promise<readonly FieldError[]>
}

export type { JsonObject }
