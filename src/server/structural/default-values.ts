import { type Json, type JsonObject, cloneJson, isObject, own, setOwn } from '#api/json.ts'
import { type StructuralSchema, additionalOf, itemsOf, propertiesOf, propertyOf } from './structural-schema.ts'

/**
 * Fills in the schema's defaults, in place. A null that may not be null counts as absent where there is a default, and
 * is dropped where there is none. [CRD4]
 */
export function applyStructuralDefaults(schema: StructuralSchema, value: Json): void {
  if (Array.isArray(value)) {
    const items = itemsOf(schema)
    if (items !== null) for (const item of value) applyStructuralDefaults(items, item)
  } else if (isObject(value)) defaultObject(schema, value)
}

function defaultObject(schema: StructuralSchema, value: JsonObject): void {
  dropNulls(schema, value)
  for (const [name, field] of propertiesOf(schema)) {
    const fallback = own(field, 'default')
    if (fallback !== undefined && own(value, name) === undefined) setOwn(value, name, cloneJson(fallback))
  }
  const additional = additionalOf(schema)
  for (const name of Object.keys(value)) {
    const declared = propertyOf(schema, name) ?? additional
    if (declared !== null && declared !== true) applyStructuralDefaults(declared, own(value, name) ?? null)
  }
}

function dropNulls(schema: StructuralSchema, value: JsonObject): void {
  const additional = additionalOf(schema)
  for (const name of Object.keys(value)) {
    const declared = propertyOf(schema, name) ?? (additional === true ? null : additional)
    if (own(value, name) !== null || declared === null || declared.nullable === true) continue
    Reflect.deleteProperty(value, name)
  }
}
