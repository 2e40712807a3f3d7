import type { Json, JsonObject } from '#api/json.ts'

/** A leaf of a structural schema, named after the reference's wire type. */
export type ScalarType =
  | 'string'
  | 'boolean'
  | 'int32'
  | 'int64'
  | 'float64'
  | 'bytes'
  | 'Time'
  | 'MicroTime'
  | 'Duration'
  | 'Quantity'
  | 'IntOrString'
  | 'RawExtension'
  | 'FieldsV1'
  /** Any JSON value, kept as sent. */
  | 'any'

export interface ScalarSchema {
  readonly type: 'scalar'
  readonly scalar: ScalarType
  /** A named string type with a fixed set of values; informative, because the strategy enforces it. */
  readonly enum?: readonly string[]
  /** Name of the Go type where decode errors show another name than the scalar's: `v1.PullPolicy`. */
  readonly goName?: string
  /** For `any`: the protobuf message, with one field per alternative; without it the value is JSON text. */
  readonly union?: StructSchema
}

export interface ListSchema {
  readonly type: 'list'
  readonly items: Schema
  /** Default `atomic`. */
  readonly listType?: 'atomic' | 'set' | 'map'
  readonly listMapKeys?: readonly string[]
  readonly patchStrategy?: readonly string[]
  readonly patchMergeKey?: string
  /** Name in decode errors, unless it is `[]` and the items' name. */
  readonly goName?: string
  /** An empty list stays empty in storage, because the type is stored as JSON. */
  readonly keepsEmpty?: boolean
}

export interface MapSchema {
  readonly type: 'map'
  readonly values: Schema
  /** Default `granular`. */
  readonly mapType?: 'granular' | 'atomic'
  /** Name in decode errors, unless it is `map[string]` and the values' name: `v1.ResourceList`. */
  readonly goName?: string
}

export interface StructField {
  readonly name: string
  readonly schema: Schema
  /** Go pointer: absent differs from the zero value. */
  readonly pointer: boolean
  /** The zero value is omitted when encoded. */
  readonly omitEmpty: boolean
  readonly required: boolean
  readonly default?: Json
  /** `wire` and `repeated` are from the reference's tags; the encoding follows from the schema. */
  readonly proto?: {
    readonly number: number
    readonly wire: string
    readonly repeated?: boolean
    /** Field numbers of the enclosing messages that JSON does not have, outermost first. */
    readonly within?: readonly number[]
  }
}

export interface StructSchema {
  readonly type: 'struct'
  /** `apps.v1.DeploymentSpec`. */
  readonly name: string
  /** In the reference's encoding order. */
  readonly fields: ReadonlyMap<string, StructField>
  readonly mapType?: 'granular' | 'atomic'
  /** A list type that the reference declares for a struct. It has no effect; only OpenAPI documents contain it. */
  readonly listType?: string
  /** Fields of which only one may be set, as OpenAPI documents state it. */
  readonly unions?: readonly Json[]
  /** Set if unknown members are kept (custom resources). Removes pruned members in place and returns their paths. */
  readonly rest?: (members: JsonObject) => readonly string[]
  /**
   * Patch strategies of the struct as a field; the reference declares them on the field. `retainKeys` is for unions.
   */
  readonly patchStrategy?: readonly string[]
}

/**
 * The type of a value: used for decoding, defaulting, pruning, encoding order, apply, strategic merge patches,
 * OpenAPI and protobuf.
 */
export type Schema = ScalarSchema | ListSchema | MapSchema | StructSchema
