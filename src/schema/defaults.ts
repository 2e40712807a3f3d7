import { type Json, type JsonObject, cloneJson, isObject } from '#api/json.ts'
import { containsField } from './contains.ts'
import type { Schema, StructField, StructSchema } from './schema.ts'

/**
 * Sets the schema's defaults in unset fields, in place, at every depth. A non-pointer field counts as unset if it is
 * zero. Defaults that depend on other fields belong to the strategy.
 */
export function applyDefaults(schema: StructSchema, object: JsonObject): void {
  if (!hasDefaults(schema)) return
  for (const field of fieldsWithDefaults(schema)) {
    const value = object[field.name]
    if (field.default !== undefined && isUnset(field, value)) object[field.name] = cloneJson(field.default)
    else if (value !== undefined && value !== null) applyInside(field.schema, value)
  }
}

const known = new WeakMap<StructSchema['fields'], readonly StructField[]>()

/** Returns the fields that have a default, or contain one. */
function fieldsWithDefaults({ fields }: StructSchema): readonly StructField[] {
  const found = known.get(fields)
  if (found !== undefined) return found
  const made = [...fields.values()].filter((field) => field.default !== undefined || hasDefaults(field.schema))
  known.set(fields, made)
  return made
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

/** Reports whether the schema contains a default at any depth. */
const hasDefaults = containsField((field) => field.default !== undefined)
