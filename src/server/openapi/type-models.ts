import { type Json, type JsonObject, emptyObject } from '#api/json.ts'
import type { ListSchema, MapSchema, Schema, StructField, StructSchema } from '#schema/schema.ts'
import { kindsOfType } from '#server/kinds/kind-schema.ts'
import { structSchema } from '#server/kinds/group-types.ts'
import { modelName, refOf } from './model-names.ts'
import { scalarModel } from './scalar-models.ts'
import type { Texts } from './texts.ts'

/** Receives each model that another one references, and gives descriptions. */
export interface ModelNeeds {
  readonly texts: Texts
  readonly struct: (schema: StructSchema) => void
  readonly shared: (model: string) => void
}

/** Returns the model of a type: its fields, the required ones, and the merge rules of lists and maps. [OA3] */
export function typeModel(schema: StructSchema, needs: ModelNeeds): JsonObject {
  const properties: JsonObject = emptyObject()
  for (const field of [...schema.fields.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1)))
    properties[field.name] = property(schema, field, needs)
  const required = [...schema.fields.values()].filter((field) => field.required).map(({ name }) => name)
  const kinds = kindsOfType(schema.name)
  const description = needs.texts.ofType(schema.name)
  const isPlain = schema.fields.size === 0
  return {
    ...(description === '' ? {} : { description }),
    type: 'object',
    ...(isPlain ? {} : { properties }),
    ...(required.length === 0 ? {} : { required }),
    ...(kinds.length === 0 ? {} : { 'x-orch-group-version-kind': kinds.map((kind) => ({ ...kind })) }),
    ...(schema.mapType === undefined ? {} : { 'x-orch-map-type': schema.mapType }),
    ...(schema.unions === undefined ? {} : { 'x-orch-unions': [...schema.unions] }),
  }
}

function property(owner: StructSchema, field: StructField, needs: ModelNeeds): JsonObject {
  const description = needs.texts.ofField(owner.name, field.name)
  const zero = field.default ?? (field.pointer ? undefined : zeroOf(field.schema, field.omitEmpty))
  return withSiblings(valueModel(field.schema, needs), {
    ...(description === '' ? {} : { description }),
    ...(zero === undefined ? {} : { default: zero }),
    ...extensions(field.schema),
  })
}

/** A reference cannot have sibling keywords: with siblings it is wrapped in `allOf`. */
function withSiblings(schema: JsonObject, siblings: JsonObject): JsonObject {
  if (Object.keys(siblings).length === 0) return schema
  return '$ref' in schema ? { ...siblings, allOf: [schema] } : { ...schema, ...siblings }
}

/** Items and map values always have a zero value as default; fields only if they lack `omitempty`. */
const elementModel = (schema: Schema, needs: ModelNeeds): JsonObject => {
  const zero = zeroOf(schema, false)
  return withSiblings(valueModel(schema, needs), zero === undefined ? {} : { default: zero })
}

function valueModel(schema: Schema, needs: ModelNeeds): JsonObject {
  switch (schema.type) {
    case 'scalar': {
      if (schema.union !== undefined) return structRef(schema.union, needs)
      const model = scalarModel(schema)
      if (model.type === 'inline')
        return { ...model.schema, ...(schema.enum === undefined ? {} : { enum: [...schema.enum] }) }
      needs.shared(model.name)
      return { $ref: refOf(model.name) }
    }
    case 'list':
      return { type: 'array', items: elementModel(schema.items, needs) }
    case 'map':
      return { type: 'object', additionalProperties: elementModel(schema.values, needs) }
    case 'struct':
      return structRef(schema, needs)
  }
}

function structRef(schema: StructSchema, needs: ModelNeeds): JsonObject {
  needs.struct(schema)
  return { $ref: refOf(modelName(schema.name)) }
}

/** Returns the zero value as default. Pointers, lists and types with custom decoding have none. */
function zeroOf(schema: Schema, omitEmpty: boolean): Json | undefined {
  if (schema.type === 'struct') return {}
  if (schema.type !== 'scalar' || schema.union !== undefined || omitEmpty) return undefined
  const model = scalarModel(schema)
  return model.type === 'inline' ? model.zero : undefined
}

function extensions(schema: Schema): JsonObject {
  switch (schema.type) {
    case 'list':
      return listExtensions(schema)
    case 'map':
      return mapExtensions(schema)
    case 'struct': {
      // The merge rule of the type itself is in its own model.
      const isOwn = structSchema(schema.name).mapType === schema.mapType
      return {
        ...(schema.listType === undefined ? {} : { 'x-orch-list-type': schema.listType }),
        ...(isOwn || schema.mapType === undefined ? {} : { 'x-orch-map-type': schema.mapType }),
        ...(schema.patchStrategy === undefined ? {} : { 'x-orch-patch-strategy': schema.patchStrategy.join(',') }),
      }
    }
    case 'scalar':
      return {}
  }
}

const listExtensions = ({ listType, listMapKeys, patchMergeKey, patchStrategy }: ListSchema): JsonObject => ({
  ...(listMapKeys === undefined ? {} : { 'x-orch-list-map-keys': [...listMapKeys] }),
  ...(listType === undefined ? {} : { 'x-orch-list-type': listType }),
  ...(patchMergeKey === undefined ? {} : { 'x-orch-patch-merge-key': patchMergeKey }),
  ...(patchStrategy === undefined ? {} : { 'x-orch-patch-strategy': patchStrategy.join(',') }),
})

const mapExtensions = ({ mapType }: MapSchema): JsonObject =>
  mapType === undefined ? {} : { 'x-orch-map-type': mapType }
