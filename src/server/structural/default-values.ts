import { type Json, type JsonObject, cloneJson, isObject, own, setOwn } from '#api/json.ts'
import { type StructuralSchema, additionalOf, itemsOf, propertiesOf, propertyOf } from './structural-schema.ts'

/**
 * Sets the defaults of the schema in place. A null in a non-nullable field counts as absent if the field has a default,
 * and is removed from objects if it has none. [CRD4]
 */
export function applyStructuralDefaults(schema: StructuralSchema, value: Json): void {
  if (Array.isArray(value)) {
    const items = itemsOf(schema)
    if (items === null) return
    for (const [at, item] of value.entries()) {
      const fallback = item === null && items.nullable !== true ? own(items, 'default') : undefined
      if (fallback !== undefined) value[at] = cloneJson(fallback)
      const next = value[at]
      if (typeof next === 'object' && next !== null) applyStructuralDefaults(items, next)
    }
  } else if (isObject(value)) defaultObject(schema, value)
}

function defaultObject(schema: StructuralSchema, value: JsonObject): void {
  replaceNulls(schema, value)
  for (const [name, fallback] of defaultsOf(schema))
    if (own(value, name) === undefined) setOwn(value, name, cloneJson(fallback))
  for (const name of Object.keys(value)) {
    const member = own(value, name)
    // Only objects and lists can miss defaults.
    if (typeof member !== 'object' || member === null) continue
    const declared = memberSchema(schema, name)
    if (declared !== null) applyStructuralDefaults(declared, member)
  }
}

const known = new WeakMap<StructuralSchema, readonly (readonly [string, Json])[]>()

/** Returns the defaults of the declared fields. They are kept as long as the schema, which must not change any more. */
function defaultsOf(schema: StructuralSchema): readonly (readonly [string, Json])[] {
  const found =
    known.get(schema) ??
    propertiesOf(schema).flatMap(([name, field]) => {
      const fallback = own(field, 'default')
      return fallback === undefined ? [] : [[name, fallback] as const]
    })
  known.set(schema, found)
  return found
}

function memberSchema(schema: StructuralSchema, name: string): StructuralSchema | null {
  const additional = additionalOf(schema)
  return propertyOf(schema, name) ?? (additional === true ? null : additional)
}

function replaceNulls(schema: StructuralSchema, value: JsonObject): void {
  for (const name of Object.keys(value)) {
    if (own(value, name) !== null) continue
    const declared = memberSchema(schema, name)
    if (declared === null || declared.nullable === true) continue
    const fallback = own(declared, 'default')
    if (fallback === undefined || fallback === null) Reflect.deleteProperty(value, name)
    else setOwn(value, name, cloneJson(fallback))
  }
}
