import { isObject, type Json, type JsonObject, own, textOf } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'

/** An intended change, independent of the kind of patch that expresses it. */
export type IntentKind = 'set' | 'add' | 'remove' | 'reorder' | 'null'

/** One step from an object down to a field: a member, or an item of a list of objects with names. */
export type Segment = string | { readonly index: number; readonly name: string }

export interface Intent {
  readonly kind: IntentKind
  /** The field; for lists the list. */
  readonly path: readonly Segment[]
  /** The value to set, or the item to add or remove. */
  readonly value: Json
  /** The items of the list now; empty for other fields. */
  readonly list: readonly Json[]
}

export const intentTitles: Readonly<Record<IntentKind, string>> = {
  set: 'Set a field',
  add: 'Add an entry to a list',
  remove: 'Remove an entry from a list',
  reorder: 'Reorder a list',
  null: 'Set a field to null',
}

export const isIntentKind = (text: string): text is IntentKind => Object.hasOwn(intentTitles, text)

/** `spec.template.spec.containers[web].env` */
export const pathText = (path: readonly Segment[]): string =>
  path
    .map((segment, at) => (typeof segment === 'string' ? `${at === 0 ? '' : '.'}${segment}` : `[${segment.name}]`))
    .join('')

const nameOf = (item: Json | undefined): string => {
  const name = isObject(item) ? own(item, 'name') : undefined
  return textOf(name)
}

const isNamed = (list: readonly Json[]): boolean => list.length > 0 && list.every((item) => nameOf(item) !== '')

/** An item as a person would name it. */
export const itemText = (item: Json): string => nameOf(item) || (typeof item === 'string' ? item : JSON.stringify(item))

interface Found {
  readonly path: readonly Segment[]
  readonly value: Json
}

function* walk(value: Json | undefined, path: readonly Segment[]): Generator<Found> {
  if (value === undefined || path.length > 12) return
  yield { path, value }
  if (isObject(value)) for (const key of Object.keys(value)) yield* walk(own(value, key), [...path, key])
  else if (Array.isArray(value) && isNamed(value))
    for (const [index, item] of value.entries()) yield* walk(item, [...path, { index, name: nameOf(item) }])
}

const isScalar = (value: Json): value is string | number => typeof value === 'string' || typeof value === 'number'

/** A value that differs from `before`, of the same type. */
function otherValue(before: string | number): Json {
  if (typeof before === 'number') return before + 1
  return /^[0-9]{1,9}$/.test(before) ? String(Number(before) + 1) : `${before}-2`
}

/** A new item like the last one of a list, under another name. */
function newItem(list: readonly Json[]): Json {
  const last = list.at(-1)
  if (!isObject(last)) return typeof last === 'string' ? `${last}-2` : (last ?? 'new')
  const item: JsonObject = {}
  for (const [key, value] of Object.entries(last)) {
    if (key === 'name') item[key] = `${String(value)}${/[A-Z]$/.test(String(value)) ? '_2' : '-2'}`
    else if (typeof value === 'number') item[key] = value + 1
    else item[key] = value
  }
  return item
}

/** Orders lists for the bench: nested ones first, where the patches differ most, then long ones. */
const listRank = ({ path, value }: Found): number =>
  -(path.filter((segment) => typeof segment !== 'string').length * 100 + (Array.isArray(value) ? value.length : 0))

const isWritable = ([first, second]: readonly Segment[]): boolean =>
  first === 'spec' || first === 'data' || (first === 'metadata' && (second === 'labels' || second === 'annotations'))

const fieldRank = ([first, second]: readonly Segment[]): number =>
  first === 'data' ? 0 : second === 'replicas' ? 1 : first === 'spec' ? 2 : 3

/** Returns the intents that an object allows, one of each kind at most. [PQ1] */
export function intentsOf(object: ApiObject): readonly Intent[] {
  const { status: _status, ...rest } = object
  const found = [...walk(rest, [])].filter(({ path }) => isWritable(path))
  const fields = found
    .filter(({ path, value }) => isScalar(value) && path.every((segment) => typeof segment === 'string'))
    .toSorted((one, other) => fieldRank(one.path) - fieldRank(other.path))
  const [list] = found
    .filter(({ value }) => Array.isArray(value) && isNamed(value))
    .toSorted((one, other) => listRank(one) - listRank(other))
  const [field] = fields
  const intents: Intent[] = []
  if (field !== undefined && isScalar(field.value))
    intents.push({ kind: 'set', path: field.path, value: otherValue(field.value), list: [] })
  if (list !== undefined && Array.isArray(list.value)) {
    const items = list.value
    intents.push({ kind: 'add', path: list.path, value: newItem(items), list: items })
    intents.push({ kind: 'remove', path: list.path, value: items[0] ?? null, list: items })
    if (items.length > 1) intents.push({ kind: 'reorder', path: list.path, value: items.toReversed(), list: items })
  }
  if (field !== undefined) intents.push({ kind: 'null', path: field.path, value: null, list: [] })
  return intents
}

/** Returns the value at a path; items are found by their name. */
export function valueAt(object: JsonObject | null, path: readonly Segment[]): Json | undefined {
  let value: Json | undefined = object ?? undefined
  for (const segment of path) {
    if (typeof segment === 'string') value = isObject(value) ? own(value, segment) : undefined
    else value = Array.isArray(value) ? value.find((item) => nameOf(item) === segment.name) : undefined
  }
  return value
}
