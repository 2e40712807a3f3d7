import { formatTime } from '#api/time.ts'

const fields = [
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [0, 6],
] as const
const names: readonly (readonly string[])[] = [
  [],
  [],
  [],
  ['', 'jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'],
  ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'],
]
const shorthands: ReadonlyMap<string, string> = new Map([
  ['@yearly', '0 0 1 1 *'],
  ['@annually', '0 0 1 1 *'],
  ['@monthly', '0 0 1 * *'],
  ['@weekly', '0 0 * * 0'],
  ['@daily', '0 0 * * *'],
  ['@midnight', '0 0 * * *'],
  ['@hourly', '0 * * * *'],
])

/** The times of a CronJob. */
export interface Schedule {
  /** The first time after a moment; `null` if there is none within five years. */
  next(afterMs: number): number | null
}

interface Moment {
  readonly parts: readonly number[]
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const horizonMs = 5 * 366 * 24 * hourMs

/** Parses a schedule of five fields, `@hourly` and the like, or `@every 5m`. Returns `null` for any other text. */
export function parseSchedule(text: string, timeZone: string): Schedule | null {
  const every = /^@every (?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?$/.exec(text)
  if (every !== null) {
    const [hours = 0, minutes = 0, seconds = 0] = every.slice(1).map((part) => Number(part ?? 0))
    const periodMs = Math.max(1000, (hours * 3600 + minutes * 60 + seconds) * 1000)
    return { next: (afterMs) => Math.floor(afterMs / 1000) * 1000 + periodMs }
  }
  const parts = (shorthands.get(text) ?? text).trim().split(/\s+/)
  const sets = parts.map((part, at) => parseField(part, at))
  if (sets.length !== 5 || sets.includes(null)) return null
  const matches = matcherOf(sets as ReadonlySet<number>[], parts)
  const read = readerOf(timeZone)
  return {
    next(afterMs) {
      let at = Math.floor(afterMs / minuteMs) * minuteMs + minuteMs
      for (const end = afterMs + horizonMs; at < end;) {
        const moment = read(at)
        const wrong = matches(moment)
        if (wrong === null) return at
        const [minute = 0] = moment.parts
        at += wrong === 'minute' ? minuteMs : hourMs - minute * minuteMs
      }
      return null
    },
  }
}

/** The field of the weekday, in which 7 is another number of Sunday. */
const weekdayField = 4

function parseField(text: string, at: number): Set<number> | null {
  const values = new Set<number>()
  for (const part of text.toLowerCase().split(',')) {
    const range = parseRange(part, at)
    if (range === null) return null
    const { first, last, step } = range
    for (let value = first; value <= last; value += step) values.add(at === weekdayField ? value % 7 : value)
  }
  return values
}

interface Range {
  readonly first: number
  readonly last: number
  readonly step: number
}

/** Parses `*`, `5`, `mon-fri` or `0-30/10`; `5/10` goes to the end of the field. */
function parseRange(text: string, at: number): Range | null {
  const found = /^(\*|\?|[a-z0-9]+)(?:-([a-z0-9]+))?(?:\/(\d+))?$/.exec(text)
  if (found === null) return null
  const [, from = '', to, every] = found
  const step = Number(every ?? 1)
  if (step === 0) return null
  const [least, most] = fields[at] ?? [0, 0]
  if (from === '*' || from === '?') return { first: least, last: most, step }
  const first = numberOf(from, at)
  const single = every === undefined ? first : most
  const last = to === undefined ? single : numberOf(to, at)
  return first === null || last === null ? null : { first, last, step }
}

/** A number or name of a field, if the field has it. */
function numberOf(text: string, at: number): number | null {
  const named = (names[at] ?? []).indexOf(text)
  if (named >= 0) return named
  const [least, most] = fields[at] ?? [0, 0]
  const largest = at === weekdayField ? most + 1 : most
  const value = /^\d+$/.test(text) ? Number(text) : -1
  return value < least || value > largest ? null : value
}

/** Returns the first part of a moment that the schedule excludes; `null` if none does. If both fields of days are restricted, one match is enough. */
function matcherOf(
  sets: readonly ReadonlySet<number>[],
  texts: readonly string[],
): (moment: Moment) => 'minute' | 'hour' | null {
  const has = (at: number, { parts }: Moment): boolean => sets[at]?.has(parts[at] ?? -1) ?? false
  const isOpen = (at: number): boolean => /^[*?]/.test(texts[at] ?? '')
  const fitsDay = (moment: Moment): boolean =>
    isOpen(2) || isOpen(4) ? has(2, moment) && has(4, moment) : has(2, moment) || has(4, moment)
  return (moment) => {
    if (!has(3, moment) || !fitsDay(moment) || !has(1, moment)) return 'hour'
    return has(0, moment) ? null : 'minute'
  }
}

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

function readerOf(timeZone: string): (atMs: number) => Moment {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: timeZone === '' ? 'UTC' : timeZone,
    hourCycle: 'h23',
    minute: 'numeric',
    hour: 'numeric',
    day: 'numeric',
    month: 'numeric',
    weekday: 'short',
  })
  return (atMs) => {
    const parts = new Map(format.formatToParts(atMs).map(({ type, value }) => [type, value]))
    const number = (type: Intl.DateTimeFormatPartTypes): number => Number(parts.get(type))
    const weekday = weekdays.indexOf(parts.get('weekday') ?? '')
    return { parts: [number('minute'), number('hour'), number('day'), number('month'), weekday] }
  }
}

/** A moment as text with the offset of a time zone then, `Z` for none, as RFC 3339 has it. No zone is UTC. */
export function formatTimeIn(timeZone: string, atMs: number): string {
  if (timeZone === '') return formatTime(atMs)
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }).formatToParts(atMs)
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign = '+', hours = '0', minutes = '0'] = /([+-])(\d+):(\d+)/.exec(name) ?? []
  const offsetMs = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -minuteMs : minuteMs)
  const local = formatTime(atMs + offsetMs)
  return offsetMs === 0 ? local : `${local.slice(0, -1)}${sign}${hours}:${minutes}`
}
