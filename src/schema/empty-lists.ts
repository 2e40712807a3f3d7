import { type Json, type JsonObject, isObject } from '#api/json.ts'
import { containsField } from './contains.ts'
import type { Schema, StructSchema } from './schema.ts'

/**
 * Returns a canonical object as storage keeps it: protobuf does not distinguish an empty list or map from an absent
 * one, so fields that are always printed become `null`. Lists of types that are stored as JSON stay. Returns the
 * object itself if nothing changes.
 */
export const withoutEmptyLists = (schema: StructSchema, object: JsonObject): JsonObject =>
  hasShownLists(schema) ? clearStruct(schema, object) : object

function clearStruct(schema: StructSchema, object: JsonObject): JsonObject {
  let result = object
  for (const name of Object.keys(object)) {
    const field = schema.fields.get(name)
    const value = object[name]
    if (field === undefined || value === undefined || value === null || field.schema.type === 'scalar') continue
    const cleared = isEmpty(field.schema, value) ? null : clear(field.schema, value)
    if (cleared === value) continue
    if (result === object) result = { ...object }
    result[name] = cleared
  }
  return result
}

/** Empty omitempty fields have already been removed: fields that are empty here are always printed. */
function isEmpty(schema: Schema, value: Json): boolean {
  if (schema.type === 'list') return schema.keepsEmpty !== true && Array.isArray(value) && value.length === 0
  return schema.type === 'map' && isObject(value) && Object.keys(value).length === 0
}

function clear(schema: Schema, value: Json): Json {
  if (!hasShownLists(schema)) return value
  if (schema.type === 'struct' && isObject(value)) return clearStruct(schema, value)
  if (schema.type === 'list' && Array.isArray(value)) {
    const items = value.map((item) => clear(schema.items, item))
    return items.every((item, at) => item === value[at]) ? value : items
  }
  if (schema.type !== 'map' || !isObject(value)) return value
  const entries = Object.entries(value).map(([name, item]) => [name, clear(schema.values, item ?? null)] as const)
  return entries.every(([name, item]) => item === value[name]) ? value : Object.fromEntries(entries)
}

/** Reports whether the schema contains a list or map that is printed even if empty. */
const hasShownLists = containsField(
  ({ omitEmpty, schema }) => !omitEmpty && (schema.type === 'list' || schema.type === 'map'),
)
