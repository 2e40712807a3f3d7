import { add } from '#cel/run/arithmetic.ts'
import { compare, equals } from '#cel/run/compare.ts'
import { CelDuration, CelFailure, CelList, CelUint, isFailure, type CelOutcome, type CelValue } from '#cel/run/value.ts'
import { fn, noSuchOverload, overload, type CelFunction, type Library } from './declare.ts'

export function* itemsOf(list: CelValue | undefined): Generator<CelValue> {
  if (!(list instanceof CelList)) return
  for (let i = 0; i < list.size; i++) yield list.at(i)
}

const comparable = ['int', 'uint', 'double', 'bool', 'duration', 'timestamp', 'string', 'bytes']
const zeros: ReadonlyMap<string, CelValue> = new Map<string, CelValue>([
  ['int', 0n],
  ['uint', new CelUint(0n)],
  ['double', 0],
  ['duration', new CelDuration(0n)],
])

function isSorted(list: CelValue | undefined): CelOutcome {
  let before: CelValue | undefined
  for (const item of itemsOf(list)) {
    if (before !== undefined && compare(before, item) === 1) return false
    before = item
  }
  return true
}

function sum(list: CelValue | undefined, zero: CelValue): CelOutcome {
  let total: CelOutcome = zero
  for (const item of itemsOf(list)) {
    if (isFailure(total)) return total
    total = add(total, item)
  }
  return total
}

/** @param wins the comparison of a better element with the current one */
function extreme(name: string, list: CelValue | undefined, wins: -1 | 1): CelOutcome {
  let best: CelValue | undefined
  for (const item of itemsOf(list)) if (best === undefined || compare(item, best) === wins) best = item
  return best === undefined ? new CelFailure(`${name} called on empty list`) : best
}

function indexOf(list: CelValue | undefined, item: CelValue | undefined): CelOutcome {
  let at = 0n
  for (const other of itemsOf(list)) {
    if (item !== undefined && equals(other, item)) return at
    at++
  }
  return -1n
}

function lastIndexOf(list: CelValue | undefined, item: CelValue | undefined): CelOutcome {
  if (!(list instanceof CelList) || item === undefined) return noSuchOverload
  for (let i = list.size - 1; i >= 0; i--) if (equals(list.at(i), item)) return BigInt(i)
  return -1n
}

const perType = (
  name: string,
  types: readonly string[],
  make: (type: string) => CelFunction['overloads'][number],
): CelFunction => fn(name, ...types.map(make))

/** List functions of Kubernetes. */
export const listLibrary: Library = [
  perType('isSorted', comparable, (t) => overload(`list_${t}_is_sorted_bool`, `list<${t}>.() bool`, isSorted)),
  perType('sum', [...zeros.keys()], (t) =>
    overload(`list_${t}_sum_${t}`, `list<${t}>.() ${t}`, (list) => sum(list, zeros.get(t) ?? 0n)),
  ),
  perType('max', comparable, (t) =>
    overload(`list_${t}_max_${t}`, `list<${t}>.() ${t}`, (list) => extreme('max', list, 1)),
  ),
  perType('min', comparable, (t) =>
    overload(`list_${t}_min_${t}`, `list<${t}>.() ${t}`, (list) => extreme('min', list, -1)),
  ),
  fn('indexOf', overload('list_a_index_of_int', 'list<A>.(A) int', indexOf)),
  fn('lastIndexOf', overload('list_a_last_index_of_int', 'list<A>.(A) int', lastIndexOf)),
]

function contains(list: CelValue | undefined, part: CelValue | undefined): boolean {
  const all = [...itemsOf(list)]
  return [...itemsOf(part)].every((item) => all.some((other) => equals(other, item)))
}

function intersects(list: CelValue | undefined, other: CelValue | undefined): boolean {
  const all = [...itemsOf(list)]
  return [...itemsOf(other)].some((item) => all.some((mine) => equals(mine, item)))
}

/** Set functions on lists. */
export const setLibrary: Library = [
  fn('sets.contains', overload('list_sets_contains_list', '(list<T>, list<T>) bool', contains)),
  fn(
    'sets.equivalent',
    overload('list_sets_equivalent_list', '(list<T>, list<T>) bool', (a, b) => contains(a, b) && contains(b, a)),
  ),
  fn('sets.intersects', overload('list_sets_intersects_list', '(list<T>, list<T>) bool', intersects)),
]
