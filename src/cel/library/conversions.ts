import { INT_MAX, INT_MIN, TIMESTAMP_MAX, TIMESTAMP_MIN, UINT_MAX, toInt, toUint } from '#cel/run/arithmetic.ts'
import { typeNameOf, typeOf } from '#cel/run/describe.ts'
import { codePoints } from '#cel/run/size.ts'
import {
  CelDuration,
  CelFailure,
  CelList,
  CelMap,
  CelTimestamp,
  CelTypeValue,
  CelUint,
  type CelOutcome,
  type CelValue,
} from '#cel/run/value.ts'
import { doubleText } from '#go/double-text.ts'
import { durationText, parseDuration, parseTimestamp, timestampText } from './time-text.ts'
import { fn, noSuchOverload, overload, type CelFunction, type Library, type Run } from './declare.ts'

const refused = (value: CelValue, to: string): CelFailure =>
  new CelFailure(`type conversion error from '${typeNameOf(value)}' to '${to}'`)

const identity: Run = (value) => (value === undefined ? noSuchOverload : value)

/**
 * Declares a conversion function with one overload per source type. The overload ids are the reference's,
 * `<type>_to_<name>`.
 */
const conversion = (
  name: string,
  ids: Readonly<Record<string, string>>,
  run: (value: CelValue) => CelOutcome,
): CelFunction =>
  fn(
    name,
    ...Object.entries(ids).map(([from, id]) =>
      overload(
        id,
        `(${from}) ${name}`,
        from === name ? identity : (value) => (value === undefined ? noSuchOverload : run(value)),
      ),
    ),
  )

const trueTexts: ReadonlySet<string> = new Set(['1', 't', 'T', 'TRUE', 'true', 'True'])
const falseTexts: ReadonlySet<string> = new Set(['0', 'f', 'F', 'FALSE', 'false', 'False'])

function toBool(value: CelValue): CelOutcome {
  if (typeof value !== 'string') return refused(value, 'bool')
  return trueTexts.has(value) || (falseTexts.has(value) ? false : refused(value, 'bool'))
}

function toIntValue(value: CelValue): CelOutcome {
  if (value instanceof CelUint) return toInt(value.value)
  if (value instanceof CelTimestamp) return value.seconds
  if (value instanceof CelDuration) return value.nanos
  if (typeof value === 'number') {
    const isInside = Number.isFinite(value) && value > Number(INT_MIN) && value < Number(INT_MAX)
    return isInside ? BigInt(Math.trunc(value)) : new CelFailure('integer overflow')
  }
  return wholeNumber(value, { shape: /^[+-]?\d+$/, min: INT_MIN, max: INT_MAX }) ?? refused(value, 'int')
}

function toUintValue(value: CelValue): CelOutcome {
  if (typeof value === 'bigint') return toUint(value)
  if (typeof value === 'number') {
    const isInside = Number.isFinite(value) && value >= 0 && value < Number(UINT_MAX)
    return isInside ? new CelUint(BigInt(Math.trunc(value))) : new CelFailure('unsigned integer overflow')
  }
  const whole = wholeNumber(value, { shape: /^\d+$/, min: 0n, max: UINT_MAX })
  return whole === undefined ? refused(value, 'uint') : new CelUint(whole)
}

interface Range {
  readonly shape: RegExp
  readonly min: bigint
  readonly max: bigint
}

function wholeNumber(value: CelValue, { shape, min, max }: Range): bigint | undefined {
  if (typeof value !== 'string' || !shape.test(value) || value.length > DIGITS_MAX) return undefined
  const whole = BigInt(value.replace(/^\+/, ''))
  return whole < min || whole > max ? undefined : whole
}
/** More digits than any 64-bit number has, with room for leading zeros. */
const DIGITS_MAX = 4096

function toDouble(value: CelValue): CelOutcome {
  if (typeof value === 'bigint') return Number(value)
  if (value instanceof CelUint) return Number(value.value)
  return typeof value === 'string' ? (parseDouble(value) ?? refused(value, 'double')) : refused(value, 'double')
}

const special: ReadonlyMap<string, number> = new Map([
  ['inf', Infinity],
  ['infinity', Infinity],
  ['nan', NaN],
])

/** Parses a text like Go's `strconv.ParseFloat`. */
function parseDouble(text: string): number | undefined {
  const word = special.get(text.replace(/^[+-]/, '').toLowerCase())
  if (word !== undefined) return text.startsWith('-') ? -word : word
  if (!/^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(text)) return undefined
  const value = Number(text)
  return Number.isFinite(value) ? value : undefined
}

function toText(value: CelValue): CelOutcome {
  if (typeof value === 'boolean' || typeof value === 'bigint') return String(value)
  if (typeof value === 'number') return doubleText(value)
  if (value instanceof CelUint) return value.value.toString()
  if (value instanceof CelTimestamp) return timestampText(value)
  if (value instanceof CelDuration) return durationText(value)
  return value instanceof Uint8Array ? decode(value) : refused(value, 'string')
}

function decode(bytes: Uint8Array): CelOutcome {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return new CelFailure('invalid UTF-8 in bytes, cannot convert to string')
  }
}

function toTimestampValue(value: CelValue): CelOutcome {
  if (typeof value === 'bigint') return inYears(new CelTimestamp(value, 0))
  if (typeof value !== 'string') return refused(value, 'google.protobuf.Timestamp')
  const time = parseTimestamp(value)
  return time === undefined ? refused(value, 'google.protobuf.Timestamp') : inYears(time)
}

const inYears = (time: CelTimestamp): CelOutcome =>
  time.seconds < TIMESTAMP_MIN || time.seconds > TIMESTAMP_MAX ? new CelFailure('timestamp overflow') : time

function toDurationValue(value: CelValue): CelOutcome {
  // The checker accepts an int, but the reference has no such conversion at run time.
  const nanos = typeof value === 'string' ? parseDuration(value) : undefined
  return nanos === undefined ? refused(value, 'google.protobuf.Duration') : new CelDuration(nanos)
}

function sizeOf(value: CelValue | undefined): CelOutcome {
  if (typeof value === 'string') return BigInt(codePoints(value))
  if (value instanceof Uint8Array) return BigInt(value.length)
  return value instanceof CelList || value instanceof CelMap ? BigInt(value.size) : noSuchOverload
}

const sized: readonly (readonly [string, string])[] = [
  ['bytes', 'bytes'],
  ['list', 'list<A>'],
  ['map', 'map<A, B>'],
  ['string', 'string'],
]

/** `int()`, `string()` and the other conversions, `type()`, `dyn()` and `size()`. */
export const conversionLibrary: Library = [
  conversion('bool', { bool: 'bool_to_bool', string: 'string_to_bool' }, toBool),
  conversion('bytes', { bytes: 'bytes_to_bytes', string: 'string_to_bytes' }, (value) =>
    typeof value === 'string' ? new TextEncoder().encode(value) : noSuchOverload,
  ),
  conversion(
    'double',
    { double: 'double_to_double', int: 'int64_to_double', string: 'string_to_double', uint: 'uint64_to_double' },
    toDouble,
  ),
  conversion(
    'duration',
    { duration: 'duration_to_duration', int: 'int64_to_duration', string: 'string_to_duration' },
    toDurationValue,
  ),
  conversion(
    'int',
    {
      int: 'int64_to_int64',
      double: 'double_to_int64',
      duration: 'duration_to_int64',
      string: 'string_to_int64',
      timestamp: 'timestamp_to_int64',
      uint: 'uint64_to_int64',
    },
    toIntValue,
  ),
  conversion(
    'string',
    {
      string: 'string_to_string',
      bool: 'bool_to_string',
      bytes: 'bytes_to_string',
      double: 'double_to_string',
      duration: 'duration_to_string',
      int: 'int64_to_string',
      timestamp: 'timestamp_to_string',
      uint: 'uint64_to_string',
    },
    toText,
  ),
  conversion(
    'timestamp',
    { timestamp: 'timestamp_to_timestamp', int: 'int64_to_timestamp', string: 'string_to_timestamp' },
    toTimestampValue,
  ),
  conversion(
    'uint',
    { uint: 'uint64_to_uint64', double: 'double_to_uint64', int: 'int64_to_uint64', string: 'string_to_uint64' },
    toUintValue,
  ),
  fn('dyn', overload('to_dyn', '(A) dyn', identity)),
  fn(
    'type',
    overload('type', '(A) type<A>', (value) =>
      value === undefined ? noSuchOverload : new CelTypeValue(typeOf(value)),
    ),
  ),
  fn(
    'size',
    ...sized.flatMap(([word, type]) => [
      overload(`size_${word}`, `(${type}) int`, sizeOf),
      overload(`${word}_size`, `${type}.() int`, sizeOf),
    ]),
  ),
]
