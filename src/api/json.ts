/** Any JSON value. A `bigint` is an int64 beyond 2^53 - 1 (docs/decisions/0019). */
export type Json = null | boolean | number | bigint | string | Json[] | JsonObject

/**
 * A JSON object. Its keys may come from a request, so access them only through {@link own} or after checking them
 * against a schema.
 */
export interface JsonObject {
  [key: string]: Json | undefined
}

/**
 * Returns `object[key]` only if it is an own property: `__proto__` and `constructor` sent by a client are plain
 * data.
 */
export function own<Value>(object: { readonly [key: string]: Value } | undefined, key: string): Value | undefined {
  return object !== undefined && Object.hasOwn(object, key) ? object[key] : undefined
}

/**
 * The class of objects that inherit nothing: their prototype has neither members nor a prototype. V8 keeps what
 * `Object.create(null)` returns as a hash table, which all later steps read and print several times slower.
 */
class Bare {
  readonly [key: string]: Json | undefined
}
Object.setPrototypeOf(Bare.prototype, null)
Reflect.deleteProperty(Bare.prototype, 'constructor')
Object.freeze(Bare.prototype)

/** An object that inherits no members, not even `__proto__`; only such objects may be filled with keys from a request. */
export const emptyObject = (): JsonObject => new Bare()

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Returns the value at a path of member names and list indexes: `['spec', 'containers', 0, 'image']`. `undefined` if
 * there is none. Inherited members are none.
 */
export function valueAt(value: Json | undefined, path: readonly (string | number)[]): Json | undefined {
  let found = value
  for (const step of path) {
    if (typeof step === 'number') found = Array.isArray(found) ? found[step] : undefined
    else found = isObject(found) ? own(found, step) : undefined
  }
  return found
}

/** Structural equality of JSON values; key order does not matter, an absent member equals `undefined`. */
export function deepEqual(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) || Array.isArray(b)) return Array.isArray(a) && Array.isArray(b) && equalLists(a, b)
  return equalObjects(a, b)
}

function equalLists(a: readonly Json[], b: readonly Json[]): boolean {
  if (a.length !== b.length) return false
  for (let at = 0; at < a.length; at += 1) if (!deepEqual(a[at], b[at])) return false
  return true
}

function equalObjects(a: JsonObject, b: JsonObject): boolean {
  let members = 0
  for (const key of Object.keys(a)) {
    const value = a[key]
    const other = memberOf(b, key)
    if (value !== other && !deepEqual(value, other)) return false
    if (value !== undefined) members += 1
  }
  // All members of `a` are in `b`, which has no others if it has as many.
  for (const key of Object.keys(b)) if (b[key] !== undefined) members -= 1
  return members === 0
}

/** Returns a member, or what an object inherits by that name, which is a function and equals no JSON; both cost one access. */
const memberOf = (object: JsonObject, key: string): Json | undefined =>
  key === '__proto__' ? own(object, key) : object[key]

/** Up to this number of names are sorted by insertion: the platform's sort allocates more memory than that. */
const FEW_KEYS = 12

/** Returns the names of the members in the order of code units. */
export function sortedKeys(object: JsonObject): string[] {
  const keys = Object.keys(object)
  if (keys.length > FEW_KEYS) return keys.sort()
  for (let at = 1; at < keys.length; at += 1) {
    const key = keys[at] ?? ''
    let to = at
    for (; to > 0 && (keys[to - 1] ?? '') > key; to -= 1) keys[to] = keys[to - 1] ?? ''
    keys[to] = key
  }
  return keys
}

/** Sets a member with any name, including `__proto__`. */
export function setOwn(object: JsonObject, key: string, value: Json): void {
  if (key === '__proto__')
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true })
  else object[key] = value
}

/** Returns a string; `''` for any other value. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Reports whether a value is a float64 or an int64. */
export const isNumeric = (value: Json | undefined): value is number | bigint =>
  typeof value === 'number' || typeof value === 'bigint'

/** The name of a non-null value's type in the errors of Go's JSON decoder. */
export function jsonKind(value: Json): string {
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'bigint') return 'number'
  return typeof value === 'boolean' ? 'bool' : typeof value
}

/** A deep copy; keeps keys such as `__proto__` as data. */
export function cloneJson<Value extends Json | undefined>(value: Value): Value
export function cloneJson(value: Json | undefined): Json | undefined {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => cloneJson(item))
  const copy = emptyObject()
  for (const key of Object.keys(value)) copy[key] = cloneJson(value[key])
  return copy
}

/** Returns a value with sorted members in all objects, as the reference encodes maps. */
export function sortedMembers(value: Json): Json {
  if (Array.isArray(value)) return value.map(sortedMembers)
  if (!isObject(value)) return value
  const names = Object.keys(value).toSorted()
  return Object.fromEntries(names.map((name) => [name, sortedMembers(value[name] ?? null)]))
}
