import { type Json } from '#api/json.ts'

/** Objects with more fields and items in all are merged, compared and encoded in pieces. [ER8] */
const LONG_OBJECT = 2000
/** Lists with more items are done after all else when an object is done in pieces. */
export const LONG_LIST = 100
/** The number of items that are done in one piece. */
export const PIECE = 1000

/** Reports whether a value has very many fields and items. Small values pay for one look at each of them. */
export const isLong = (value: Json): boolean => leftAfter(value, LONG_OBJECT) < 0

/** Returns how many of the `left` fields and items this value leaves; negative if it has more. */
function leftAfter(value: Json, left: number): number {
  if (typeof value !== 'object' || value === null) return left
  return Array.isArray(value) ? leftAfterItems(value, left - value.length) : leftAfterMembers(value, left)
}

function leftAfterItems(items: readonly Json[], start: number): number {
  let left = start
  for (let at = 0; at < items.length && left >= 0; at++) left = leftAfter(items[at] ?? null, left)
  return left
}

function leftAfterMembers(value: { readonly [name: string]: Json | undefined }, start: number): number {
  let left = start
  for (const name in value) {
    left = leftAfter(value[name] ?? null, left - 1)
    if (left < 0) return left
  }
  return left
}
