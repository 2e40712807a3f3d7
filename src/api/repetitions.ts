import { printExactJson } from './exact-json.ts'
import { isObject, type Json } from './json.ts'

/** Returns a text that two values share if and only if they are equal; the order of members does not matter. */
export const identityText = (value: Json): string =>
  // No other text begins with a quote, so a string needs no escapes.
  typeof value === 'string' ? `"${value}` : printExactJson(comparable(value))

function comparable(value: Json): Json {
  if (Array.isArray(value)) return value.map(comparable)
  if (!isObject(value)) return value
  const names = Object.keys(value).filter((name) => value[name] !== undefined)
  return Object.fromEntries(names.toSorted().map((name) => [name, comparable(value[name] ?? null)]))
}

/** Returns the last place of each of `values`. */
export const lastPlaces = <Value>(values: readonly Value[]): ReadonlyMap<Value, number> =>
  new Map(values.map((value, at) => [value, at]))

/**
 * Returns the places of `values` whose value occurred before. Linear: lists of a request may have a hundred thousand
 * items.
 */
export function repetitionsIn(values: Iterable<unknown>): ReadonlySet<number> {
  const seen = new Set<unknown>()
  const repeated = new Set<number>()
  let at = 0
  for (const value of values) {
    if (seen.has(value)) repeated.add(at)
    else seen.add(value)
    at += 1
  }
  return repeated
}
