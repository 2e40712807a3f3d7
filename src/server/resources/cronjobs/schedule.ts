interface Bounds {
  readonly min: number
  readonly max: number
  readonly names?: readonly string[]
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const days = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

/** Minute, hour, day of month, month, day of week. */
const fields: readonly Bounds[] = [
  { min: 0, max: 59 },
  { min: 0, max: 23 },
  { min: 1, max: 31 },
  { min: 1, max: 12, names: months },
  { min: 0, max: 6, names: days },
]
const descriptors = new Set(['@yearly', '@annually', '@monthly', '@weekly', '@daily', '@midnight', '@hourly'])
const everyPrefix = '@every '

/** What is wrong with a cron schedule, in the reference's words; `null` for a good one. [CJ2] */
export function scheduleProblem(schedule: string): string | null {
  const zone = /^(?:TZ|CRON_TZ)=/.test(schedule)
  if (zone && !schedule.includes(' ')) return 'invalid schedule format: missing schedule after the time zone'
  const spec = zone ? schedule.slice(schedule.indexOf(' ')).trim() : schedule
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

function descriptorProblem(spec: string): string | null {
  if (descriptors.has(spec)) return null
  if (!spec.startsWith(everyPrefix)) return `unrecognized descriptor: ${spec}`
  const text = spec.slice(everyPrefix.length)
  if (/^[+-]?(?:0|(?:(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:ns|us|µs|ms|s|m|h))+)$/.test(text)) return null
  return `failed to parse duration ${spec}: time: invalid duration ${JSON.stringify(text)}`
}

function fieldProblem(text: string, bounds: Bounds): string | null {
  for (const part of text.split(',').filter(Boolean)) {
    const problem = rangeProblem(part, bounds)
    if (problem !== null) return problem
  }
  return null
}

/** `from-to/step`; `*` and `?` stand for all. */
function rangeProblem(text: string, bounds: Bounds): string | null {
  const [range = '', stepText, ...moreSteps] = text.split('/')
  const ends = range.split('-')
  const [first = '', second] = ends
  const all = first === '*' || first === '?'
  if (!all && ends.length > 2) return parseProblem(first, bounds) ?? `too many hyphens: ${text}`
  const wrong = all
    ? null
    : (parseProblem(first, bounds) ?? (second === undefined ? null : parseProblem(second, bounds)))
  if (wrong !== null) return wrong
  if (moreSteps.length > 0) return `too many slashes: ${text}`
  if (stepText !== undefined) {
    const problem = numberProblem(stepText)
    if (problem !== null) return problem
  }
  const start = all ? bounds.min : toNumber(first, bounds)
  const single = ends.length === 1
  const end = all || (single && stepText !== undefined) ? bounds.max : single ? start : toNumber(second ?? '', bounds)
  return orderProblem({ start, end, step: stepText === undefined ? 1 : Number(stepText) }, bounds, text)
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

/** Months count from one, days from zero. */
const toNumber = (text: string, bounds: Bounds): number => {
  const at = nameIndex(text, bounds)
  return at >= 0 ? at + bounds.min : Number(text)
}
