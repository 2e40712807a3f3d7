import { printExactJson } from '#api/exact-json.ts'
import { deepEqual, isObject, type Json, type JsonObject, own } from '#api/json.ts'
import type { PathChange } from '#facts/fact.ts'
import type { Schema } from '#schema/schema.ts'

/** The difference of two versions of an object, with paths in the terms of the schema. */
export interface PathChanges {
  readonly changes: readonly PathChange[]
  /** The number of changes. `changes` has only the first few. */
  readonly count: number
}

const changesMax = 8
const valueLengthMax = 64

interface Difference {
  readonly path: string
  readonly before: Json | undefined
  readonly after: Json | undefined
}

/**
 * Returns the paths at which two versions of an object differ. Items of associative lists are addressed by their
 * keys.
 */
export function pathChanges(before: JsonObject, after: JsonObject, schema: Schema | null): PathChanges {
  const found: Difference[] = []
  compare({ path: '', before, after }, schema, found)
  return { changes: found.slice(0, changesMax).map(toChange), count: found.length }
}

/** Returns the number of leaf values in an object, which is the number of changes of a creation. */
export function leafCount(value: Json | undefined): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + leafCount(item), 0)
  if (!isObject(value)) return value === undefined ? 0 : 1
  return Object.values(value).reduce<number>((sum, item) => sum + leafCount(item), 0)
}

/** Characters before the first difference that are kept of a long value. */
const leadLength = 24

const text = (value: Json | undefined): string | null => (value === undefined ? null : printExactJson(value))

function toChange({ path, before, after }: Difference): PathChange {
  const [old, next] = [text(before), text(after)]
  const skipped = old === null || next === null ? 0 : Math.max(0, sharedLength(old, next) - leadLength)
  return { path, before: cut(old, skipped), after: cut(next, skipped) }
}

function sharedLength(one: string, other: string): number {
  let length = 0
  while (length < one.length && one.charAt(length) === other.charAt(length)) length += 1
  return length
}

/** Cuts a long value at its end, and also at its start if the two values differ only further on. */
function cut(json: string | null, skipped: number): string | null {
  if (json === null || json.length <= valueLengthMax) return json
  const quote = json.startsWith('"') ? '"' : ''
  const rest = skipped <= quote.length + 1 ? json : `${quote}…${json.slice(skipped)}`
  return rest.length > valueLengthMax ? `${rest.slice(0, valueLengthMax - 1)}…` : rest
}

function compare(pair: Difference, schema: Schema | null, found: Difference[]): void {
  const { path, before, after } = pair
  if (deepEqual(before, after)) return
  if (isObject(before) && isObject(after)) compareObjects(path, before, after, { schema, found })
  else if (Array.isArray(before) && Array.isArray(after)) compareLists(pair, before, after, { schema, found })
  else found.push(pair)
}

interface Walk {
  readonly schema: Schema | null
  readonly found: Difference[]
}

function fieldSchema(schema: Schema | null, name: string): Schema | null {
  if (schema?.type === 'struct') return schema.fields.get(name)?.schema ?? null
  return schema?.type === 'map' ? schema.values : null
}

/** A key that could be misread as a path is written in brackets. */
const step = (path: string, name: string): string =>
  /^[A-Za-z_$][\w$-]*$/.test(name) ? (path === '' ? name : `${path}.${name}`) : `${path}[${name}]`

function compareObjects(path: string, before: JsonObject, after: JsonObject, { schema, found }: Walk): void {
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const pair = { path: step(path, name), before: own(before, name), after: own(after, name) }
    compare(pair, fieldSchema(schema, name), found)
  }
}

function compareLists(pair: Difference, before: Json[], after: Json[], { schema, found }: Walk): void {
  const keys = schema?.type === 'list' && schema.listType === 'map' ? (schema.listMapKeys ?? ['name']) : ['name']
  const [old, next] = [byKeys(before, keys), byKeys(after, keys)]
  if (old === null || next === null) {
    found.push(pair)
    return
  }
  const items = schema?.type === 'list' ? schema.items : null
  for (const key of new Set([...old.keys(), ...next.keys()])) {
    compare({ path: `${pair.path}[${key}]`, before: old.get(key), after: next.get(key) }, items, found)
  }
}

/** Indexes items by their key text (items of a list of strings by themselves); `null` if keys are not unique. */
function byKeys(list: readonly Json[], keys: readonly string[]): ReadonlyMap<string, Json> | null {
  const named = new Map<string, Json>()
  for (const item of list) {
    const name = keyOf(item, keys)
    if (name === null || named.has(name)) return null
    named.set(name, item)
  }
  return named
}

function keyOf(item: Json, keys: readonly string[]): string | null {
  if (typeof item === 'string') return item
  if (!isObject(item)) return null
  const parts = keys.map((key) => own(item, key)).filter((part) => part !== undefined)
  return parts.length === 0 ? null : parts.map(String).join(',')
}
