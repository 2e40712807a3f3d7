import { quoteForTime } from '#go/quote.ts'

/** The text does not fit the layout of a time. The message is that of Go's `time.Parse`. */
export class TimeError extends Error {}

const TIME_LAYOUT = '2006-01-02T15:04:05Z07:00'
const MICRO_LAYOUT = '2006-01-02T15:04:05.000000Z07:00'

/** The parts of a time while it is parsed. */
interface Instant {
  readonly epochSeconds: number
  /** Nine digits. */
  readonly nanos: string
}

class Reader {
  private rest: string
  private readonly text: string
  private readonly layout: string

  constructor(text: string, layout: string) {
    this.text = text
    this.rest = text
    this.layout = layout
  }

  fail(element: string): TimeError {
    return new TimeError(
      `parsing time ${quoteForTime(this.text)} as ${quoteForTime(this.layout)}: cannot parse ${quoteForTime(this.rest)} as ${quoteForTime(element)}`,
    )
  }

  outOfRange(what: string): TimeError {
    return new TimeError(`parsing time ${quoteForTime(this.text)}: ${what} out of range`)
  }

  literal(text: string): void {
    if (!this.rest.startsWith(text)) throw this.fail(text)
    this.rest = this.rest.slice(text.length)
  }

  /** `pattern` must be anchored at the start. */
  take(pattern: RegExp): string | undefined {
    const found = pattern.exec(this.rest)?.[0]
    if (found !== undefined) this.rest = this.rest.slice(found.length)
    return found
  }

  number(pattern: RegExp, element: string): number {
    const digits = this.take(pattern)
    if (digits === undefined) throw this.fail(element)
    return Number(digits)
  }

  end(): void {
    if (this.rest !== '')
      throw new TimeError(`parsing time ${quoteForTime(this.text)}: extra text: ${quoteForTime(this.rest)}`)
  }
}

const twoDigits = /^[0-9]{2}/

function readInstant(text: string, layout: string): Instant {
  const reader = new Reader(text, layout)
  const date = readDate(reader)
  reader.literal('T')
  const clock = readClock(reader)
  const nanos = layout === MICRO_LAYOUT ? readMicros(reader) : (reader.take(/^[.,][0-9]+/) ?? '')
  const offset = readOffset(reader)
  reader.end()
  const dayStart = new Date(0)
  dayStart.setUTCFullYear(date.year, date.month - 1, date.day)
  if (date.day < 1 || dayStart.getUTCMonth() !== date.month - 1) throw reader.outOfRange('day')
  return {
    epochSeconds: dayStart.getTime() / 1000 + clock - offset,
    nanos: nanos.slice(1, 10).padEnd(9, '0'),
  }
}

function readDate(reader: Reader): { readonly year: number; readonly month: number; readonly day: number } {
  const year = reader.number(/^[0-9]{4}/, '2006')
  reader.literal('-')
  const month = reader.number(twoDigits, '01')
  if (month < 1 || month > 12) throw reader.outOfRange('month')
  reader.literal('-')
  return { year, month, day: reader.number(twoDigits, '02') }
}

/** Returns seconds since midnight. Only the hour may have a single digit, as in Go's layout. */
function readClock(reader: Reader): number {
  const hour = reader.number(/^[0-9]{1,2}/, '15')
  if (hour > 23) throw reader.outOfRange('hour')
  reader.literal(':')
  const minute = reader.number(twoDigits, '04')
  if (minute > 59) throw reader.outOfRange('minute')
  reader.literal(':')
  const second = reader.number(twoDigits, '05')
  if (second > 59) throw reader.outOfRange('second')
  return hour * 3600 + minute * 60 + second
}

function readMicros(reader: Reader): string {
  const digits = reader.take(/^[.,][0-9]{6}/)
  if (digits === undefined) throw reader.fail('.000000')
  return digits
}

/** Returns seconds east of UTC. */
function readOffset(reader: Reader): number {
  if (reader.take(/^Z/) !== undefined) return 0
  const zone = reader.take(/^[+-][0-9]{2}:[0-9]{2}/)
  if (zone === undefined) throw reader.fail('Z07:00')
  const hours = Number(zone.slice(1, 3))
  const minutes = Number(zone.slice(4))
  if (hours > 24) throw reader.outOfRange('time zone offset hour')
  if (minutes > 60) throw reader.outOfRange('time zone offset minute')
  return (zone.startsWith('-') ? -1 : 1) * (hours * 3600 + minutes * 60)
}

/** Formats milliseconds since the epoch as a Time, `2026-01-31T12:00:00Z`; fractions are truncated. */
export const formatTime = (epochMs: number): string => `${new Date(epochMs).toISOString().slice(0, 19)}Z`
/** Formats milliseconds since the epoch as a MicroTime, `2026-01-31T12:00:00.123000Z`. */
export const formatMicroTime = (epochMs: number): string => `${new Date(epochMs).toISOString().slice(0, 23)}000Z`

/** Parses a Time with any offset and fraction; returns milliseconds since the epoch. @throws TimeError */
export function parseTime(text: string): number {
  const { epochSeconds, nanos } = readInstant(text, TIME_LAYOUT)
  return epochSeconds * 1000 + Number(nanos.slice(0, 3))
}

/** Go's zero time represents an unset time. */
const ZERO_SECONDS = -62_135_596_800

/** Matches most canonical texts, which need no parsing. Days after the 28th are parsed. */
const canonicalTimePattern =
  /^[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1[0-9]|2[0-8])T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]Z$/

/** Returns a Time's text in UTC with whole seconds; `null` for Go's zero time. @throws TimeError */
export function canonicalTime(text: string): string | null {
  if (canonicalTimePattern.test(text) && !text.startsWith('0001')) return text
  const { epochSeconds } = readInstant(text, TIME_LAYOUT)
  return epochSeconds === ZERO_SECONDS ? null : formatTime(epochSeconds * 1000)
}

/** Returns a MicroTime's text in UTC with microseconds; `null` for Go's zero time. @throws TimeError */
export function canonicalMicroTime(text: string): string | null {
  const { epochSeconds, nanos } = readInstant(text, MICRO_LAYOUT)
  if (epochSeconds === ZERO_SECONDS && Number(nanos) === 0) return null
  return `${formatTime(epochSeconds * 1000).slice(0, -1)}.${nanos.slice(0, 6)}Z`
}
