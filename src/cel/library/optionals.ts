import { TIMESTAMP_MIN } from '#cel/run/arithmetic.ts'
import {
  CelArray,
  CelDuration,
  CelFailure,
  CelList,
  CelMap,
  CelOptional,
  CelTimestamp,
  CelUint,
  absent,
  type CelOutcome,
  type CelValue,
} from '#cel/run/value.ts'
import { fn, noSuchOverload, overload, type Library } from './declare.ts'

const never = (): CelOutcome => noSuchOverload
const missing = new CelFailure('optional.none() dereference')

const zeros: ReadonlySet<CelValue> = new Set([null, false, '', 0n, 0])

function isZero(value: CelValue): boolean {
  if (typeof value !== 'object' || value === null) return zeros.has(value)
  if (value instanceof CelList || value instanceof CelMap) return value.size === 0
  if (value instanceof Uint8Array) return value.length === 0
  if (value instanceof CelUint) return value.value === 0n
  if (value instanceof CelDuration) return value.nanos === 0n
  if (value instanceof CelTimestamp) return value.seconds === TIMESTAMP_MIN && value.nanos === 0
  return false
}

function elementAt(list: CelValue | undefined, which: (size: number) => number): CelOutcome {
  if (!(list instanceof CelList)) return noSuchOverload
  return list.size === 0 ? absent : new CelOptional(list.at(which(list.size)))
}

function unwrap(list: CelValue | undefined): CelOutcome {
  if (!(list instanceof CelList)) return noSuchOverload
  const values: CelValue[] = []
  for (let i = 0; i < list.size; i++) {
    const item = list.at(i)
    if (!(item instanceof CelOptional)) return new CelFailure(`value[${i}] is not an optional`)
    if (item.value !== undefined) values.push(item.value)
  }
  return new CelArray(values)
}

/** Optional values. `or` and `orValue` are run by the evaluator, because they may skip their right side. */
export const optionalLibrary: Library = [
  fn(
    'optional.of',
    overload('optional_of', '(V) optional<V>', (value) =>
      value === undefined ? noSuchOverload : new CelOptional(value),
    ),
  ),
  fn(
    'optional.none',
    overload('optional_none', '() optional<V>', () => absent),
  ),
  fn(
    'optional.ofNonZeroValue',
    overload('optional_ofNonZeroValue', '(V) optional<V>', (value) =>
      value === undefined || isZero(value) ? absent : new CelOptional(value),
    ),
  ),
  fn(
    'value',
    overload('optional_value', 'optional<V>.() V', (optional) =>
      optional instanceof CelOptional ? (optional.value === undefined ? missing : optional.value) : noSuchOverload,
    ),
  ),
  fn(
    'hasValue',
    overload('optional_hasValue', 'optional<V>.() bool', (optional) =>
      optional instanceof CelOptional ? optional.value !== undefined : noSuchOverload,
    ),
  ),
  fn('or', overload('optional_or_optional', 'optional<V>.(optional<V>) optional<V>', never)),
  fn('orValue', overload('optional_orValue_value', 'optional<V>.(V) V', never)),
  fn(
    'first',
    overload('list_first', 'list<V>.() optional<V>', (list) => elementAt(list, () => 0)),
  ),
  fn(
    'last',
    overload('list_last', 'list<V>.() optional<V>', (list) => elementAt(list, (size) => size - 1)),
  ),
  fn('optional.unwrap', overload('optional_unwrap', '(list<optional<V>>) list<V>', unwrap)),
  fn('unwrapOpt', overload('optional_unwrapOpt', 'list<optional<V>>.() list<V>', unwrap)),
]
