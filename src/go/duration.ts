import { quoteForTime } from './quote.ts'

/** The text is not a Go duration. The message is that of `time.ParseDuration`. */
export class DurationError extends Error {}

const unitNanos: ReadonlyMap<string, bigint> = new Map([
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

/** Digits, a fraction, a unit: each optional, so that the error can name the missing part. */
const part = /([0-9]*)(\.[0-9]*)?([^0-9.]*)/y

const invalidDuration = (text: string): DurationError =>
  new DurationError(`time: invalid duration ${quoteForTime(text)}`)

/**
 * Parses a duration like Go's `time.ParseDuration`: `1h30m`, `1.5s`, `-2ms`.
 * @returns nanoseconds
 * @throws DurationError
 */
export function parseDuration(text: string): bigint {
  const isNegative = text.startsWith('-')
  const rest = isNegative || text.startsWith('+') ? text.slice(1) : text
  if (rest === '0') return 0n
  if (rest === '') throw invalidDuration(text)
  let total = 0n
  for (part.lastIndex = 0; part.lastIndex < rest.length;) {
    total += readPart(part.exec(rest) ?? [], text)
    if (total > NANOS_MAX) throw invalidDuration(text)
  }
  if (!isNegative && total === NANOS_MAX) throw invalidDuration(text)
  return isNegative ? -total : total
}

/** Returns the nanoseconds of one part such as `1.5h`. */
function readPart([whole = '', digits = '', fraction = '', unit = '']: readonly string[], text: string): bigint {
  const hasDigits = digits !== '' || fraction.length > 1
  const count = BigInt(`0${digits}`)
  if (whole === '' || !hasDigits || count > NANOS_MAX) throw invalidDuration(text)
  const nanos = unitNanos.get(unit)
  if (nanos === undefined) {
    const what = unit === '' ? 'missing unit' : `unknown unit ${quoteForTime(unit)}`
    throw new DurationError(`time: ${what} in duration ${quoteForTime(text)}`)
  }
  return count * nanos + fractionNanos(fraction.slice(1), nanos)
}

/** Go keeps as many digits of a fraction as fit into 63 bits, and multiplies them as doubles. */
function fractionNanos(digits: string, nanos: bigint): bigint {
  let value = 0n
  let scale = 1
  for (const digit of digits) {
    const next = value * 10n + BigInt(digit)
    if (value > (NANOS_MAX - 1n) / 10n || next > NANOS_MAX) break
    value = next
    scale *= 10
  }
  return BigInt(Math.trunc(Number(value) * (Number(nanos) / scale)))
}

/** As {@link parseDuration}, in milliseconds; fractions are truncated. @throws DurationError */
export const parseDurationMs = (text: string): number => Number(parseDuration(text) / 1_000_000n)

/** Formats nanoseconds like Go's `Duration.String`: `1h30m0s`, `1.5s`, `2ms`. */
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
