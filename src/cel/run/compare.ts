import {
  CelDuration,
  CelFailure,
  CelList,
  CelMap,
  CelOpaque,
  CelOptional,
  CelTimestamp,
  CelTypeValue,
  CelUint,
  CelUnordered,
  isFailure,
  type CelOutcome,
  type CelValue,
} from './value.ts'

const isNumber = (value: CelValue): value is bigint | number | CelUint =>
  typeof value === 'bigint' || typeof value === 'number' || value instanceof CelUint

const toComparable = (value: bigint | number | CelUint): bigint | number =>
  value instanceof CelUint ? value.value : value

/** Compares with `==`: values of different types are not equal, except numbers, which are compared by value. */
export function equals(a: CelValue, b: CelValue): boolean {
  if (a === b) return typeof a !== 'number' || !Number.isNaN(a)
  if (isNumber(a)) return isNumber(b) && order(toComparable(a), toComparable(b)) === 0 && !isNaN(a) && !isNaN(b)
  if (!isObject(a) || !isObject(b)) return false
  for (const test of equalities) {
    const isEqual = test(a, b)
    if (isEqual !== undefined) return isEqual
  }
  return false
}

const isNaN = (value: CelValue): boolean => Number.isNaN(value)
const isObject = (value: CelValue): value is CelValue & object => typeof value === 'object' && value !== null

/** One function per type; each returns undefined if the left side is of another type. */
const equalities: readonly ((a: CelValue & object, b: CelValue & object) => boolean | undefined)[] = [
  (a, b) => (a instanceof CelList ? b instanceof CelList && equalLists(a, b) : undefined),
  (a, b) => (a instanceof CelMap ? b instanceof CelMap && equalMaps(a, b) : undefined),
  (a, b) => (a instanceof CelOpaque ? b instanceof CelOpaque && a.type.name === b.type.name && a.equals(b) : undefined),
  (a, b) => (a instanceof CelTypeValue ? b instanceof CelTypeValue && a.type.name === b.type.name : undefined),
  (a, b) => (a instanceof CelOptional ? b instanceof CelOptional && equalOptionals(a, b) : undefined),
  (a, b) => compare(a, b) === 0,
]

const equalOptionals = (a: CelOptional, b: CelOptional): boolean =>
  a.value === undefined || b.value === undefined ? a.value === b.value : equals(a.value, b.value)

function equalLists(a: CelList, b: CelList): boolean {
  if (a.size !== b.size) return false
  if (a instanceof CelUnordered) return equalUnordered(a, b)
  for (let i = 0; i < a.size; i++) if (!equals(a.at(i), b.at(i))) return false
  return true
}

function equalUnordered(a: CelUnordered, b: CelList): boolean {
  const mine = new Map<string | undefined, CelValue>()
  for (let i = 0; i < a.size; i++) mine.set(a.identityOf(a.at(i)), a.at(i))
  for (let i = 0; i < b.size; i++) {
    const item = b.at(i)
    const same = mine.get(a.identityOf(item))
    if (same === undefined || !equals(same, item)) return false
  }
  return true
}

function equalMaps(a: CelMap, b: CelMap): boolean {
  if (a.size !== b.size || !a.sameUnnamed(b)) return false
  return a.keys().every((key) => {
    const mine = a.get(key)
    const other = b.get(key)
    if (mine === undefined || other === undefined || isFailure(mine) || isFailure(other)) return false
    return equals(mine, other)
  })
}

/** Returns -1, 0 or 1; undefined if the two values are not ordered. */
export function compare(a: CelValue, b: CelValue): -1 | 0 | 1 | undefined {
  if (isNumber(a)) return isNumber(b) ? order(toComparable(a), toComparable(b)) : undefined
  if (typeof a === 'string') return typeof b === 'string' ? compareTexts(a, b) : undefined
  if (typeof a === 'boolean') return typeof b === 'boolean' ? order(Number(a), Number(b)) : undefined
  return compareObjects(a, b)
}

function compareObjects(a: CelValue, b: CelValue): -1 | 0 | 1 | undefined {
  if (a instanceof CelTimestamp && b instanceof CelTimestamp)
    return order(a.seconds, b.seconds) || order(a.nanos, b.nanos)
  if (a instanceof CelDuration && b instanceof CelDuration) return order(a.nanos, b.nanos)
  return a instanceof Uint8Array && b instanceof Uint8Array ? compareBytes(a, b) : undefined
}

function order(a: bigint | number, b: bigint | number): -1 | 0 | 1 {
  // The reference compares an int with a double as doubles: large ints lose their last digits.
  const [x, y] = typeof a === typeof b ? [a, b] : [Number(a), Number(b)]
  return x < y ? -1 : x > y ? 1 : 0
}

/** Compares by code point, as UTF-8 sorts; UTF-16 would sort characters outside the BMP before some inside. */
function compareTexts(a: string, b: string): -1 | 0 | 1 {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i)
    const y = b.charCodeAt(i)
    if (x !== y) return isSurrogate(x) === isSurrogate(y) ? (x < y ? -1 : 1) : isSurrogate(x) ? 1 : -1
  }
  return order(a.length, b.length)
}

const isSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdfff

function compareBytes(a: Uint8Array, b: Uint8Array): -1 | 0 | 1 {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const by = order(a[i] ?? 0, b[i] ?? 0)
    if (by !== 0) return by
  }
  return order(a.length, b.length)
}

/** Evaluates a comparison operator: NaN is not ordered. */
export function ordered(a: CelValue, b: CelValue, test: (by: -1 | 0 | 1) => boolean): CelOutcome {
  const by = compare(a, b)
  if (by === undefined) return new CelFailure('no such overload')
  if (Number.isNaN(a) || Number.isNaN(b)) return new CelFailure('NaN values cannot be ordered')
  return test(by)
}
