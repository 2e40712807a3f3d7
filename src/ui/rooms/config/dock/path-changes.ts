import { isObject, type Json, type JsonObject } from '#api/json.ts'
import { readDocument } from '#document/read-document.ts'

/** A field that differs between two files. */
export interface PathChange {
  /** `jwt[0].issuer.audiences[1]` */
  readonly path: string
  /** JSON text; `null` where the field does not exist. */
  readonly before: string | null
  readonly after: string | null
}

/**
 * Returns the fields that differ, in the order of the later file; `null` when one of the texts cannot be parsed. [CB3]
 */
export function pathChanges(before: string, after: string): readonly PathChange[] | null {
  const [one, other] = [valueOf(before), valueOf(after)]
  if (one === undefined || other === undefined) return null
  const found: PathChange[] = []
  compare(one, other, '', found)
  return found
}

function valueOf(text: string): Json | undefined {
  if (text.trim() === '') return {}
  const document = readDocument(text)
  return document.type === 'document' ? document.value : undefined
}

function compare(before: Json | undefined, after: Json | undefined, path: string, found: PathChange[]): void {
  // The fields of an added or removed map are listed individually.
  if (isMapOrAbsent(before) && isMapOrAbsent(after)) return compareMembers(before ?? {}, after ?? {}, path, found)
  if (isListOrAbsent(before) && isListOrAbsent(after)) {
    const [one, other] = [before ?? [], after ?? []]
    const length = Math.max(one.length, other.length)
    for (let at = 0; at < length; at++) compare(one[at], other[at], `${path}[${at}]`, found)
    return undefined
  }
  const [one, other] = [textOf(before), textOf(after)]
  if (one !== other) found.push({ path, before: one, after: other })
  return undefined
}

const isMapOrAbsent = (value: Json | undefined): value is JsonObject | undefined =>
  value === undefined || isObject(value)
const isListOrAbsent = (value: Json | undefined): value is Json[] | undefined =>
  value === undefined || Array.isArray(value)

function compareMembers(before: JsonObject, after: JsonObject, path: string, found: PathChange[]): void {
  const [one, other] = [new Map(Object.entries(before)), new Map(Object.entries(after))]
  for (const name of new Set([...other.keys(), ...one.keys()]))
    compare(one.get(name), other.get(name), path === '' ? name : `${path}.${name}`, found)
}

const textOf = (value: Json | undefined): string | null => (value === undefined ? null : JSON.stringify(value))
