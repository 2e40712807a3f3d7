import { quoteGo } from './quote.ts'

/** An IP address. */
export interface IpAddress {
  /** 4 or 16. */
  readonly bytes: readonly number[]
  /** `eth0` of `fe80::1%eth0`; `''` for none. */
  readonly zone: string
}

/** The text is no IP address. The message is that of Go's `netip.ParseAddr`. */
export class AddressError extends Error {}

const BYTES = 16

/** Parses an address like Go's `netip.ParseAddr`. @throws AddressError */
export function parseAddress(text: string): IpAddress {
  const kind = /[.:%]/.exec(text)?.[0]
  if (kind === '.') return { bytes: parseFour(text, text), zone: '' }
  if (kind === ':') return parseSix(text)
  throw fail(text, kind === '%' ? 'missing IPv6 address' : 'unable to parse IP')
}

const fail = (text: string, why: string, at = ''): AddressError =>
  new AddressError(`ParseAddr(${quoteGo(text)}): ${why}${at === '' ? '' : ` (at ${quoteGo(at)})`}`)

/** `part` is at the end of `whole`, which the error names. */
function parseFour(part: string, whole: string): readonly number[] {
  const fields: number[] = []
  let field = ''
  for (let at = 0; at < part.length; at++) {
    const char = part.charAt(at)
    if (char === '.') {
      if (field === '' || at === part.length - 1)
        throw fail(whole, 'IPv4 field must have at least one digit', part.slice(at))
      if (fields.length === 3) throw fail(whole, 'IPv4 address too long')
      fields.push(Number(field))
      field = ''
    } else {
      if (!/[0-9]/.test(char)) throw fail(whole, 'unexpected character', part.slice(at))
      if (field === '0') throw fail(whole, 'IPv4 field has octet with leading zero')
      field += char
      if (Number(field) > 255) throw fail(whole, 'IPv4 field has value >255')
    }
  }
  if (fields.length < 3) throw fail(whole, 'IPv4 address too short')
  return [...fields, Number(field)]
}

/** The state of {@link parseGroups}. */
interface Reading {
  readonly text: string
  readonly bytes: number[]
  rest: string
  /** Number of bytes before `::`; -1 without it. */
  gap: number
}

function parseSix(text: string): IpAddress {
  const percent = text.indexOf('%')
  if (percent < 0) return { bytes: parseGroups(text, text), zone: '' }
  const zone = text.slice(percent + 1)
  if (zone === '') throw fail(text, 'zone must be a non-empty string')
  return { bytes: parseGroups(text.slice(0, percent), text), zone }
}

/** `part` is `text` without its zone. */
function parseGroups(part: string, text: string): readonly number[] {
  const isOpen = part.startsWith('::')
  const reading: Reading = { text, bytes: [], rest: isOpen ? part.slice(2) : part, gap: isOpen ? 0 : -1 }
  const { bytes } = reading
  while (reading.rest !== '' && bytes.length < BYTES) readGroup(reading)
  if (reading.rest !== '') throw fail(text, 'trailing garbage after address', reading.rest)
  const { gap } = reading
  if (bytes.length === BYTES && gap >= 0) throw fail(text, 'the :: must expand to at least one field of zeros')
  if (bytes.length < BYTES && gap < 0) throw fail(text, 'address string too short')
  const zeros = Array<number>(BYTES - bytes.length).fill(0)
  return gap < 0 ? bytes : [...bytes.slice(0, gap), ...zeros, ...bytes.slice(gap)]
}

/** Reads one group of hexadecimal digits with the colon after it, or an IPv4 address at the end. */
function readGroup(reading: Reading): void {
  const { text, bytes, rest } = reading
  const digits = /^[0-9a-fA-F]*/.exec(rest)?.[0] ?? ''
  if (digits.length > 4) throw fail(text, 'each group must have 4 or less digits', rest)
  if (digits === '') throw fail(text, 'each colon-separated field must have at least one digit', rest)
  if (rest.charAt(digits.length) === '.') return readEmbedded(reading)
  const value = Number.parseInt(digits, 16)
  bytes.push(value >> 8, value & 0xff)
  reading.rest = rest.slice(digits.length)
  if (reading.rest === '') return
  if (!reading.rest.startsWith(':')) throw fail(text, 'unexpected character, want colon', reading.rest)
  if (reading.rest === ':') throw fail(text, 'colon must be followed by more characters', reading.rest)
  reading.rest = reading.rest.slice(1)
  if (!reading.rest.startsWith(':')) return
  if (reading.gap >= 0) throw fail(text, 'multiple :: in address', reading.rest)
  reading.gap = bytes.length
  reading.rest = reading.rest.slice(1)
}

function readEmbedded(reading: Reading): void {
  const { text, bytes, rest, gap } = reading
  if (gap < 0 && bytes.length !== 12)
    throw fail(text, 'embedded IPv4 address must replace the final 2 fields of the address', rest)
  if (bytes.length + 4 > BYTES)
    throw fail(text, 'too many hex fields to fit an embedded IPv4 at the end of the address', rest)
  bytes.push(...parseFour(rest, text))
  reading.rest = ''
}

/** Reports whether an IPv6 address is an IPv4-mapped one: `::ffff:1.2.3.4`. */
export const isMapped = ({ bytes }: Pick<IpAddress, 'bytes'>): boolean =>
  bytes.length === BYTES && bytes.slice(0, 10).every((b) => b === 0) && bytes[10] === 0xff && bytes[11] === 0xff

/** Returns the canonical text: groups without leading zeros, the longest run of zero groups as `::`. */
export function addressText({ bytes, zone = '' }: Pick<IpAddress, 'bytes'> & { readonly zone?: string }): string {
  if (bytes.length === 4) return bytes.join('.')
  const end = zone === '' ? '' : `%${zone}`
  if (isMapped({ bytes })) return `::ffff:${bytes.slice(12).join('.')}${end}`
  const groups = Array.from({ length: 8 }, (_, i) => ((bytes[i * 2] ?? 0) << 8) | (bytes[i * 2 + 1] ?? 0))
  const { from, to } = longestZeros(groups)
  const text = (part: readonly number[]): string => part.map((group) => group.toString(16)).join(':')
  return (to - from < 2 ? text(groups) : `${text(groups.slice(0, from))}::${text(groups.slice(to))}`) + end
}

function longestZeros(groups: readonly number[]): { readonly from: number; readonly to: number } {
  let best = { from: 0, to: 0 }
  for (let from = 0; from < groups.length; from++) {
    let to = from
    while (groups[to] === 0) to++
    if (to - from > best.to - best.from) best = { from, to }
  }
  return best
}
