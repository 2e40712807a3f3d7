import { isNumeric, isObject, type Json, type JsonObject, own } from '#api/json.ts'
import { goText } from './go-text.ts'
import { badType, noListOfLists, noMergeKey, strategicFailure } from './strategic-error.ts'

export const directive = '$patch'

/**
 * Returns the type of list items: `map`, or the JSON type of the scalars; `null` for empty lists. @throws ApiError for
 * items of different types
 */
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

/** Returns the identity of an item: the merge key of a map, the scalar itself. */
const identity = (item: Json | undefined, mergeKey: string): Json | undefined =>
  mergeKey === '' ? item : isObject(item ?? null) ? own(item as JsonObject, mergeKey) : undefined

/** Returns the first index of each identity in a list. */
function placesOf(list: readonly Json[], mergeKey: string): ReadonlyMap<Json | undefined, number> {
  const places = new Map<Json | undefined, number>()
  for (const [at, item] of list.entries()) {
    const key = identity(item, mergeKey)
    if (!places.has(key)) places.set(key, at)
  }
  return places
}

/** Finds the maps of a list by the value of their merge key, in constant time. */
export class KeyIndex {
  private readonly places = new Map<Json | undefined, number>()
  private readonly firstOther: number

  constructor(list: readonly Json[], mergeKey: string) {
    this.firstOther = list.findIndex((item) => !isObject(item))
    for (const [at, item] of list.entries()) this.add(item, mergeKey, at)
  }

  add(item: Json, mergeKey: string, at: number): void {
    if (!isObject(item) || !Object.hasOwn(item, mergeKey)) return
    const value = item[mergeKey]
    if (!this.places.has(value)) this.places.set(value, at)
  }

  remove(value: Json | undefined): void {
    this.places.delete(value)
  }

  /** Returns the index of an item, -1 for none. @throws ApiError if an item before it is not a map */
  find(value: Json | undefined): number {
    const at = this.places.get(value) ?? -1
    if (this.firstOther >= 0 && (at < 0 || this.firstOther < at))
      throw strategicFailure(`value for key ${this.firstOther} is not a map`)
    return at
  }
}

/** Removes duplicate scalars. As in the reference, the last item of the list replaces a duplicate. */
export function deduplicated(list: readonly Json[]): Json[] {
  const kept = [...list]
  const places = placesOfDoubles(kept)
  if (places.size === 0) return kept
  for (let at = 0; at < kept.length; at += 1) {
    const value = kept[at] ?? null
    const all = places.get(value)
    if (all === undefined || all.size < 2) continue
    places.delete(value)
    const doubles = [...all].filter((place) => place !== at).sort((a, b) => a - b)
    for (const place of doubles) fillPlace(kept, place, value, places)
  }
  return kept
}

/** Returns the places of the items that occur more than once. Most lists have none: 60,000 sets would be garbage. [ER8] */
function placesOfDoubles(list: readonly Json[]): Map<Json, Set<number>> {
  const first = new Map<Json, number>()
  const places = new Map<Json, Set<number>>()
  for (const [at, item] of list.entries()) {
    const before = first.get(item)
    if (before === undefined) first.set(item, at)
    else places.set(item, (places.get(item) ?? new Set([before])).add(at))
  }
  return places
}

function fillPlace(kept: Json[], place: number, value: Json, places: Map<Json, Set<number>>): void {
  while (kept.length > place && kept.at(-1) === value) kept.pop()
  if (kept.length <= place) return
  const last = kept.pop() ?? null
  kept[place] = last
  const moved = places.get(last)
  moved?.delete(kept.length)
  moved?.add(place)
}

interface Parted {
  readonly inPatch: Json[]
  readonly serverOnly: Json[]
}

function partition(merged: readonly Json[], by: readonly Json[], mergeKey: string): Parted {
  const parted: Parted = { inPatch: [], serverOnly: [] }
  const [keys, scalars] = mergeKey === '' ? [null, new Set(by)] : [new KeyIndex(by, mergeKey), null]
  for (const item of merged) {
    if (mergeKey !== '') {
      if (!isObject(item)) throw badType('map[string]interface {}', item)
      if (!Object.hasOwn(item, mergeKey)) throw noMergeKey(item, mergeKey)
    }
    const found = keys === null ? scalars.has(item) : keys.find(identity(item, mergeKey)) >= 0
    parted[found ? 'inPatch' : 'serverOnly'].push(item)
  }
  return parted
}

/**
 * The inputs for sorting merged items: in the order of the patch, with items only on the server at their position among
 * them.
 */
export interface Ordering {
  readonly merged: readonly Json[]
  /** The list of the patch, or its `$setElementOrder`. */
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

interface Placed {
  readonly item: Json
  readonly place: number
}

/** Longer lists with items that the order does not contain are not sorted item by item. */
const INSERTIONS_MAX = 1_000

/**
 * Sorts with the comparison of the reference, under which an item that the order does not contain precedes every item
 * it is compared with. For short lists the reference uses this insertion sort.
 */
function sortStable(list: readonly Json[], order: readonly Json[], mergeKey: string): Json[] {
  const places = placesOf(order, mergeKey)
  const placed = list.map((item): Placed => ({ item, place: places.get(identity(item, mergeKey)) ?? -1 }))
  const isSimple = placed.length > INSERTIONS_MAX || placed.every(({ place }) => place >= 0)
  const sorted = isSimple ? placed.toSorted((a, b) => a.place - b.place) : inserted(placed)
  return sorted.map(({ item }) => item)
}

function inserted(placed: readonly Placed[]): readonly Placed[] {
  const sorted: Placed[] = []
  for (const each of placed) {
    let at = sorted.length
    while (at > 0 && goesBefore(each.place, sorted[at - 1]?.place ?? -1)) at -= 1
    sorted.splice(at, 0, each)
  }
  return sorted
}

const goesBefore = (place: number, other: number): boolean => place < 0 || other < 0 || place < other

function interleave(left: readonly Json[], right: readonly Json[], live: readonly Json[], mergeKey: string): Json[] {
  const places = placesOf(live, mergeKey)
  const placeOf = (item: Json): number => places.get(identity(item, mergeKey)) ?? -1
  const isBefore = (item: Json | undefined, place: number): boolean => {
    if (item === undefined || place < 0) return false
    const itsOwn = placeOf(item)
    return itsOwn >= 0 && itsOwn < place
  }
  const all: Json[] = []
  let at = 0
  for (const item of right) {
    const place = placeOf(item)
    while (at < left.length && isBefore(left[at], place)) all.push(left[at++] ?? null)
    all.push(item)
  }
  return [...all, ...left.slice(at)]
}
