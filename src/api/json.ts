/** Any value that JSON text can hold. */
export type Json = null | boolean | number | string | Json[] | JsonObject

/** A JSON object. Keys may be text of a request, so read them only through {@link own} or after a schema has named them. */
export interface JsonObject {
  [key: string]: Json | undefined
}

/** Reads `object[key]` only when it is the object's own: `__proto__` and `constructor` sent by a client stay data. */
export function own<Value>(object: { readonly [key: string]: Value } | undefined, key: string): Value | undefined {
  return object !== undefined && Object.hasOwn(object, key) ? object[key] : undefined
}

/** An object without prototype: the only kind that may be filled with keys from a request. */
export function emptyObject(): JsonObject {
  return Object.create(null) as JsonObject
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Structural equality of JSON values; the order of an object's keys does not matter, absent equals `undefined`. */
export function deepEqual(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) || Array.isArray(b)) return Array.isArray(a) && Array.isArray(b) && equalLists(a, b)
  return equalObjects(a, b)
}

const equalLists = (a: readonly Json[], b: readonly Json[]): boolean =>
  a.length === b.length && a.every((item, at) => deepEqual(item, b[at]))

const equalObjects = (a: JsonObject, b: JsonObject): boolean =>
  Object.keys(a).every((key) => deepEqual(a[key], own(b, key))) &&
  Object.keys(b).every((key) => b[key] === undefined || own(a, key) !== undefined)

/** A deep copy; keeps keys such as `__proto__` as data. */
export function cloneJson<Value extends Json | undefined>(value: Value): Value
export function cloneJson(value: Json | undefined): Json | undefined {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => cloneJson(item))
  const copy = emptyObject()
  for (const key of Object.keys(value)) copy[key] = cloneJson(value[key])
  return copy
}
