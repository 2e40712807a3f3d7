import { own, type Json, type JsonObject } from '#api/json.ts'
import type { Schema, StructField, StructSchema } from '#schema/schema.ts'
import { structSchema } from '#server/kinds/group-types.ts'
import { coreV1 } from '#server/kinds/schemas/core-v1.ts'
import { metaV1 } from '#server/kinds/schemas/meta-v1.ts'
import { fieldOrders, goNames, goNamesOfTypes, plainInside } from './field-orders.ts'

/**
 * Formats `value` as the reference prints its internal type in messages: internal names and order, every field present,
 * `null` for unset ones. `typeName` is as for `structSchema`. [WL3]
 */
export const internalForm = (typeName: string, value: JsonObject): JsonObject => toStruct(structSchema(typeName), value)

function toStruct(schema: StructSchema, value: JsonObject): JsonObject {
  // Metadata and selectors have the same internal and versioned types.
  if (schema.name.startsWith('meta.v1.')) return toWireForm(schema, value)
  const content = own(templates, schema.name)
  if (content !== undefined) return toTemplate(content, value)
  if (schema.name === 'core.v1.PodSpec') return toFields(schema, withHostFields(value))
  return toFields(schema, value)
}

/** Returns the fields that are set or have no omitempty, in the versioned order. */
const toWireForm = (schema: StructSchema, value: JsonObject): JsonObject =>
  Object.fromEntries(
    [...schema.fields.values()].flatMap((field) => {
      const given = own(value, field.name)
      if (given !== undefined && given !== null) return [[field.name, toValue(field.schema, given)] as const]
      const isShown = !field.omitEmpty && !field.pointer && field.schema.type === 'scalar'
      return isShown ? [[field.name, zeroOf(field.schema)] as const] : []
    }),
  )

/** Template types, and the types of their content. */
const templates: Readonly<Record<string, string>> = {
  'core.v1.PodTemplateSpec': 'core.v1.PodSpec',
  'core.v1.PersistentVolumeClaimTemplate': 'core.v1.PersistentVolumeClaimSpec',
  'batch.v1.JobTemplateSpec': 'batch.v1.JobSpec',
  'resource.v1.ResourceClaimTemplateSpec': 'resource.v1.ResourceClaimSpec',
}

/** Metadata is embedded, so that its fields are those of the template. */
const toTemplate = (content: string, { metadata, spec }: JsonObject): JsonObject => ({
  ...toWireForm(metaV1.schema('ObjectMeta'), (metadata ?? {}) as JsonObject),
  Spec: internalForm(content, (spec ?? {}) as JsonObject),
})

const hostFields = ['hostNetwork', 'hostPID', 'hostIPC', 'shareProcessNamespace', 'hostUsers']

/** The reference's internal type has these fields of a pod spec in the security context. */
function withHostFields(spec: JsonObject): JsonObject {
  const { securityContext } = spec
  if (securityContext === undefined || securityContext === null) return spec
  const moved = Object.fromEntries(hostFields.map((name) => [name, spec[name]]))
  return { ...spec, securityContext: { ...(securityContext as JsonObject), ...moved } }
}

function toFields(schema: StructSchema, value: JsonObject): JsonObject {
  const form: JsonObject = {}
  for (const name of own(fieldOrders, schema.name)?.split(' ') ?? schema.fields.keys()) {
    const field = schema.fields.get(name) ?? coreV1.schema('PodSpec').fields.get(name)
    if (field !== undefined) form[toGoName(schema.name, name)] = toField(field, own(value, name), schema.name)
  }
  return form
}

const toGoName = (owner: string, name: string): string =>
  own(goNamesOfTypes, `${owner}.${name}`) ?? own(goNames, name) ?? `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`

function toField(field: StructField, value: Json | undefined, owner: string): Json {
  if (value !== undefined && value !== null) return toValue(field.schema, value)
  const isPointer = field.pointer && !plainInside.has(`${owner}.${field.name}`)
  return isPointer ? null : zeroOf(field.schema)
}

function zeroOf(schema: Schema): Json {
  switch (schema.type) {
    case 'list':
    case 'map':
      return null
    case 'struct':
      return toStruct(schema, {})
    case 'scalar':
      return zeroOfScalar(schema.scalar)
  }
}

function zeroOfScalar(scalar: string): Json {
  switch (scalar) {
    case 'string':
      return ''
    case 'boolean':
      return false
    case 'int32':
    case 'int64':
    case 'float64':
    case 'IntOrString':
      return 0
    case 'Quantity':
      return '0'
    default:
      return null
  }
}

function toValue(schema: Schema, value: Json): Json {
  switch (schema.type) {
    case 'scalar':
      return value
    case 'list':
      return Array.isArray(value) ? value.map((item) => toValue(schema.items, item)) : value
    case 'map':
      return toMap(schema.values, value as JsonObject)
    case 'struct':
      return toStruct(schema, value as JsonObject)
  }
}

/** Maps are printed sorted by key. */
function toMap(values: Schema, map: JsonObject): JsonObject {
  const entries = Object.keys(map)
    .toSorted()
    .map((name) => [name, toValue(values, map[name] ?? null)] as const)
  return Object.fromEntries(entries)
}
