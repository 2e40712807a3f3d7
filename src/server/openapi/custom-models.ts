import { type Json, type JsonObject, emptyObject, isObject, own } from '#api/json.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import { type StructuralSchema, isOn, itemsOf, propertiesOf, textsOf } from '#server/structural/structural-schema.ts'
import { customModelName, modelName, refOf } from './model-names.ts'
import { commonText, listMetadataText } from './common-texts.ts'

/** The version of OpenAPI. In v2, constructs that its clients would misinterpret are omitted. */
export type Dialect = 'v2' | 'v3'

/** Returns the models of a custom kind and its list. [OA6] */
export function customModels(definition: ResourceDefinition, dialect: Dialect): ReadonlyMap<string, JsonObject> {
  const { published, kind, listKind = `${kind}List` } = definition
  if (published === undefined) return new Map()
  const extensions = (of: string): JsonObject => ({
    'x-orch-group-version-kind': [{ group: definition.group, kind: of, version: definition.version }],
    ...(published.selectableFields.length === 0
      ? {}
      : {
          'x-orch-selectable-fields': published.selectableFields.map((path) => ({
            fieldPath: path.replace(/^\./, ''),
          })),
        }),
  })
  const item = customModelName(definition, kind)
  return new Map([
    [item, { ...rootModel(published.schema, dialect), ...extensions(kind) }],
    [customModelName(definition, listKind), { ...listModel(definition, item), ...extensions(listKind) }],
  ])
}

/** If the schema preserves unknown fields, clients of v2 must not see any fields. */
function rootModel(schema: StructuralSchema, dialect: Dialect): JsonObject {
  if (dialect === 'v2' && isOn(schema, 'preserve-unknown-fields')) return { type: 'object' }
  const model = schemaModel(schema, dialect)
  return { ...model, properties: { ...(isObject(model.properties) ? model.properties : {}), ...typeProperties() } }
}

const described = (field: string): JsonObject => ({ type: 'string', description: commonText(field) })

const typeProperties = (): JsonObject => ({
  apiVersion: described('apiVersion'),
  kind: described('kind'),
  metadata: {
    allOf: [{ $ref: refOf(modelName('meta.v1.ObjectMeta')) }],
    description: commonText('metadata'),
  },
})

const listModel = ({ kind, listKind = `${kind}List`, resource }: ResourceDefinition, item: string): JsonObject => ({
  description: `${listKind} is a list of ${kind} objects.`,
  type: 'object',
  required: ['items'],
  properties: {
    apiVersion: described('apiVersion'),
    items: { description: `The ${resource}.`, type: 'array', items: { $ref: refOf(item) } },
    kind: described('kind'),
    metadata: {
      allOf: [{ $ref: refOf(modelName('meta.v1.ListMeta')) }],
      description: listMetadataText,
    },
  },
})

/** Keywords that are copied unchanged in both dialects. */
const plainWords: readonly string[] = [
  'description',
  'title',
  'type',
  'format',
  'default',
  'enum',
  'required',
  'maximum',
  'exclusiveMaximum',
  'minimum',
  'exclusiveMinimum',
  'maxLength',
  'minLength',
  'pattern',
  'maxItems',
  'minItems',
  'uniqueItems',
  'maxProperties',
  'minProperties',
  'multipleOf',
]
const junctors: readonly string[] = ['allOf', 'anyOf', 'oneOf']

/** Converts a schema of a CustomResourceDefinition to the published form. */
function schemaModel(schema: StructuralSchema, dialect: Dialect): JsonObject {
  const isOlder = dialect === 'v2'
  const keepsAll = isOn(schema, 'preserve-unknown-fields')
  const found: JsonObject = emptyObject()
  for (const word of plainWords) copy(found, schema, word)
  for (const word of Object.keys(schema)) if (word.startsWith('x-orch-')) copy(found, schema, word)
  addParts(found, schema, dialect)
  if (isOlder) {
    delete found.default
    // v2 has no null, and its clients treat listed fields as complete even if unknown ones are allowed.
    if (schema.nullable === true) delete found.type
    if (schema.nullable === true || keepsAll) {
      delete found.items
      delete found.properties
    }
    return found
  }
  if (schema.nullable === true) found.nullable = true
  addJunctors(found, schema, dialect)
  return isOn(schema, 'embedded-resource') ? withType(found) : found
}

function copy(into: JsonObject, from: JsonObject, word: string): void {
  const value = own(from, word)
  if (value !== undefined) into[word] = value
}

function addParts(found: JsonObject, schema: StructuralSchema, dialect: Dialect): void {
  const properties = propertiesOf(schema)
  const items = itemsOf(schema)
  const additional = schema.additionalProperties
  if (properties.length > 0)
    found.properties = Object.fromEntries(properties.map(([name, each]) => [name, schemaModel(each, dialect)]))
  if (items !== null) found.items = schemaModel(items, dialect)
  if (isObject(additional)) found.additionalProperties = schemaModel(additional, dialect)
  else if (additional === true) found.additionalProperties = true
}

function addJunctors(found: JsonObject, schema: StructuralSchema, dialect: Dialect): void {
  for (const word of junctors) {
    const value: Json | undefined = own(schema, word)
    if (Array.isArray(value)) found[word] = value.map((each) => (isObject(each) ? schemaModel(each, dialect) : each))
  }
  if (isObject(schema.not)) found.not = schemaModel(schema.not, dialect)
  if (isOn(schema, 'int-or-string') && found.anyOf === undefined && found.allOf === undefined)
    found.anyOf = [{ type: 'integer' }, { type: 'string' }]
}

/** Embedded resources have apiVersion, kind and metadata. */
const withType = (model: JsonObject): JsonObject => ({
  ...model,
  properties: { ...(isObject(model.properties) ? model.properties : {}), ...typeProperties() },
  required: [...new Set([...textsOf(model.required), 'kind', 'apiVersion'])],
})
