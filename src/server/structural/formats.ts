import { RE2JS } from 're2js'
import { dns1123Label, dns1123Subdomain } from '#api/names.ts'
import { parseDuration } from '#go/duration.ts'
import { UrlError, parseRequestUri } from '#go/url.ts'
import { isCidr, isIpv4, isIpv6, isMac } from './address-formats.ts'
import { isCreditCard, isIsbn10, isIsbn13 } from './checked-numbers.ts'

type IsFormat = (text: string) => boolean

const matches =
  (pattern: RegExp): IsFormat =>
  (text) =>
    pattern.test(text)

const dateOnly = /^(\d{4})-(\d{2})-(\d{2})$/

function isDate(text: string): boolean {
  const parts = dateOnly.exec(text)
  if (parts === null) return false
  const [year, month, day] = parts.slice(1).map(Number) as [number, number, number]
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

/** For lower-case text; the character before the fraction may be any. */
const timeOnly = /^(\d{2}):(\d{2}):(\d{2})(?:.\d+)?(?:z|[+-]\d{2}:\d{2})$/

/** Reports whether text is an RFC 3339 date-time, with `T` and `Z` in either case. */
function isDateTime(text: string): boolean {
  const [date = '', time = ''] = text.toLowerCase().split('t')
  const parts = timeOnly.exec(time)
  return isDate(date) && parts !== null && Number(parts[1]) < 24 && Number(parts[2]) < 60 && Number(parts[3]) < 60
}

const durationPart = /\d+\s*([A-Za-zµ]+)/g
/** The names of each unit; text after the last, longest name is ignored: `seconds`, `weekly`. */
const durationUnits: readonly (readonly string[])[] = [
  ['ns', 'nano'],
  ['us', 'µs', 'micro'],
  ['ms', 'milli'],
  ['s', 'sec'],
  ['m', 'min'],
  ['h', 'hr', 'hour'],
  ['d', 'day'],
  ['w', 'wk', 'week'],
]

/** Reports whether text is a Go duration, or contains at least one number with a unit: `3 weeks`. */
function isDuration(text: string): boolean {
  try {
    parseDuration(text)
    return true
  } catch (error) {
    if (!(error instanceof Error)) throw error
  }
  return [...text.matchAll(durationPart)].some(([, word = '']) => isDurationUnit(word.toLowerCase()))
}

const isDurationUnit = (unit: string): boolean =>
  durationUnits.some((names) => names.includes(unit) || unit.startsWith(names.at(-1) ?? unit))

/** Reports whether text is an absolute path or an absolute URL, as in a request line. */
function isUri(text: string): boolean {
  try {
    parseRequestUri(text)
    return true
  } catch (error) {
    if (error instanceof UrlError) return false
    throw error
  }
}

const emailText = "[a-zA-Z0-9!#$%&'*+\\-/=?^_`{|}~\\x{A0}-\\x{D7FF}\\x{F900}-\\x{FDCF}\\x{FDF0}-\\x{FFEF}]+"
const wide = '\\x{A0}-\\x{D7FF}\\x{F900}-\\x{FDCF}\\x{FDF0}-\\x{FFEF}'
const blanks = '(?:(?:[ \\t]*\\r\\n)?[ \\t]+)?'
const quotedChar = `(?:[\\x01-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f!\\x23-\\x5b\\x5d-\\x7e${wide}]|\\\\[\\x01-\\x09\\x0b\\x0c\\x0d-\\x7f${wide}])`
const hostLabel = `(?:[a-zA-Z0-9${wide}]|[a-zA-Z0-9${wide}][a-zA-Z0-9\\-._~${wide}]*[a-zA-Z0-9${wide}])`
const topLabel = `(?:[a-zA-Z${wide}]|[a-zA-Z${wide}][a-zA-Z0-9\\-_~${wide}]*[a-zA-Z${wide}])`

/** Compiles a pattern when it is first needed, which takes up to 100 ms. RE2 matches in linear time, although parts overlap. */
function onDemand(pattern: string): (text: string) => boolean {
  let compiled: RE2JS | null = null
  return (text) => (compiled ??= RE2JS.compile(pattern)).matches(text)
}

const isEmail = onDemand(
  `^(?:${emailText}(?:\\.${emailText})*|"(?:${blanks}${quotedChar})*${blanks}")@(?:${hostLabel}\\.)+${topLabel}\\.?$`,
)

/**
 * Labels of letters, digits and symbols. The last of several labels has letters only; a single label may have a dash
 * only as its second character.
 */
const matchesHostname = onDemand(
  '^([a-zA-Z0-9\\p{S}\\p{L}]((-?[a-zA-Z0-9\\p{S}\\p{L}]{0,62})?)|([a-zA-Z0-9\\p{S}\\p{L}](([a-zA-Z0-9\\-\\p{S}\\p{L}]{0,61}[a-zA-Z0-9\\p{S}\\p{L}])?)(\\.)){1,}([a-zA-Z\\p{L}]){2,63})$',
)
const bytesOf = (text: string): number => new TextEncoder().encode(text).length
const isHostname: IsFormat = (text) =>
  bytesOf(text) <= 255 && matchesHostname(text) && text.split('.').every((label) => bytesOf(label) <= 63)

const hex = '[0-9a-f]'
/**
 * Returns a check for UUIDs. @param third pattern at the start of the third group @param fourth pattern at the start of
 * the fourth group
 */
const uuid = (third: string, fourth = hex): IsFormat =>
  matches(new RegExp(`^${hex}{8}-?${hex}{4}-?${third}${hex}{3}-?${fourth}${hex}{3}-?${hex}{12}$`, 'i'))

const colorPart = '\\s*(?:0|[1-9]\\d?|1\\d\\d?|2[0-4]\\d|25[0-5])\\s*'

/** Formats that are validated, by name without dashes. */
const formats: ReadonlyMap<string, IsFormat> = new Map<string, IsFormat>([
  ['bsonobjectid', matches(/^[0-9a-fA-F]{24}$/)],
  ['byte', matches(/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})$/)],
  ['cidr', isCidr],
  ['creditcard', isCreditCard],
  ['date', isDate],
  ['datetime', isDateTime],
  ['duration', isDuration],
  ['email', isEmail],
  ['hexcolor', matches(/^#?(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/)],
  ['hostname', isHostname],
  ['ipv4', isIpv4],
  ['ipv6', isIpv6],
  ['isbn', (text) => isIsbn10(text) || isIsbn13(text)],
  ['isbn10', isIsbn10],
  ['isbn13', isIsbn13],
  // The reference's words in every vocabulary: the name of a format is data.
  ['k8slongname', (text) => dns1123Subdomain(text).length === 0],
  ['k8sshortname', (text) => dns1123Label(text).length === 0],
  ['mac', isMac],
  ['password', () => true],
  ['rgbcolor', matches(new RegExp(`^rgb\\(${colorPart},${colorPart},${colorPart}\\)$`))],
  ['ssn', (text) => text.length === 11 && /^\d{3}[- ]?\d{2}[- ]?\d{4}$/.test(text)],
  ['uri', isUri],
  ['uuid', uuid(hex)],
  ['uuid3', uuid('3')],
  ['uuid4', uuid('4', '[89ab]')],
  ['uuid5', uuid('5', '[89ab]')],
])

const dashless = (text: string): string => text.replaceAll('-', '')

/** Reports whether a format is validated. Dashes in its name are ignored. */
export const isCheckedFormat = (format: string): boolean => formats.has(dashless(format))

/** Reports whether `text` matches a format; true for formats that are not validated. [CRD17] */
export const isOfFormat = (format: string, text: string): boolean => formats.get(dashless(format))?.(text) ?? true

/** Number formats: recognized, but not validated. */
const numberFormats = new Set(['int32', 'int64', 'float', 'double'])

export const isKnownFormat = (format: string): boolean => isCheckedFormat(format) || numberFormats.has(format)
