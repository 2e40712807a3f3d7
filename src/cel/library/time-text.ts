import { DurationError, parseDuration as readDuration } from '#go/duration.ts'
import { CelTimestamp, type CelDuration } from '#cel/run/value.ts'
import { plainText } from '#go/double-text.ts'

const MILLION = 1_000_000
const shape = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:[.,](\d+))?(Z|[+-]\d{2}:\d{2})$/
const daysOfMonths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** Parses RFC 3339 as strictly as the reference does. */
export function parseTimestamp(text: string): CelTimestamp | undefined {
  const match = shape.exec(text)
  if (match === null) return undefined
  const part = (at: number): number => Number(match[at])
  const offset = zoneMinutes(match[8] ?? 'Z')
  const isClock = part(4) <= 23 && part(5) <= 59 && part(6) <= 59
  if (!isDate({ year: part(1), month: part(2), day: part(3) }) || !isClock || offset === undefined) return undefined
  const whole = new Date(0)
  whole.setUTCFullYear(part(1), part(2) - 1, part(3))
  whole.setUTCHours(part(4), part(5), part(6), 0)
  const fraction = (match[7] ?? '').slice(0, 9).padEnd(9, '0')
  return new CelTimestamp(BigInt(whole.getTime() / 1000) - BigInt(offset * 60), Number(fraction))
}

interface CalendarDay {
  readonly year: number
  readonly month: number
  readonly day: number
}

function isDate({ year, month, day }: CalendarDay): boolean {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  const days = (daysOfMonths[month - 1] ?? 0) + (month === 2 && isLeap ? 1 : 0)
  return day >= 1 && day <= days
}

/** Returns the offset from UTC in minutes of `+01:30`; undefined for an invalid offset. */
export function zoneMinutes(zone: string): number | undefined {
  if (zone === 'Z') return 0
  const hours = Number(zone.slice(1, 3))
  const minutes = Number(zone.slice(4, 6))
  if (hours > 24 || minutes > 60) return undefined
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes)
}

/** Prints RFC 3339 in UTC, without trailing zeros in the fraction. */
export function timestampText({ seconds, nanos }: CelTimestamp): string {
  const date = new Date(Number(seconds) * 1000).toISOString().slice(0, 19)
  const fraction = nanos === 0 ? '' : `.${String(nanos).padStart(9, '0').replace(/0+$/, '')}`
  return `${date}${fraction}Z`
}

/** Prints seconds with a fraction: `90s`, `0.5s`. */
export const durationText = ({ nanos }: CelDuration): string => {
  const second = BigInt(1000 * MILLION)
  const value = Number(nanos / second) + Number(nanos % second) / (1000 * MILLION)
  return `${plainText(value)}s`
}

/** Parses `1h30m` or `-1.5s` like Go's `time.ParseDuration`; returns nanoseconds. */
export function parseDuration(text: string): bigint | undefined {
  try {
    return readDuration(text)
  } catch (error) {
    if (error instanceof DurationError) return undefined
    throw error
  }
}
