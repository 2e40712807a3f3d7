import type { Json, JsonObject } from '#api/json.ts'

/** A leaf of a structural schema, named after the wire type of the reference. */
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
  /** Named string types with a closed set; informative, enforcement is the strategy's. */
  readonly enum?: readonly string[]
  /** Name of the reference's type where decode errors show another than the scalar's own: `v1.PullPolicy`. */
  readonly goName?: string
  /** Of `any`: the message that protobuf has for it, with one field per alternative; none of them is JSON text. */
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
  /** As decode errors name it, when it is not `[]` and the items' name. */
  readonly goName?: string
  /** An empty list stays empty when it is stored: the type is stored as JSON. */
  readonly keepsEmpty?: boolean
}

export interface MapSchema {
  readonly type: 'map'
  readonly values: Schema
  /** Default `granular`. */
  readonly mapType?: 'granular' | 'atomic'
  /** As decode errors name it, when it is not `map[string]` and the values' name: `v1.ResourceList`. */
  readonly goName?: string
}

export interface StructField {
  readonly name: string
  readonly schema: Schema
  /** Go pointer: absent and zero value are different. */
  readonly pointer: boolean
  /** The zero value is left out when encoded. */
  readonly omitEmpty: boolean
  readonly required: boolean
  readonly default?: Json
  /** `wire` and `repeated` are those of the reference's tags; what is encoded follows from the schema. */
  readonly proto?: {
    readonly number: number
    readonly wire: string
    readonly repeated?: boolean
    /** Numbers of the messages that the field is in, outermost first, where JSON has it in none. */
    readonly within?: readonly number[]
  }
}

export interface StructSchema {
  readonly type: 'struct'
  /** `apps.v1.DeploymentSpec`. */
  readonly name: string
  /** In the order in which the reference encodes them. */
  readonly fields: ReadonlyMap<string, StructField>
  readonly mapType?: 'granular' | 'atomic'
  /** Fields of which only one is meant, as documents tell it. */
  readonly unions?: readonly Json[]
  /**
   * Keeps members that `fields` does not have (custom resources), but those which this takes away from them, in place:
   * the answer is their paths.
   */
  readonly rest?: (members: JsonObject) => readonly string[]
  /** Patch strategies of the struct as a field are kept on the field's schema in the reference; `retainKeys` of unions. */
  readonly patchStrategy?: readonly string[]
}

/** The shape of a value: drives decoding, defaulting, pruning, encoding order, and later apply, strategic merge, OpenAPI and protobuf. */
export type Schema = ScalarSchema | ListSchema | MapSchema | StructSchema
