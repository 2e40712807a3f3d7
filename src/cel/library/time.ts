import { CelDuration, CelFailure, CelTimestamp, type CelOutcome, type CelValue } from '#cel/run/value.ts'
import { fn, noSuchOverload, overload, text, type CelFunction, type Library, type Overload } from './declare.ts'

/** Reads a component of a time; `clock` is a UTC date whose fields hold the local time of the zone. */
type Read = (clock: Date, time: CelTimestamp) => number

/** The platform returns the offset of a named zone; formatters are cached because creating one is slow. */
const formatters = new Map<string, Intl.DateTimeFormat>()
const FORMATTERS_MAX = 64

function inZone(time: CelTimestamp, zone: string): Date | CelFailure {
  const millis = Number(time.seconds) * 1000
  const fixed = /^([+-]?)(\d{2}):(\d{2})$/.exec(zone)
  if (fixed !== null) {
    const [, sign = '', hours = '0', minutes = '0'] = fixed
    return new Date(millis + (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000)
  }
  if (zone.includes(':')) return new CelFailure(`unknown time zone ${zone}`)
  if (zone === '' || zone === 'UTC') return new Date(millis)
  const formatter = formatterOf(zone)
  return formatter === null ? new CelFailure(`unknown time zone ${zone}`) : wallClock(formatter, millis)
}

function formatterOf(zone: string): Intl.DateTimeFormat | null {
  const known = formatters.get(zone)
  if (known !== undefined) return known
  try {
    const made = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      era: 'short',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    if (formatters.size >= FORMATTERS_MAX) formatters.clear()
    formatters.set(zone, made)
    return made
  } catch {
    return null
  }
}

function wallClock(formatter: Intl.DateTimeFormat, millis: number): Date {
  const parts = new Map(formatter.formatToParts(new Date(millis)).map(({ type, value }) => [type, value]))
  const number = (type: Intl.DateTimeFormatPartTypes): number => Number(parts.get(type))
  const clock = new Date(0)
  clock.setUTCFullYear(
    parts.get('era') === 'BC' ? 1 - number('year') : number('year'),
    number('month') - 1,
    number('day'),
  )
  clock.setUTCHours(number('hour'), number('minute'), number('second'))
  return clock
}

function readClock(time: CelValue | undefined, zone: string, read: Read): CelOutcome {
  if (!(time instanceof CelTimestamp)) return noSuchOverload
  const clock = inZone(time, zone)
  return clock instanceof CelFailure ? clock : BigInt(read(clock, time))
}

const DAY = 86_400_000
const dayOfYear: Read = (clock) =>
  Math.floor((Date.UTC(clock.getUTCFullYear(), clock.getUTCMonth(), clock.getUTCDate()) - startOfYear(clock)) / DAY)
const startOfYear = (clock: Date): number => Date.UTC(clock.getUTCFullYear(), 0, 1)

const getter = (name: string, word: string, read: Read, ...more: readonly Overload[]): CelFunction =>
  fn(
    name,
    overload(`timestamp_to_${word}`, 'timestamp.() int', (time) => readClock(time, 'UTC', read)),
    overload(`timestamp_to_${word}_with_tz`, 'timestamp.(string) int', (time, zone) =>
      readClock(time, text(zone), read),
    ),
    ...more,
  )

const ofDuration = (word: string, unit: bigint): Overload =>
  overload(`duration_to_${word}`, 'duration.() int', (value) =>
    value instanceof CelDuration ? value.nanos / unit : noSuchOverload,
  )

const millisOf = overload('duration_to_milliseconds', 'duration.() int', (value) =>
  value instanceof CelDuration ? value.nanos / 1_000_000n : noSuchOverload,
)

/** Accessors of timestamps and durations. */
export const timeLibrary: Library = [
  getter('getFullYear', 'year', (clock) => clock.getUTCFullYear()),
  getter('getMonth', 'month', (clock) => clock.getUTCMonth()),
  getter('getDayOfYear', 'day_of_year', dayOfYear),
  getter('getDayOfMonth', 'day_of_month', (clock) => clock.getUTCDate() - 1),
  getter('getDate', 'day_of_month_1_based', (clock) => clock.getUTCDate()),
  getter('getDayOfWeek', 'day_of_week', (clock) => clock.getUTCDay()),
  getter('getHours', 'hours', (clock) => clock.getUTCHours(), ofDuration('hours', 3_600_000_000_000n)),
  getter('getMinutes', 'minutes', (clock) => clock.getUTCMinutes(), ofDuration('minutes', 60_000_000_000n)),
  getter('getSeconds', 'seconds', (clock) => clock.getUTCSeconds(), ofDuration('seconds', 1_000_000_000n)),
  getter('getMilliseconds', 'milliseconds', (_, time) => Math.trunc(time.nanos / 1_000_000), millisOf),
]
