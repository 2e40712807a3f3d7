import { errorText } from '#api/error-text.ts'
import { type Json, jsonKind } from '#api/json.ts'
import { isTooDeep } from '#api/json-depth.ts'
import { canonicalQuantity } from '#api/quantity.ts'
import { canonicalMicroTime, canonicalTime } from '#api/time.ts'
import { Base64Error, canonicalBase64, encodeBase64 } from '#go/base64.ts'
import { formatDuration, parseDuration } from '#go/duration.ts'
import { DecodeError, type Place, TooDeepError } from './decode-error.ts'
import { goTypeName } from './go-names.ts'
import type { ScalarSchema } from './schema.ts'

interface Scalar {
  readonly schema: ScalarSchema
  readonly value: Json
  /** The number as written. */
  readonly text: string
  /** Called for errors only. */
  readonly place: () => Place
}

/**
 * Converts a scalar that is not null to canonical form; `undefined` for a zero time. A wrong type is returned as an
 * error, because the decoder continues and reports the first one. @throws DecodeError for a text that its type
 * cannot parse, which ends decoding
 */
export function decodeScalar(
  schema: ScalarSchema,
  value: Json,
  text: string,
  place: () => Place,
): Json | undefined | DecodeError {
  const scalar: Scalar = { schema, value, text, place }
  switch (schema.scalar) {
    case 'string':
      return typeof value === 'string' ? value : wrongType(scalar)
    case 'boolean':
      return typeof value === 'boolean' ? value : wrongType(scalar)
    case 'int32':
      return decodeInteger(scalar, INT32_MAX)
    case 'int64':
      return decodeInteger(scalar, INT64_MAX)
    case 'float64':
      return decodeFloat(scalar)
    case 'bytes':
      return decodeBytes(scalar)
    default:
      return decodeNamed(scalar)
  }
}

function decodeNamed(scalar: Scalar): Json | undefined | DecodeError {
  switch (scalar.schema.scalar) {
    case 'Time':
      return readText(scalar, canonicalTime) ?? undefined
    case 'MicroTime':
      return readText(scalar, canonicalMicroTime) ?? undefined
    case 'Duration':
      return readText(scalar, (text) => formatDuration(parseDuration(text)))
    case 'Quantity':
      return decodeQuantity(scalar)
    case 'IntOrString':
      return decodeIntOrString(scalar)
    default:
      return decodeOpaque(scalar.value)
  }
}

/** The value as sent. @throws DecodeError for a value that nests too deep */
function decodeOpaque(value: Json): Json {
  if (isTooDeep(value)) throw new TooDeepError()
  return value
}

const INT32_MAX = 2n ** 31n - 1n
const INT64_MAX = 2n ** 63n - 1n
/** The same as a number. */
const INT32_TOP = 2 ** 31 - 1

const wrongType = ({ schema, value, place }: Scalar): DecodeError =>
  DecodeError.wrongType(jsonKind(value), goTypeName(schema), place())

function isInteger(text: string, max: bigint): boolean {
  if (!/^-?[0-9]{1,19}$/.test(text)) return false
  const value = BigInt(text)
  return value <= max && value >= -max - 1n
}

/** Parses the number's text like Go's `strconv.ParseInt`: `4.0` and `1e1` are no integers. */
function decodeInteger(scalar: Scalar, max: bigint): Json | DecodeError {
  const { value, text, schema, place } = scalar
  if (typeof value === 'bigint' && max === INT64_MAX) return value
  if (typeof value !== 'number' && typeof value !== 'bigint') return wrongType(scalar)
  if (
    typeof value === 'number' &&
    Number.isSafeInteger(value) &&
    String(value) === text &&
    (max === INT64_MAX || Math.abs(value) <= INT32_TOP)
  )
    return value
  return isInteger(text, max) ? value : DecodeError.wrongType(`number ${text}`, goTypeName(schema), place())
}

function decodeFloat(scalar: Scalar): Json | DecodeError {
  const { value, text, schema, place } = scalar
  if (typeof value === 'bigint') return Number(value)
  if (typeof value !== 'number') return wrongType(scalar)
  return Number.isFinite(value) ? value : DecodeError.wrongType(`number ${text}`, goTypeName(schema), place())
}

/** Converts bytes: a base64 text, or a list of numbers. */
function decodeBytes(scalar: Scalar): string | DecodeError {
  const { value, place } = scalar
  if (Array.isArray(value)) return decodeByteList(value, place)
  if (typeof value !== 'string') return wrongType(scalar)
  try {
    return canonicalBase64(value)
  } catch (error) {
    if (error instanceof Base64Error) return new DecodeError(error.message)
    throw error
  }
}

const BYTE_MAX = 255

function decodeByteList(items: readonly Json[], place: () => Place): string | DecodeError {
  for (const item of items) {
    if (item === null || (Number.isInteger(item) && Number(item) >= 0 && Number(item) <= BYTE_MAX)) continue
    return DecodeError.wrongType(typeof item === 'number' ? `number ${item}` : jsonKind(item), 'uint8', place())
  }
  return encodeBase64(Uint8Array.from(items, (item) => Number(item ?? 0)))
}

function readText<Result>({ value, place }: Scalar, read: (text: string) => Result): Result {
  if (typeof value !== 'string') throw DecodeError.wrongType(jsonKind(value), 'string', place())
  return reading(() => read(value))
}

function decodeQuantity({ value, text }: Scalar): string {
  const read = typeof value === 'number' || typeof value === 'bigint' ? text : value
  return reading(() => canonicalQuantity(typeof read === 'string' ? read.trim() : '?'))
}

/** Errors of value parsers contain only the reference's message, without the position. */
function reading<Result>(read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    throw new DecodeError(errorText(error))
  }
}

function decodeIntOrString(scalar: Scalar): Json {
  const { value, text, place } = scalar
  if (typeof value === 'string') return value
  if (typeof value !== 'number' && typeof value !== 'bigint')
    throw DecodeError.wrongType(jsonKind(value), 'int32', place())
  if (!isInteger(text, INT32_MAX)) throw DecodeError.wrongType(`number ${text}`, 'int32', place())
  return value
}
