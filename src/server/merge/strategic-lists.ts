import { isNumeric, isObject, type Json, type JsonObject, own } from '#api/json.ts'
import { goText } from './go-text.ts'
import { badType, noListOfLists, noMergeKey, strategicFailure } from './strategic-error.ts'

export const directive = '$patch'

/** `map`, or the JSON type of the scalars; `null` for empty lists. @throws ApiError where items are not of one type */
export function elementKind(...lists: readonly (readonly Json[])[]): string | null {
  let kind: string | null = null
  for (const item of lists.flat()) {
    if (Array.isArray(item)) throw noListOfLists()
    const itsOwn = isObject(item) ? 'map' : isNumeric(item) ? 'number' : typeof item
    if (kind !== null && kind !== itsOwn)
      throw strategicFailure(`list element types are not identical: ${listsText(lists)}`)
    kind = itsOwn
  }
  return kind
}

const listsText = (lists: readonly (readonly Json[])[]): string => goText(lists.map((list) => [...list]))

/** What two items are compared by: the merge key of maps, the scalar itself. */
const identity = (item: Json | undefined, mergeKey: string): Json | undefined =>
  mergeKey === '' ? item : isObject(item ?? null) ? own(item as JsonObject, mergeKey) : undefined

const indexIn = (list: readonly Json[], item: Json, mergeKey: string): number => {
  const wanted = identity(item, mergeKey)
  return list.findIndex((each) => identity(each, mergeKey) === wanted)
}

/** Index of the map whose merge key has this value, -1 for none. @throws ApiError where an item is no map */
export function indexOfKey(list: readonly Json[], mergeKey: string, value: Json | undefined): number {
  for (const [at, item] of list.entries()) {
    if (!isObject(item)) throw strategicFailure(`value for key ${at} is not a map`)
    if (Object.hasOwn(item, mergeKey) && item[mergeKey] === value) return at
  }
  return -1
}

/** Scalars once each; the last one takes the place of a double, as in the reference. */
export function deduplicated(list: readonly Json[]): Json[] {
  const kept = [...list]
  for (let at = 0; at < kept.length - 1; at += 1) {
    for (let other = at + 1; other < kept.length; other += 1) {
      if (kept[at] !== kept[other]) continue
      const last = kept.pop()
      if (other < kept.length && last !== undefined) kept[other] = last
      other -= 1
    }
  }
  return kept
}

interface Parted {
  readonly inPatch: Json[]
  readonly serverOnly: Json[]
}

function partition(merged: readonly Json[], by: readonly Json[], mergeKey: string): Parted {
  const parted: Parted = { inPatch: [], serverOnly: [] }
  for (const item of merged) {
    if (mergeKey !== '') {
      if (!isObject(item)) throw badType('map[string]interface {}', item)
      if (!Object.hasOwn(item, mergeKey)) throw noMergeKey(item, mergeKey)
    }
    const found = mergeKey === '' ? by.includes(item) : indexOfKey(by, mergeKey, identity(item, mergeKey)) >= 0
    parted[found ? 'inPatch' : 'serverOnly'].push(item)
  }
  return parted
}

/** The merged items in the order that the patch wants, those of the server where they stood among them. */
export interface Ordering {
  readonly merged: readonly Json[]
  /** The patch's list, or its `$setElementOrder`. */
  readonly order: readonly Json[]
  /** The live list. */
  readonly live: readonly Json[]
  readonly mergeKey: string
  readonly kind: string | null
}

export function ordered({ merged, order, live, mergeKey, kind }: Ordering): Json[] {
  const { inPatch, serverOnly } = partition(merged, order, mergeKey)
  const key = kind === 'map' ? mergeKey : ''
  const left = sortedBy(serverOnly, live, key, kind)
  const right = sortedBy(inPatch, order, key, kind)
  return interleave(left, right, live, key)
}

function sortedBy(list: readonly Json[], order: readonly Json[], mergeKey: string, kind: string | null): Json[] {
  if (kind !== 'map') return sortStable(list, order, mergeKey)
  for (const item of [...list, ...order]) {
    if (!isObject(item)) throw badType('map[string]interface {}', item)
    if (!Object.hasOwn(item, mergeKey)) throw noMergeKey(item, mergeKey)
  }
  const isDeletion = (item: Json): boolean => isObject(item) && item[directive] === 'delete'
  return [
    ...sortStable(
      list.filter((item) => !isDeletion(item)),
      order,
      mergeKey,
    ),
    ...list.filter(isDeletion),
  ]
}

/**
 * The reference's stable sort with its own comparison, under which an item that the order does not name stands before
 * every item it meets; for short lists its sort is this insertion.
 */
function sortStable(list: readonly Json[], order: readonly Json[], mergeKey: string): Json[] {
  const sorted: { readonly item: Json; readonly place: number }[] = []
  for (const item of list) {
    const place = indexIn(order, item, mergeKey)
    let at = sorted.length
    while (at > 0 && goesBefore(place, sorted[at - 1]?.place ?? -1)) at -= 1
    sorted.splice(at, 0, { item, place })
  }
  return sorted.map(({ item }) => item)
}

const goesBefore = (place: number, other: number): boolean => place < 0 || other < 0 || place < other

function interleave(left: readonly Json[], right: readonly Json[], live: readonly Json[], mergeKey: string): Json[] {
  const all: Json[] = []
  let at = 0
  for (const item of right) {
    const place = indexIn(live, item, mergeKey)
    while (at < left.length && isBefore(left[at], place, live, mergeKey)) all.push(left[at++] ?? null)
    all.push(item)
  }
  return [...all, ...left.slice(at)]
}

function isBefore(item: Json | undefined, place: number, live: readonly Json[], mergeKey: string): boolean {
  if (item === undefined || place < 0) return false
  const itsOwn = indexIn(live, item, mergeKey)
  return itsOwn >= 0 && itsOwn < place
}
