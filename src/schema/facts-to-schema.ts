import type { Json } from '#api/json.ts'
import type { ListSchema, MapSchema, ScalarSchema, ScalarType, Schema, StructField, StructSchema } from './schema.ts'

/** One field of a type in the field facts. The fields of an `(inline)` field belong to the outer struct. */
export interface FieldFact {
  readonly name: string
  readonly type: string
  readonly pointer?: boolean
  readonly omitempty?: boolean
  readonly required?: boolean
  /** Its values are credentials, which shared links leave out. */
  readonly confidential?: boolean
  readonly default?: Json
  readonly enum?: readonly string[]
  readonly listType?: string
  readonly listMapKeys?: readonly string[]
  readonly mapType?: string
  readonly patchStrategy?: string
  readonly patchMergeKey?: string
  readonly proto?: {
    readonly number: number
    readonly wire: string
    readonly repeated?: boolean
    readonly name?: string
  }
}

/** All types of a group version. */
export interface FactsFile {
  readonly kinds: { readonly [kind: string]: { readonly type: string } }
  readonly types: {
    readonly [name: string]: {
      readonly fields?: readonly FieldFact[]
      readonly mapType?: string
      readonly unions?: readonly Json[]
    }
  }
}

/** Per type: the field order where it differs from the facts, and type names in decode errors. */
export interface GoFacts {
  readonly [type: string]: {
    readonly order?: readonly string[]
    readonly goTypes?: { readonly [field: string]: readonly string[] }
  }
}

const scalars: ReadonlySet<string> = new Set<ScalarType>([
  'string',
  'boolean',
  'int32',
  'int64',
  'float64',
  'bytes',
  'Time',
  'MicroTime',
  'Duration',
  'Quantity',
  'IntOrString',
  'RawExtension',
  'FieldsV1',
  'any',
])
/** Kinds of all groups: bodies and responses that are no resources. */
const metaKinds = [
  'APIGroup',
  'APIGroupList',
  'APIResourceList',
  'APIVersions',
  'CreateOptions',
  'DeleteOptions',
  'GetOptions',
  'ListOptions',
  'PartialObjectMetadata',
  'PartialObjectMetadataList',
  'PatchOptions',
  'Status',
  'Table',
  'TableOptions',
  'UpdateOptions',
]
const isScalar = (type: string): type is ScalarType => scalars.has(type)

/** The schema annotations of a field's fact. `goNames[0]` is the name of the value's type, `[1]` that of its items. */
interface Annotations {
  readonly fact?: FieldFact
  readonly goNames?: readonly string[]
  readonly keepsEmpty?: boolean
}

/** CustomResourceDefinitions are stored as JSON, other types as protobuf. */
const storedAsJson = /^apiextensions\./

function annotationsOf(fact: FieldFact, owner: string, go: GoFacts[string] | undefined): Annotations {
  const goNames = go?.goTypes?.[fact.name]
  return { fact, keepsEmpty: storedAsJson.test(owner), ...(goNames && { goNames }) }
}

/** Compiles field facts to schemas, each type once, on first request, because types may be recursive. */
export class FactsCompiler {
  readonly #name: string
  readonly #facts = new Map<string, FactsFile['types'][string]>()
  readonly #goFacts = new Map<string, GoFacts[string]>()
  /** The types that have `kind` and `apiVersion`. */
  readonly #kinds = new Set(metaKinds.map((name) => `meta.v1.${name}`))
  readonly #compiled = new Map<string, StructSchema>()

  /** @param name is shown by errors */
  constructor(name: string) {
    this.#name = name
  }

  /** Adds the types of a group version. Those that their fields have must be there before one of them is compiled. */
  add(file: FactsFile, goFacts: GoFacts): void {
    for (const { type } of Object.values(file.kinds)) this.#kinds.add(type)
    for (const [name, type] of Object.entries(file.types)) this.#facts.set(name, type)
    for (const [name, type] of Object.entries(goFacts)) this.#goFacts.set(name, type)
  }

  /**
   * Returns the schema of a type by its full name, such as `apps.v1.Deployment`.
   * @throws Error for an unknown type name, which is a bug of the caller
   */
  struct(name: string): StructSchema {
    const known = this.#compiled.get(name)
    if (known !== undefined) return known
    const type = this.#facts.get(name)
    if (type === undefined) throw new Error(`no field facts of ${name} in ${this.#name}`)
    const fields = new Map<string, StructField>()
    const mapType = toMapType(type.mapType)
    const { unions } = type
    const struct: StructSchema = {
      type: 'struct',
      name,
      fields,
      ...(mapType && { mapType }),
      ...(unions && { unions }),
    }
    this.#compiled.set(name, struct)
    if (this.#kinds.has(name)) for (const field of typeMetaFields) fields.set(field.name, field)
    for (const field of inOrder(type.fields ?? [], this.#goFacts.get(name)?.order)) this.#addField(fields, field, name)
    return struct
  }

  #addField(fields: Map<string, StructField>, fact: FieldFact, owner: string): void {
    if (fact.name === '(inline)') {
      for (const [name, field] of this.struct(fact.type).fields) fields.set(name, inlined(field, fact))
      return
    }
    // Only alternatives of a union have no name.
    const fieldName = fact.name === '' ? (fact.proto?.name ?? '') : fact.name
    fields.set(fieldName, {
      name: fieldName,
      schema: this.#schema(fact.type, annotationsOf(fact, owner, this.#goFacts.get(owner))),
      pointer: fact.pointer === true,
      omitEmpty: fact.omitempty === true,
      required: fact.required === true,
      ...(fact.default === undefined ? {} : { default: fact.default }),
      ...(fact.proto && { proto: fact.proto }),
    })
  }

  #schema(type: string, annotations: Annotations): Schema {
    const { fact, goNames } = annotations
    const goName = goNames?.[0] === undefined ? {} : { goName: goNames[0] }
    const items: Annotations = goNames === undefined ? {} : { goNames: goNames.slice(1) }
    if (isScalar(type)) return { type: 'scalar', scalar: type, ...(fact?.enum && { enum: fact.enum }), ...goName }
    if (type.startsWith('[]')) {
      const keeps = annotations.keepsEmpty === true && { keepsEmpty: true }
      return { ...toList(fact), items: this.#schema(type.slice(2), items), ...goName, ...keeps }
    }
    if (type.startsWith('map[')) {
      const values = this.#schema(type.slice(type.indexOf(']') + 1), items)
      return { ...toMap(fact), values, ...goName }
    }
    const struct = this.struct(type)
    return isOpaque(type, this.#facts.get(type)) ? { ...anything, union: struct } : annotate(struct, fact)
  }
}

const anything: ScalarSchema = { type: 'scalar', scalar: 'any' }

/** In JSON the fields of an inline struct belong to the outer one, in protobuf they are in a message of their own. */
function inlined(field: StructField, { proto }: FieldFact): StructField {
  if (proto === undefined || field.proto === undefined) return field
  return { ...field, proto: { ...field.proto, within: [proto.number, ...(field.proto.within ?? [])] } }
}

/** The copy shares the map of fields, which may still be incomplete, because the type may be recursive. */
function annotate(struct: StructSchema, fact: FieldFact | undefined): StructSchema {
  const mapType = toMapType(fact?.mapType)
  const patchStrategy = fact?.patchStrategy?.split(',')
  const listType = fact?.listType
  if (mapType === undefined && patchStrategy === undefined && listType === undefined) return struct
  return {
    ...struct,
    ...(mapType && { mapType }),
    ...(patchStrategy && { patchStrategy }),
    ...(listType !== undefined && { listType }),
  }
}

/** Types whose fields have no names have custom JSON (a schema or a boolean) and are kept as sent. */
const isOpaque = (type: string, { fields }: Partial<FactsFile['types'][string]> = {}): boolean =>
  fields !== undefined && fields.every((field) => field.name === '') && !emptyStructs.has(type)

/** Structs without fields that are objects nevertheless. */
const emptyStructs = new Set(['apiextensions.v1.CustomResourceSubresourceStatus'])

const typeMetaFields: readonly StructField[] = ['kind', 'apiVersion'].map((name) => ({
  name,
  schema: { type: 'scalar', scalar: 'string' },
  pointer: false,
  omitEmpty: true,
  required: false,
}))

function inOrder(fields: readonly FieldFact[], order: readonly string[] | undefined): readonly FieldFact[] {
  if (order === undefined) return fields
  const rank = new Map(order.map((name, at) => [name, at]))
  return fields.toSorted((a, b) => (rank.get(a.name) ?? 0) - (rank.get(b.name) ?? 0))
}

const toMapType = (text: string | undefined): 'granular' | 'atomic' | undefined =>
  text === 'atomic' || text === 'granular' ? text : undefined

function toMap(fact: FieldFact | undefined): Pick<MapSchema, 'type' | 'mapType'> {
  const mapType = toMapType(fact?.mapType)
  return { type: 'map', ...(mapType && { mapType }) }
}

function toList(fact: FieldFact | undefined): Omit<ListSchema, 'items' | 'goName'> {
  if (fact === undefined) return { type: 'list' }
  const { listType, listMapKeys, patchStrategy, patchMergeKey } = fact
  return {
    type: 'list',
    ...((listType === 'set' || listType === 'map' || listType === 'atomic') && { listType }),
    ...(listMapKeys && { listMapKeys }),
    ...(patchStrategy !== undefined && { patchStrategy: patchStrategy.split(',') }),
    ...(patchMergeKey !== undefined && { patchMergeKey }),
  }
}
