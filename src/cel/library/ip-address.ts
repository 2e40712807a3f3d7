import { quoteGo } from '#api/field-error.ts'

/** An address of 4 or 16 bytes; `text` is its canonical form. */
export interface IpAddress {
  readonly bytes: readonly number[]
}

/** What Go's `netip.ParseAddr` says of a text that is no address. */
export class AddressError extends Error {}

const fail = (text: string, why: string, at = ''): AddressError =>
  new AddressError(`ParseAddr(${quoteGo(text)}): ${why}${at === '' ? '' : ` (at ${quoteGo(at)})`}`)

/** @throws AddressError */
export function parseAddress(text: string): IpAddress {
  for (const character of text) {
    if (character === '.') return { bytes: parseFour(text, text) }
    if (character === ':') return parseSix(text)
    if (character === '%') throw fail(text, 'missing IPv6 address')
  }
  throw fail(text, 'unable to parse IP')
}

function parseFour(part: string, whole: string): readonly number[] {
  const fields = part.split('.')
  const bytes = fields.map((field) => {
    if (/[^0-9]/.test(field)) throw fail(whole, 'unexpected character', part.slice(part.search(/[^0-9.]/)))
    if (field === '') throw fail(whole, 'IPv4 field must have at least one digit', part.slice(part.indexOf('..') + 1))
    if (field.length > 1 && field.startsWith('0')) throw fail(whole, 'IPv4 field has octet with leading zero')
    if (Number(field) > 255) throw fail(whole, 'IPv4 field has value >255')
    return Number(field)
  })
  if (bytes.length < 4) throw fail(whole, 'IPv4 address too short')
  if (bytes.length > 4) throw fail(whole, 'IPv4 address too long')
  return bytes
}

function parseSix(text: string): IpAddress {
  if (text.includes('%')) {
    if (text.endsWith('%')) throw fail(text, 'zone must be a non-empty string')
    parseSix(text.slice(0, text.indexOf('%')))
    throw new ZoneError(text)
  }
  const halves = text.split('::')
  if (halves.length > 2) throw fail(text, 'multiple :: in address', `:${text.slice(text.lastIndexOf('::') + 1)}`)
  const [head = '', tail] = halves
  const before = groupsOf(head, text)
  const after = tail === undefined ? [] : groupsOf(tail, text)
  const missing = 16 - before.length - after.length
  if (tail === undefined && missing > 0) throw fail(text, 'address string too short')
  if (missing < 0 || (tail !== undefined && missing < 2)) throw fail(text, 'trailing garbage after address')
  return { bytes: [...before, ...Array<number>(missing).fill(0), ...after] }
}

/** An address with a zone, which the reference reads and then refuses. */
export class ZoneError extends Error {}

function groupsOf(half: string, whole: string): readonly number[] {
  if (half === '') return []
  const groups = half.split(':')
  return groups.flatMap((group, i) => {
    if (i === groups.length - 1 && group.includes('.')) return parseFour(group, whole)
    if (group === '') throw fail(whole, 'each colon-separated field must have at least one digit', half)
    if (!/^[0-9a-fA-F]+$/.test(group)) throw fail(whole, 'unexpected character', group)
    if (group.length > 4) throw fail(whole, 'each group must have 4 or fewer digits', group)
    const value = parseInt(group, 16)
    return [value >> 8, value & 0xff]
  })
}

/** The shortest text: groups without leading zeros, the longest run of zero groups as `::`. */
export function addressText({ bytes }: IpAddress): string {
  if (bytes.length === 4) return bytes.join('.')
  const groups = Array.from({ length: 8 }, (_, i) => ((bytes[i * 2] ?? 0) << 8) | (bytes[i * 2 + 1] ?? 0))
  if (isMapped({ bytes })) return `::ffff:${bytes.slice(12).join('.')}`
  const { from, to } = longestZeros(groups)
  const text = (part: readonly number[]): string => part.map((group) => group.toString(16)).join(':')
  return to - from < 2 ? text(groups) : `${text(groups.slice(0, from))}::${text(groups.slice(to))}`
}

/** An IPv4 address inside of an IPv6 one. */
export const isMapped = ({ bytes }: IpAddress): boolean =>
  bytes.length === 16 && bytes.slice(0, 10).every((b) => b === 0) && bytes[10] === 0xff && bytes[11] === 0xff

function longestZeros(groups: readonly number[]): { readonly from: number; readonly to: number } {
  let best = { from: 0, to: 0 }
  for (let from = 0; from < groups.length; from++) {
    let to = from
    while (groups[to] === 0) to++
    if (to - from > best.to - best.from) best = { from, to }
  }
  return best
}

/** Whether the first `bits` of both are the same; addresses of different families share nothing. */
export function sharesPrefix(a: IpAddress, b: IpAddress, bits: number): boolean {
  if (a.bytes.length !== b.bytes.length) return false
  return a.bytes.every((byte, i) => {
    const mask = maskOf(bits - i * 8)
    return (byte & mask) === ((b.bytes[i] ?? 0) & mask)
  })
}

/** The address with all bits after the first `bits` zero. */
export const maskAddress = ({ bytes }: IpAddress, bits: number): IpAddress => ({
  bytes: bytes.map((byte, i) => byte & maskOf(bits - i * 8)),
})

const maskOf = (bits: number): number => (bits >= 8 ? 0xff : bits <= 0 ? 0 : (0xff << (8 - bits)) & 0xff)
