import { compare, equals } from '#cel/run/compare.ts'
import { CelArray, CelFailure, CelList, type CelOutcome, type CelValue } from '#cel/run/value.ts'
import { fn, int, overload, type Library } from './declare.ts'
import { itemsOf } from './lists.ts'

const comparable = ['int', 'uint', 'double', 'bool', 'duration', 'timestamp', 'string', 'bytes']

function slice(list: CelValue | undefined, from: bigint, to: bigint): CelOutcome {
  const items = [...itemsOf(list)]
  const fail = (why: string): CelFailure => new CelFailure(`cannot slice(${from}, ${to}), ${why}`)
  if (from < 0n || to < 0n) return fail('negative indexes not supported')
  if (from > to) return fail('start index must be less than or equal to end index')
  if (to > BigInt(items.length)) return fail('list is length ' + String(items.length))
  return new CelArray(items.slice(Number(from), Number(to)))
}

function flatten(list: CelValue | undefined, depth: bigint): CelOutcome {
  if (depth < 0n) return new CelFailure('level must be non-negative')
  return new CelArray(flat(list, depth))
}

const flat = (list: CelValue | undefined, depth: bigint): readonly CelValue[] =>
  [...itemsOf(list)].flatMap((item) => (item instanceof CelList && depth > 0n ? flat(item, depth - 1n) : [item]))

function distinct(list: CelValue | undefined): CelOutcome {
  const kept: CelValue[] = []
  for (const item of itemsOf(list)) if (!kept.some((other) => equals(other, item))) kept.push(item)
  return new CelArray(kept)
}

/** Sorts the list by its keys, which must be of one type. */
function sortBy(list: CelValue | undefined, keys: CelValue | undefined): CelOutcome {
  const items = [...itemsOf(list)]
  const by = [...itemsOf(keys)]
  const first = by[0]
  if (first !== undefined && by.some((key) => typeof key !== typeof first || compare(first, key) === undefined))
    return new CelFailure('list elements must have the same type')
  const order = items.map((_, i) => i).sort((a, b) => compareKeys(by[a], by[b]))
  return new CelArray(order.flatMap((i) => items[i] ?? []))
}

const compareKeys = (a: CelValue | undefined, b: CelValue | undefined): number =>
  a === undefined || b === undefined ? 0 : (compare(a, b) ?? 0)

const RANGE_MAX = 1_000_000n

function range(count: bigint): CelOutcome {
  if (count > RANGE_MAX) return new CelFailure('lists.range is too large')
  return new CelArray(Array.from({ length: Math.max(0, Number(count)) }, (_, i) => BigInt(i)))
}

/** Version 3 of the language's list extension. */
export const newestListLibrary: Library = [
  fn(
    'slice',
    overload('list_slice', 'list<T>.(int, int) list<T>', (list, from, to) => slice(list, int(from), int(to))),
  ),
  fn(
    'flatten',
    overload('list_flatten', 'list<list<T>>.() list<T>', (list) => flatten(list, 1n)),
    overload('list_flatten_int', 'list<dyn>.(int) list<dyn>', (list, depth) => flatten(list, int(depth))),
  ),
  fn(
    'sort',
    ...comparable.map((t) => overload(`list_${t}_sort`, `list<${t}>.() list<${t}>`, (list) => sortBy(list, list))),
  ),
  fn(
    '@sortByAssociatedKeys',
    ...comparable.map((t) => overload(`list_${t}_sortByAssociatedKeys`, `list<T>.(list<${t}>) list<T>`, sortBy)),
  ),
  fn(
    'reverse',
    overload('list_reverse', 'list<T>.() list<T>', (list) => new CelArray([...itemsOf(list)].reverse())),
  ),
  fn('distinct', overload('list_distinct', 'list<T>.() list<T>', distinct)),
  fn(
    'lists.range',
    overload('lists_range', '(int) list<int>', (count) => range(int(count))),
  ),
]
