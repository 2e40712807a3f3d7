import { equals, ordered } from '#cel/run/compare.ts'
import {
  CelEntries,
  CelFailure,
  CelJoined,
  CelList,
  CelMap,
  CelUnordered,
  type CelOutcome,
  type CelValue,
} from '#cel/run/value.ts'
import { add, divide, modulo, multiply, negate, subtract } from '#cel/run/arithmetic.ts'
import { at, entriesOf, keyWord, optionalAt } from '#cel/run/access.ts'
import { fn, noSuchOverload, overload, type CelFunction, type Library } from './declare.ts'

const never = (): CelOutcome => noSuchOverload

/** `numeric` contains the types with an operator of one type on both sides, as named in the reference's overloads. */
const arithmetic = (
  name: string,
  word: string,
  types: readonly string[],
  run: (a: CelValue, b: CelValue) => CelOutcome,
): CelFunction =>
  fn(
    name,
    ...types.map((type) =>
      overload(`${word}_${idWord(type)}`, `(${type}, ${type}) ${type}`, (a, b) => both(a, b, run)),
    ),
  )

const idWord = (type: string): string => (type === 'int' || type === 'uint' ? `${type}64` : type)

const both = (
  a: CelValue | undefined,
  b: CelValue | undefined,
  run: (a: CelValue, b: CelValue) => CelOutcome,
): CelOutcome => (a === undefined || b === undefined ? noSuchOverload : run(a, b))

const plus = arithmetic('_+_', 'add', ['bytes', 'double', 'int', 'string', 'uint'], add)
const minus = arithmetic('_-_', 'subtract', ['double', 'int', 'uint'], subtract)

const withTimes = (base: CelFunction, ...overloads: CelFunction['overloads']): CelFunction =>
  fn(base.name, ...base.overloads, ...overloads)

const comparable: readonly (readonly [string, string, string])[] = [
  ['bool', 'bool', 'bool'],
  ['int64', 'int', 'int'],
  ['int64_double', 'int', 'double'],
  ['int64_uint64', 'int', 'uint'],
  ['uint64', 'uint', 'uint'],
  ['uint64_double', 'uint', 'double'],
  ['uint64_int64', 'uint', 'int'],
  ['double', 'double', 'double'],
  ['double_int64', 'double', 'int'],
  ['double_uint64', 'double', 'uint'],
  ['string', 'string', 'string'],
  ['bytes', 'bytes', 'bytes'],
  ['timestamp', 'timestamp', 'timestamp'],
  ['duration', 'duration', 'duration'],
]

const comparison = (name: string, word: string, test: (by: -1 | 0 | 1) => boolean): CelFunction =>
  fn(
    name,
    ...comparable.map(([id, a, b]) =>
      overload(`${word}_${id}`, `(${a}, ${b}) bool`, (x, y) => both(x, y, (p, q) => ordered(p, q, test))),
    ),
  )

function contains(container: CelValue, element: CelValue): CelOutcome {
  if (container instanceof CelMap) return container.get(element) !== undefined
  if (!(container instanceof CelList)) return noSuchOverload
  for (let i = 0; i < container.size; i++) if (equals(container.at(i), element)) return true
  return false
}

/** Returns a comprehension's map with one more entry, or with another map's entries; a duplicate key fails. */
function insert(map: CelValue, entries: Iterable<readonly [CelValue, CelValue]>): CelOutcome {
  if (!(map instanceof CelMap)) return noSuchOverload
  const all: (readonly [CelValue, CelValue])[] = [...entriesOf(map)]
  for (const [key, value] of entries) {
    if (map.get(key) !== undefined) return new CelFailure(`insert failed: key ${keyWord(key)} already exists`)
    all.push([key, value])
  }
  return new CelEntries(all)
}

const joinLists = (a: CelList, b: CelList): CelList => (a instanceof CelUnordered ? a.plus(b) : new CelJoined(a, b))

/**
 * The operators. `&&`, `||` and `?:`, which may skip operands, are run by the evaluator; only their types are
 * declared here.
 */
export const operatorLibrary: Library = [
  fn('_?_:_', overload('conditional', '(bool, A, A) A', never)),
  fn('_&&_', overload('logical_and', '(bool, bool) bool', never)),
  fn('_||_', overload('logical_or', '(bool, bool) bool', never)),
  fn(
    '!_',
    overload('logical_not', '(bool) bool', (a) => (typeof a === 'boolean' ? !a : noSuchOverload)),
  ),
  fn('@not_strictly_false', overload('not_strictly_false', '(bool) bool', never)),
  fn(
    '_==_',
    overload('equals', '(A, A) bool', (a, b) => both(a, b, equals)),
  ),
  fn(
    '_!=_',
    overload('not_equals', '(A, A) bool', (a, b) => both(a, b, (x, y) => !equals(x, y))),
  ),
  comparison('_<_', 'less', (by) => by < 0),
  comparison('_<=_', 'less_equals', (by) => by <= 0),
  comparison('_>_', 'greater', (by) => by > 0),
  comparison('_>=_', 'greater_equals', (by) => by >= 0),
  withTimes(
    plus,
    overload('add_duration_duration', '(duration, duration) duration', (a, b) => both(a, b, add)),
    overload('add_duration_timestamp', '(duration, timestamp) timestamp', (a, b) => both(a, b, add)),
    overload('add_timestamp_duration', '(timestamp, duration) timestamp', (a, b) => both(a, b, add)),
    overload('add_list', '(list<A>, list<A>) list<A>', (a, b) =>
      a instanceof CelList && b instanceof CelList ? joinLists(a, b) : noSuchOverload,
    ),
  ),
  withTimes(
    minus,
    overload('subtract_duration_duration', '(duration, duration) duration', (a, b) => both(a, b, subtract)),
    overload('subtract_timestamp_duration', '(timestamp, duration) timestamp', (a, b) => both(a, b, subtract)),
    overload('subtract_timestamp_timestamp', '(timestamp, timestamp) duration', (a, b) => both(a, b, subtract)),
  ),
  arithmetic('_*_', 'multiply', ['double', 'int', 'uint'], multiply),
  arithmetic('_/_', 'divide', ['double', 'int', 'uint'], divide),
  arithmetic('_%_', 'modulo', ['int', 'uint'], modulo),
  fn(
    '-_',
    ...['double', 'int'].map((t) =>
      overload(`negate_${idWord(t)}`, `(${t}) ${t}`, (a) => (a === undefined ? noSuchOverload : negate(a))),
    ),
  ),
  fn(
    '_[_]',
    overload('index_list', '(list<A>, int) A', (a, b) => both(a, b, at)),
    overload('index_map', '(map<A, B>, A) B', (a, b) => both(a, b, at)),
    overload('optional_list_index_int', '(optional<list<V>>, int) optional<V>', (a, b) => both(a, b, optionalAt)),
    overload('optional_map_index_value', '(optional<map<K, V>>, K) optional<V>', (a, b) => both(a, b, optionalAt)),
  ),
  fn(
    '_[?_]',
    overload('list_optindex_optional_int', '(list<V>, int) optional<V>', (a, b) => both(a, b, optionalAt)),
    overload('optional_list_optindex_optional_int', '(optional<list<V>>, int) optional<V>', (a, b) =>
      both(a, b, optionalAt),
    ),
    overload('map_optindex_optional_value', '(map<K, V>, K) optional<V>', (a, b) => both(a, b, optionalAt)),
    overload('optional_map_optindex_optional_value', '(optional<map<K, V>>, K) optional<V>', (a, b) =>
      both(a, b, optionalAt),
    ),
  ),
  fn(
    '_?._',
    overload('select_optional_field', '(dyn, string) optional<V>', (a, b) => both(a, b, optionalAt)),
  ),
  fn(
    '@in',
    overload('in_list', '(A, list<A>) bool', (a, b) => both(b, a, contains)),
    overload('in_map', '(A, map<A, B>) bool', (a, b) => both(b, a, contains)),
  ),
  fn(
    'cel.@mapInsert',
    overload('@mapInsert_map_map', '(map<K, V>, map<K, V>) map<K, V>', (a, b) =>
      a !== undefined && b instanceof CelMap ? insert(a, entriesOf(b)) : noSuchOverload,
    ),
    overload('@mapInsert_map_key_value', '(map<K, V>, K, V) map<K, V>', (a, b, c) =>
      a === undefined || b === undefined || c === undefined ? noSuchOverload : insert(a, [[b, c]]),
    ),
  ),
]
