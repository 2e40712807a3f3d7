import { type Json, isObject } from '#api/json.ts'

/** Reports whether two values are equal. As in the reference's merge, a null field differs from an absent one. */
export function equalValues(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, at) => equalValues(item, b[at]))
  if (!isObject(a) || !isObject(b)) return false
  const names = Object.keys(a)
  if (names.length !== Object.keys(b).length) return false
  return names.every((name) => Object.hasOwn(b, name) && equalValues(a[name], b[name]))
}
