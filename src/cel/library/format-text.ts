import { bytesToHex } from '@noble/hashes/utils.js'
import { quoteGo } from '#go/quote.ts'
import { typeNameOf } from '#cel/run/describe.ts'
import { entriesOf } from '#cel/run/access.ts'
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
import { FormatPatternError, formatPieces } from './format-clauses.ts'
import { durationText, timestampText } from './time-text.ts'

const PRECISION = 6
const PRECISION_MAX = 100

class FormatError extends Error {}

/** Formats `'%s has %d'.format([a, b])`. */
export function formatText(pattern: string, args: CelValue | undefined): CelOutcome {
  if (!(args instanceof CelList)) return new CelFailure('no such overload')
  try {
    return fill(pattern, args)
  } catch (error) {
    if (error instanceof FormatError || error instanceof FormatPatternError) return new CelFailure(error.message)
    throw error
  }
}

function fill(pattern: string, args: CelList): string {
  let filled = ''
  for (const piece of formatPieces(pattern, { size: args.size, isCheck: false })) {
    if (piece.type === 'text') filled += piece.text
    else filled += formatOne(args.at(piece.index), piece.verb, Math.min(piece.precision ?? PRECISION, PRECISION_MAX))
  }
  return filled
}

function formatOne(value: CelValue, verb: string, precision: number): string {
  switch (verb) {
    case 's':
      return stringOf(value)
    case 'd':
      return decimal(value)
    case 'f':
      return fixed(value, precision)
    case 'e':
      return scientific(value)
    case 'b':
      return typeof value === 'boolean'
        ? String(Number(value))
        : inBase(value, 2, 'only integers and bools can be formatted as binary')
    case 'o':
      return inBase(value, 8, 'octal clause can only be used on integers')
    case 'x':
      return hex(value)
    default:
      return hex(value).toUpperCase()
  }
}

function stringOf(value: CelValue): string {
  if (value === null) return 'null'
  if (typeof value === 'string') return value
  if (typeof value === 'number') return doubleText(value)
  if (typeof value !== 'object') return String(value)
  if (value instanceof CelList || value instanceof CelMap) return nested(value)
  if (value instanceof CelUint) return value.value.toString()
  if (value instanceof CelTimestamp) return timestampText(value)
  if (value instanceof CelDuration) return durationText(value)
  if (value instanceof Uint8Array) return utf8Text(value)
  if (value instanceof CelTypeValue) return value.type.name
  throw new FormatError(
    `error during formatting: string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps, was given ${typeNameOf(value)}`,
  )
}

function utf8Text(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    const problem = 'invalid UTF-8 in bytes, cannot convert to string'
    throw new FormatError(`error during formatting: could not convert argument "${problem}" to string`)
  }
}

/** Prints an element of a list or a map as an expression literal. */
function nested(value: CelValue): string {
  if (value instanceof CelList) {
    const items: string[] = []
    for (let i = 0; i < value.size; i++) items.push(nested(value.at(i)))
    return `[${items.join(', ')}]`
  }
  if (value instanceof CelMap) {
    const entries = [...entriesOf(value)].map(([key, item]) => [nested(key), nested(item)] as const)
    entries.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    return `{${entries.map(([key, item]) => `${key}:${item}`).join(', ')}}`
  }
  return nestedScalar(value)
}

function nestedScalar(value: CelValue): string {
  if (typeof value === 'string') return quoteGo(value)
  if (typeof value === 'number')
    return Number.isFinite(value)
      ? signed(value) + Math.abs(value).toFixed(PRECISION)
      : quoteGo(Number.isNaN(value) ? 'NaN' : doubleText(value))
  if (value instanceof Uint8Array) return `b${quoteGo(new TextDecoder().decode(value))}`
  if (value instanceof CelTimestamp) return `timestamp("${timestampText(value)}")`
  return value instanceof CelDuration ? `duration("${durationText(value)}")` : stringOf(value)
}

const wrong = (problem: string, value: CelValue): FormatError =>
  new FormatError(`error during formatting: ${problem}, was given ${typeNameOf(value)}`)

function decimal(value: CelValue): string {
  if (typeof value === 'bigint') return value.toString()
  if (value instanceof CelUint) return value.value.toString()
  throw wrong('decimal clause can only be used on integers', value)
}

const words: ReadonlyMap<CelValue, number> = new Map([
  ['NaN', NaN],
  ['Infinity', Infinity],
  ['-Infinity', -Infinity],
])

function asDouble(value: CelValue, word: string): number {
  const number = typeof value === 'number' ? value : words.get(value)
  if (number === undefined) throw wrong(`${word} clause can only be used on doubles`, value)
  return number
}

const notFinite = (value: number): string => (Number.isNaN(value) ? 'NaN' : value > 0 ? '∞' : '-∞')

/** The reference prints numbers in the English locale: with thousands separators. */
function fixed(value: CelValue, precision: number): string {
  const number = asDouble(value, 'fixed-point')
  if (!Number.isFinite(number)) return notFinite(number)
  const [whole = '0', fraction] = halfToEven(number, precision).split('.')
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')
  return fraction === undefined ? grouped : `${grouped}.${fraction}`
}

const BEYOND = 40

/** The sign of a number: Go prints that of -0, too. */
const signed = (value: number): string => (value < 0 || Object.is(value, -0) ? '-' : '')

/** As `toFixed`, but rounds half to even, as Go does. */
function halfToEven(number: number, precision: number): string {
  // From here on, `toFixed` prints an exponent.
  if (Math.abs(number) >= 1e21) return BigInt(number).toString() + (precision > 0 ? `.${'0'.repeat(precision)}` : '')
  const rounded = number.toFixed(precision)
  if (precision + BEYOND > 100) return rounded
  const exact = number.toFixed(precision + BEYOND)
  const kept = exact.slice(0, exact.length - BEYOND)
  const isTie = /^50*$/.test(exact.slice(-BEYOND))
  return isTie && /[02468]\.?$/.test(kept) ? kept.replace(/\.$/, '') : rounded
}

const raised = '⁰¹²³⁴⁵⁶⁷⁸⁹'

/** The reference prints six digits, whatever precision the clause asks for. */
function scientific(value: CelValue): string {
  const number = asDouble(value, 'scientific')
  if (!Number.isFinite(number)) return notFinite(number)
  const [digits = '0', power = '0'] = number.toExponential(PRECISION).split('e')
  const exponent = String(Math.abs(Number(power))).padStart(2, '0')
  const sign = Number(power) < 0 ? '⁻' : ''
  return `${digits}\u202f×\u202f10${sign}${Array.from(exponent, (d) => raised[Number(d)] ?? '').join('')}`
}

function inBase(value: CelValue, base: number, problem: string): string {
  if (typeof value === 'bigint') return value.toString(base)
  if (value instanceof CelUint) return value.value.toString(base)
  throw wrong(problem, value)
}

function hex(value: CelValue): string {
  const bytes = typeof value === 'string' ? new TextEncoder().encode(value) : value
  if (bytes instanceof Uint8Array) return bytesToHex(bytes)
  return inBase(value, 16, 'only integers, byte buffers, and strings can be formatted as hex')
}
