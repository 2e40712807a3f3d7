import { isObject, type Json, type JsonObject, own, textOf, valueAt } from '#api/json.ts'

/** The JSON types of a value; null fits every field. */
export type ValueType = 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean'

/** The OpenAPI schema of one field, item or map value. */
export interface FieldSchema {
  /** The allowed types; empty when any value is allowed. */
  readonly types: readonly ValueType[]
  /** `DeploymentStrategy`, `string`, `list of Container`. */
  readonly typeName: string
  /** The field's description, else that of its type. */
  readonly doc: string
  /** The description of its type; `''` when it has none of its own. */
  readonly typeDoc: string
  readonly format: string
  /** Names of the fields of an object, required ones first. */
  readonly names: readonly string[]
  readonly required: readonly string[]
  readonly values: readonly Json[]
  readonly default: Json | undefined
  /** True when an object may have members that the schema does not list. */
  readonly isOpen: boolean
  field(name: string): FieldSchema | undefined
  /** The schema of a list's items. */
  readonly items: FieldSchema | undefined
  /** The schema of a map's values. */
  readonly entries: FieldSchema | undefined
}

/** Group, version and kind of an object. */
export interface KindId {
  readonly group: string
  readonly version: string
  readonly kind: string
}

type Models = JsonObject

/** Returns the schema of a kind in the OpenAPI document of its group and version; `undefined` when it lists none. [YE10] */
export function kindSchema(document: Json, kind: KindId): FieldSchema | undefined {
  const models = valueAt(document, ['components', 'schemas'])
  if (!isObject(models)) return undefined
  for (const [name, model] of Object.entries(models))
    if (isObject(model) && names(model, kind)) return new Field(models, model, shortName(name))
  return undefined
}

function names(model: JsonObject, { group, version, kind }: KindId): boolean {
  const ids = model['x-orch-group-version-kind']
  return (
    Array.isArray(ids) &&
    ids.some((id) => isObject(id) && id['group'] === group && id['version'] === version && id['kind'] === kind)
  )
}

/** `io.orch.api.apps.v1.DeploymentSpec` is a `DeploymentSpec`. */
const shortName = (model: string): string => model.slice(model.lastIndexOf('.') + 1)

const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : [])
const isValueType = (value: string): value is ValueType =>
  ['object', 'array', 'string', 'integer', 'number', 'boolean'].includes(value)

/** A schema with its references followed; members are read when they are asked for. */
class Field implements FieldSchema {
  readonly #models: Models
  readonly #own: JsonObject
  /** The referenced model, else the schema itself. */
  readonly #shape: JsonObject
  readonly #modelName: string
  readonly #known = new Map<string, Field | undefined>()

  constructor(models: Models, schema: JsonObject, modelName = '') {
    const reference = referenceOf(schema)
    const model = reference === '' ? undefined : own(models, reference)
    this.#models = models
    this.#own = schema
    this.#shape = isObject(model) ? model : schema
    this.#modelName = isObject(model) ? shortName(reference) : modelName
  }

  get types(): readonly ValueType[] {
    const shape = this.#shape
    if (shape['format'] === 'int-or-string' || shape['x-orch-int-or-string'] === true) return ['integer', 'string']
    const type = textOf(shape['type'])
    if (isValueType(type)) return [type]
    const choices = [...listOf(shape['oneOf']), ...listOf(shape['anyOf'])].map((choice) =>
      isObject(choice) ? textOf(choice['type']) : '',
    )
    return choices.every(isValueType) ? choices : []
  }

  get typeName(): string {
    if (this.items !== undefined) return `list of ${this.items.typeName}`
    if (this.entries !== undefined) return `map of ${this.entries.typeName}`
    if (this.#modelName !== '') return this.#modelName
    return this.types.join(' or ') || 'any value'
  }

  get doc(): string {
    return textOf(this.#own['description']) || textOf(this.#shape['description'])
  }

  get typeDoc(): string {
    return this.#shape === this.#own ? '' : textOf(this.#shape['description'])
  }

  get format(): string {
    const format = textOf(this.#shape['format'])
    return format === 'int-or-string' ? '' : format
  }

  get names(): readonly string[] {
    const properties = this.#properties
    const { required } = this
    const all = Object.keys(properties)
    return [...all.filter((name) => required.includes(name)), ...all.filter((name) => !required.includes(name))]
  }

  get required(): readonly string[] {
    return listOf(this.#shape['required']).map(textOf)
  }

  get values(): readonly Json[] {
    return listOf(this.#shape['enum'] ?? this.#own['enum'])
  }

  get default(): Json | undefined {
    return this.#own['default'] ?? this.#shape['default']
  }

  get isOpen(): boolean {
    const shape = this.#shape
    if (shape['x-orch-preserve-unknown-fields'] === true || shape['additionalProperties'] === true) return true
    if (shape['x-orch-embedded-resource'] === true) return true
    // A model of its own without fields stands for any object; an inline object without fields has none.
    const isFreeModel = shape !== this.#own && !isObject(shape['properties']) && this.entries === undefined
    return isFreeModel || this.types.length === 0
  }

  field(name: string): FieldSchema | undefined {
    const properties = this.#properties
    return this.#member(`.${name}`, Object.hasOwn(properties, name) ? properties[name] : undefined)
  }

  get items(): FieldSchema | undefined {
    return this.#member('items', this.#shape['items'])
  }

  get entries(): FieldSchema | undefined {
    return this.#member('entries', this.#shape['additionalProperties'])
  }

  get #properties(): JsonObject {
    const properties = this.#shape['properties']
    return isObject(properties) ? properties : {}
  }

  #member(key: string, schema: Json | undefined): Field | undefined {
    if (!this.#known.has(key)) this.#known.set(key, isObject(schema) ? new Field(this.#models, schema) : undefined)
    return this.#known.get(key)
  }
}

/** Returns the name of the referenced model. A reference with siblings is wrapped in `allOf`. */
function referenceOf(schema: JsonObject): string {
  const [inner] = listOf(schema['allOf'])
  const reference = textOf(schema['$ref']) || (isObject(inner) ? textOf(inner['$ref']) : '')
  return reference.slice(reference.lastIndexOf('/') + 1)
}

/** Returns the schema at a path of field names and list indexes. */
export function schemaAt(root: FieldSchema, path: readonly (string | number)[]): FieldSchema | undefined {
  let found: FieldSchema | undefined = root
  for (const step of path) found = typeof step === 'number' ? found?.items : (found?.field(step) ?? found?.entries)
  return found
}
