import { quoteBytes } from './quote-bytes.ts'

/** The text is no Go duration; the message is the reference's. */
export class DurationError extends Error {}

const units: ReadonlyMap<string, bigint> = new Map([
  ['ns', 1n],
  ['us', 1_000n],
  ['\u00b5s', 1_000n],
  ['\u03bcs', 1_000n],
  ['ms', 1_000_000n],
  ['s', 1_000_000_000n],
  ['m', 60_000_000_000n],
  ['h', 3_600_000_000_000n],
])
const NANOS_MAX = 2n ** 63n

/** Digits, a fraction, a unit: each optional, so that what is missing can be named. */
const part = /([0-9]*)(\.[0-9]*)?([^0-9.]*)/y

/**
 * Reads Go's `1h30m`, `1.5s`, `-2ms` to nanoseconds.
 * @throws DurationError with Go's text
 */
export function parseDuration(text: string): bigint {
  const isNegative = text.startsWith('-')
  const rest = isNegative || text.startsWith('+') ? text.slice(1) : text
  if (rest === '0') return 0n
  if (rest === '') throw invalidDuration(text)
  const total = sumParts(rest, text)
  if (total > NANOS_MAX || (!isNegative && total === NANOS_MAX)) throw invalidDuration(text)
  return isNegative ? -total : total
}

function sumParts(rest: string, text: string): bigint {
  let total = 0n
  for (part.lastIndex = 0; part.lastIndex < rest.length;) {
    const [whole = '', digits = '', fraction = '', unit = ''] = part.exec(rest) ?? []
    const hasDigits = digits !== '' || fraction.length > 1
    if (whole === '' || !hasDigits || digits.length > 20) throw invalidDuration(text)
    const scale = scaleOf(unit, text)
    total += BigInt(`0${digits}`) * scale + fractionOf(fraction.slice(1, 19), scale)
  }
  return total
}

const invalidDuration = (text: string): DurationError => new DurationError(`time: invalid duration ${quoteBytes(text)}`)

function scaleOf(unit: string, text: string): bigint {
  const scale = units.get(unit)
  if (scale !== undefined) return scale
  const what = unit === '' ? 'missing unit' : `unknown unit ${quoteBytes(unit)}`
  throw new DurationError(`time: ${what} in duration ${quoteBytes(text)}`)
}

const fractionOf = (digits: string, scale: bigint): bigint =>
  digits === '' ? 0n : (BigInt(digits) * scale) / 10n ** BigInt(digits.length)

/** Milliseconds, fractions cut off. @throws DurationError */
export const parseDurationMs = (text: string): number => Number(parseDuration(text) / 1_000_000n)

/** Go's canonical text of nanoseconds: `1h30m0s`, `1.5s`, `2ms`. */
export function formatDuration(nanos: bigint): string {
  if (nanos === 0n) return '0s'
  const sign = nanos < 0n ? '-' : ''
  const size = nanos < 0n ? -nanos : nanos
  if (size < 1_000n) return `${sign}${size}ns`
  if (size < 1_000_000n) return `${sign}${withFraction(size, 1_000n)}\u00b5s`
  if (size < 1_000_000_000n) return `${sign}${withFraction(size, 1_000_000n)}ms`
  const minutes = size / 60_000_000_000n
  const seconds = `${withFraction(size % 60_000_000_000n, 1_000_000_000n)}s`
  if (minutes === 0n) return sign + seconds
  return minutes < 60n ? `${sign}${minutes}m${seconds}` : `${sign}${minutes / 60n}h${minutes % 60n}m${seconds}`
}

function withFraction(nanos: bigint, unit: bigint): string {
  const width = unit.toString().length - 1
  const fraction = (nanos % unit).toString().padStart(width, '0').replace(/0+$/, '')
  return fraction === '' ? `${nanos / unit}` : `${nanos / unit}.${fraction}`
}

const pair = (first: number, firstUnit: string, second: number, secondUnit: string): string =>
  second === 0 ? `${first}${firstUnit}` : `${first}${firstUnit}${second}${secondUnit}`

/** An age in milliseconds with two or three significant figures, as the AGE column of tables shows it: `5m30s`, `2d4h`. */
export function humanDuration(ageMs: number): string {
  const seconds = Math.trunc(ageMs / 1000)
  if (seconds < -1) return '<invalid>'
  if (seconds < 120) return `${Math.max(0, seconds)}s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 10) return pair(minutes, 'm', seconds % 60, 's')
  if (minutes < 180) return `${minutes}m`
  const hours = Math.floor(minutes / 60)
  if (hours < 8) return pair(hours, 'h', minutes % 60, 'm')
  return hours < 48 ? `${hours}h` : daysText(hours)
}

function daysText(hours: number): string {
  const days = Math.floor(hours / 24)
  if (days < 8) return pair(days, 'd', hours % 24, 'h')
  if (days < 365 * 2) return `${days}d`
  const years = Math.floor(days / 365)
  return years < 8 ? pair(years, 'y', days % 365, 'd') : `${years}y`
}
