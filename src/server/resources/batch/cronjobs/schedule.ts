import { DurationError, parseDuration } from '#go/duration.ts'
import { locationProblem } from './time-zone.ts'

interface Bounds {
  readonly min: number
  readonly max: number
  readonly names?: readonly string[]
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const days = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

/** Bounds of minute, hour, day of month, month and day of week. */
const fields: readonly Bounds[] = [
  { min: 0, max: 59 },
  { min: 0, max: 23 },
  { min: 1, max: 31 },
  { min: 1, max: 12, names: months },
  { min: 0, max: 6, names: days },
]
const descriptors = new Set(['@yearly', '@annually', '@monthly', '@weekly', '@daily', '@midnight', '@hourly'])
const everyPrefix = '@every '

/** Returns the error of a cron schedule in the reference's words; `null` for a valid one. [CJ2] */
export function scheduleProblem(schedule: string): string | null {
  const isZoned = /^(?:TZ|CRON_TZ)=/.test(schedule)
  const zoneWrong = isZoned ? zoneProblem(schedule) : null
  if (zoneWrong !== null) return zoneWrong
  const spec = isZoned ? schedule.slice(schedule.indexOf(' ')).trim() : schedule
  if (spec.startsWith('@')) return descriptorProblem(spec)
  const words = spec.split(/\s+/).filter(Boolean)
  if (words.length !== fields.length) {
    return `expected exactly ${fields.length} fields, found ${words.length}: [${words.join(' ')}]`
  }
  for (const [at, bounds] of fields.entries()) {
    const problem = fieldProblem(words[at] ?? '', bounds)
    if (problem !== null) return problem
  }
  return null
}

/** The reference's parser panics on a time zone without a schedule; this is the text it then reports. */
function zoneProblem(schedule: string): string | null {
  const end = schedule.indexOf(' ')
  if (end < 0) return 'invalid schedule format: runtime error: slice bounds out of range [:-1]'
  const zone = schedule.slice(schedule.indexOf('=') + 1, end)
  const problem = locationProblem(zone)
  return problem === null ? null : `provided bad location ${zone}: ${problem}`
}

function descriptorProblem(spec: string): string | null {
  if (descriptors.has(spec)) return null
  if (!spec.startsWith(everyPrefix)) return `unrecognized descriptor: ${spec}`
  const text = spec.slice(everyPrefix.length)
  try {
    parseDuration(text)
    return null
  } catch (error) {
    if (error instanceof DurationError) return `failed to parse duration ${spec}: ${error.message}`
    throw error
  }
}

function fieldProblem(text: string, bounds: Bounds): string | null {
  for (const part of text.split(',').filter(Boolean)) {
    const problem = rangeProblem(part, bounds)
    if (problem !== null) return problem
  }
  return null
}

/** Parses `from-to/step`; `*` and `?` mean the full range. */
function rangeProblem(text: string, bounds: Bounds): string | null {
  const [range = '', step, ...moreSteps] = text.split('/')
  const wrong = endsProblem(range.split('-'), bounds, text)
  if (wrong !== null) return wrong
  if (moreSteps.length > 0) return `too many slashes: ${text}`
  const stepWrong = step === undefined ? null : numberProblem(step)
  if (stepWrong !== null) return stepWrong
  const found = endsOf(range.split('-'), bounds, step !== undefined)
  return orderProblem({ ...found, step: Number(step ?? 1) }, bounds, text)
}

const isAll = (text: string): boolean => text === '*' || text === '?'

function endsProblem([first = '', ...others]: readonly string[], bounds: Bounds, text: string): string | null {
  if (isAll(first)) return null
  const problem = parseProblem(first, bounds)
  if (problem !== null) return problem
  if (others.length > 1) return `too many hyphens: ${text}`
  return others[0] === undefined ? null : parseProblem(others[0], bounds)
}

/** A single number with a step starts a range up to the maximum. */
function endsOf(
  [first = '', second]: readonly string[],
  bounds: Bounds,
  stepped: boolean,
): { readonly start: number; readonly end: number } {
  if (isAll(first)) return { start: bounds.min, end: bounds.max }
  const start = toNumber(first, bounds)
  if (second !== undefined) return { start, end: toNumber(second, bounds) }
  return { start, end: stepped ? bounds.max : start }
}

function orderProblem(
  { start, end, step }: { readonly start: number; readonly end: number; readonly step: number },
  { min, max }: Bounds,
  text: string,
): string | null {
  if (start < min) return `beginning of range (${start}) below minimum (${min}): ${text}`
  if (end > max) return `end of range (${end}) above maximum (${max}): ${text}`
  if (start > end) return `beginning of range (${start}) beyond end of range (${end}): ${text}`
  return step === 0 ? `step of range should be a positive number: ${text}` : null
}

const nameIndex = (text: string, { names = [] }: Bounds): number => names.indexOf(text.toLowerCase())

const parseProblem = (text: string, bounds: Bounds): string | null =>
  nameIndex(text, bounds) >= 0 ? null : numberProblem(text)

function numberProblem(text: string): string | null {
  if (!/^[+-]?[0-9]+$/.test(text)) {
    return `failed to parse int from ${text}: strconv.Atoi: parsing ${JSON.stringify(text)}: invalid syntax`
  }
  const value = Number(text)
  if (!Number.isSafeInteger(value)) {
    return `failed to parse int from ${text}: strconv.Atoi: parsing ${JSON.stringify(text)}: value out of range`
  }
  return value < 0 ? `negative number (${value}) not allowed: ${text}` : null
}

/** Names of months count from one, names of days from zero. */
const toNumber = (text: string, bounds: Bounds): number => {
  const at = nameIndex(text, bounds)
  return at >= 0 ? at + bounds.min : Number(text)
}
