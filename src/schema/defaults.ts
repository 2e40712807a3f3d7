import { type Json, type JsonObject, cloneJson, isObject } from '#api/json.ts'
import type { Schema, StructField, StructSchema } from './schema.ts'

/**
 * Sets the schema's defaults in unset fields, in place, at every depth. A non-pointer field counts as unset if it is
 * zero. Defaults that depend on other fields belong to the strategy.
 */
export function applyDefaults(schema: StructSchema, object: JsonObject): void {
  if (!hasDefaults(schema)) return
  for (const [name, field] of schema.fields) {
    const value = object[name]
    if (field.default !== undefined && isUnset(field, value)) object[name] = cloneJson(field.default)
    else if (value !== undefined && value !== null) applyInside(field.schema, value)
  }
}

const isUnset = (field: StructField, value: Json | undefined): boolean =>
  value === undefined || value === null || (!field.pointer && (value === '' || value === 0 || value === false))

function applyInside(schema: Schema, value: Json): void {
  if (!hasDefaults(schema)) return
  if (schema.type === 'struct' && isObject(value)) applyDefaults(schema, value)
  else if (schema.type === 'list' && Array.isArray(value)) for (const item of value) applyInside(schema.items, item)
  else if (schema.type === 'map' && isObject(value))
    for (const item of Object.values(value)) if (item !== undefined) applyInside(schema.values, item)
}

const known = new WeakMap<object, boolean>()

/** Reports whether the schema contains a default at any depth, so that other subtrees are not walked. */
function hasDefaults(schema: Schema): boolean {
  if (schema.type === 'scalar') return false
  const found = known.get(schema)
  if (found !== undefined) return found
  // Set before its fields are visited, so that recursive types terminate.
  known.set(schema, false)
  const has = anyInside(schema)
  known.set(schema, has)
  return has
}

function anyInside(schema: Exclude<Schema, { type: 'scalar' }>): boolean {
  switch (schema.type) {
    case 'list':
      return hasDefaults(schema.items)
    case 'map':
      return hasDefaults(schema.values)
    case 'struct':
      return [...schema.fields.values()].some((field) => field.default !== undefined || hasDefaults(field.schema))
  }
}
