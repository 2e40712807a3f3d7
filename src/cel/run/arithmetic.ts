import { CelDuration, CelFailure, CelTimestamp, CelUint, type CelOutcome, type CelValue } from './value.ts'

export const INT_MAX: bigint = 2n ** 63n - 1n
export const INT_MIN: bigint = -(2n ** 63n)
export const UINT_MAX: bigint = 2n ** 64n - 1n
/** 0001-01-01T00:00:00Z and 9999-12-31T23:59:59Z. */
export const TIMESTAMP_MIN = -62135596800n
export const TIMESTAMP_MAX = 253402300799n
const SECOND = 1_000_000_000n

const noSuchOverload = new CelFailure('no such overload')
const intOverflow = new CelFailure('integer overflow')
const uintOverflow = new CelFailure('unsigned integer overflow')
const durationOverflow = new CelFailure('duration overflow')
const timestampOverflow = new CelFailure('timestamp overflow')

export const toInt = (value: bigint): CelOutcome => (value > INT_MAX || value < INT_MIN ? intOverflow : value)
export const toUint = (value: bigint): CelOutcome =>
  value > UINT_MAX || value < 0n ? uintOverflow : new CelUint(value)
export const toDuration = (nanos: bigint): CelOutcome =>
  nanos > INT_MAX || nanos < INT_MIN ? durationOverflow : new CelDuration(nanos)

/** @param nanos nanoseconds since 1970 */
export function toTimestamp(nanos: bigint): CelOutcome {
  const rest = ((nanos % SECOND) + SECOND) % SECOND
  const seconds = (nanos - rest) / SECOND
  return seconds < TIMESTAMP_MIN || seconds > TIMESTAMP_MAX
    ? timestampOverflow
    : new CelTimestamp(seconds, Number(rest))
}
export const nanosOf = (time: CelTimestamp): bigint => time.seconds * SECOND + BigInt(time.nanos)

export function add(a: CelValue, b: CelValue): CelOutcome {
  if (typeof a === 'bigint' && typeof b === 'bigint') return toInt(a + b)
  if (typeof a === 'string' && typeof b === 'string') return a + b
  if (typeof a === 'number' && typeof b === 'number') return a + b
  if (a instanceof CelUint && b instanceof CelUint) return toUint(a.value + b.value)
  if (a instanceof Uint8Array && b instanceof Uint8Array) return joinBytes(a, b)
  return addTimes(a, b)
}

function joinBytes(a: Uint8Array, b: Uint8Array): Uint8Array {
  const joined = new Uint8Array(a.length + b.length)
  joined.set(a)
  joined.set(b, a.length)
  return joined
}

function addTimes(a: CelValue, b: CelValue): CelOutcome {
  if (a instanceof CelTimestamp && b instanceof CelDuration) return toTimestamp(nanosOf(a) + b.nanos)
  if (!(a instanceof CelDuration)) return noSuchOverload
  if (b instanceof CelDuration) return toDuration(a.nanos + b.nanos)
  return b instanceof CelTimestamp ? toTimestamp(nanosOf(b) + a.nanos) : noSuchOverload
}

export function subtract(a: CelValue, b: CelValue): CelOutcome {
  if (typeof a === 'bigint' && typeof b === 'bigint') return toInt(a - b)
  if (typeof a === 'number' && typeof b === 'number') return a - b
  if (a instanceof CelUint && b instanceof CelUint) return toUint(a.value - b.value)
  if (a instanceof CelDuration && b instanceof CelDuration) return toDuration(a.nanos - b.nanos)
  if (!(a instanceof CelTimestamp)) return noSuchOverload
  if (b instanceof CelTimestamp) return toDuration(nanosOf(a) - nanosOf(b))
  return b instanceof CelDuration ? toTimestamp(nanosOf(a) - b.nanos) : noSuchOverload
}

export function multiply(a: CelValue, b: CelValue): CelOutcome {
  if (typeof a === 'bigint' && typeof b === 'bigint') return toInt(a * b)
  if (typeof a === 'number' && typeof b === 'number') return a * b
  return a instanceof CelUint && b instanceof CelUint ? toUint(a.value * b.value) : noSuchOverload
}

export function divide(a: CelValue, b: CelValue): CelOutcome {
  if (typeof a === 'number' && typeof b === 'number') return a / b
  return wholly(a, b, 'division by zero', (x, y) => x / y)
}

export const modulo = (a: CelValue, b: CelValue): CelOutcome => wholly(a, b, 'modulus by zero', (x, y) => x % y)

function wholly(a: CelValue, b: CelValue, byZero: string, run: (x: bigint, y: bigint) => bigint): CelOutcome {
  if (typeof a === 'bigint' && typeof b === 'bigint') {
    if (b === 0n) return new CelFailure(byZero)
    return b === -1n && a === INT_MIN ? intOverflow : toInt(run(a, b))
  }
  if (!(a instanceof CelUint) || !(b instanceof CelUint)) return noSuchOverload
  return b.value === 0n ? new CelFailure(byZero) : toUint(run(a.value, b.value))
}

export function negate(a: CelValue): CelOutcome {
  if (typeof a === 'bigint') return toInt(-a)
  return typeof a === 'number' ? -a : noSuchOverload
}
