import { parseDuration } from '#go/duration.ts'

type IsFormat = (text: string) => boolean

const uuid = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/
const dateOnly = /^(\d{4})-(\d{2})-(\d{2})$/
const dateTime = /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}):(\d{2}):(\d{2})(?:\.\d+)?(?:[Zz]|[+-]\d{2}:\d{2})$/
const macAddress =
  /^[0-9a-f]{2}(?::[0-9a-f]{2}){5}$|^[0-9a-f]{2}(?:-[0-9a-f]{2}){5}$|^[0-9a-f]{4}(?:\.[0-9a-f]{4}){2}$/i
const hostname = /^[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/
const ipv4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/
const email = /^[^\s@<>"]{1,64}@[^\s@<>"]{1,255}$/
const hexColor = /^#?(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/

function isDate(text: string): boolean {
  const parts = dateOnly.exec(text)
  if (parts === null) return false
  const [year, month, day] = parts.slice(1).map(Number) as [number, number, number]
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

function isDateTime(text: string): boolean {
  const parts = dateTime.exec(text)
  if (parts === null || !isDate(parts[1] ?? '')) return false
  return Number(parts[2]) < 24 && Number(parts[3]) < 60 && Number(parts[4]) < 60
}

function isDuration(text: string): boolean {
  try {
    parseDuration(text)
    return true
  } catch (error) {
    if (error instanceof Error) return false
    throw error
  }
}

function isUri(text: string): boolean {
  return text.startsWith('/') || URL.canParse(text)
}

const isIpv6: IsFormat = (text) => text.includes(':') && URL.canParse(`http://[${text}]/`)

function isCidr(text: string): boolean {
  const [address = '', bits = '', ...more] = text.split('/')
  if (more.length > 0 || !/^\d{1,3}$/.test(bits)) return false
  return (ipv4.test(address) && Number(bits) <= 32) || (isIpv6(address) && Number(bits) <= 128)
}

const dashless = (text: string): string => text.replaceAll('-', '')
const isUuidOf =
  (version: string): IsFormat =>
  (text) =>
    uuid.test(text) && dashless(text)[12] === version && (version === '3' || /[89ab]/i.test(dashless(text)[16] ?? ''))

/** Formats that the reference checks; others are words for readers. */
const formats: ReadonlyMap<string, IsFormat> = new Map<string, IsFormat>([
  ['date', isDate],
  ['datetime', isDateTime],
  ['duration', isDuration],
  ['uuid', (text) => uuid.test(text)],
  ['uuid3', isUuidOf('3')],
  ['uuid4', isUuidOf('4')],
  ['uuid5', isUuidOf('5')],
  ['byte', (text) => base64.test(text)],
  ['mac', (text) => macAddress.test(text)],
  ['hostname', (text) => hostname.test(text) && text.length <= 253],
  ['ipv4', (text) => ipv4.test(text)],
  ['ipv6', isIpv6],
  ['cidr', isCidr],
  ['email', (text) => email.test(text)],
  ['uri', isUri],
  ['hexcolor', (text) => hexColor.test(text)],
  ['bsonobjectid', (text) => /^[0-9a-fA-F]{24}$/.test(text)],
])

/** Whether `text` is of a format; true for formats that nobody checks. Dashes in the name don't count. [CRD5] */
export const isOfFormat = (format: string, text: string): boolean => formats.get(dashless(format))?.(text) ?? true

/** Formats that the reference knows but leaves to clients. */
const named = new Set([
  'int32',
  'int64',
  'float',
  'double',
  'password',
  'isbn',
  'isbn10',
  'isbn13',
  'creditcard',
  'ssn',
  'rgbcolor',
  'k8sshortname',
  'k8slongname',
])

export const isKnownFormat = (format: string): boolean => formats.has(dashless(format)) || named.has(dashless(format))
