/** The text is not base64. The message is that of Go's `encoding/base64`, with the position of the byte. */
export class Base64Error extends Error {}

/** `standard` and `url` are padded, the raw ones are not. Names as in Go's `encoding/base64`. */
export type Base64Encoding = 'standard' | 'url' | 'raw-standard' | 'raw-url'

const common = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const standard = `${common}+/`
const url = `${common}-_`

const valuesOf = (alphabet: string): ReadonlyMap<string, number> =>
  new Map(Array.from(alphabet, (char, value) => [char, value]))
const standardValues = valuesOf(standard)
const urlValues = valuesOf(url)

const isUrl = (encoding: Base64Encoding): boolean => encoding === 'url' || encoding === 'raw-url'
const isPadded = (encoding: Base64Encoding): boolean => encoding === 'standard' || encoding === 'url'

const wholeGroups = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/**
 * Decodes base64 like Go: line breaks are skipped, unused bits of the last character are ignored.
 * @throws Base64Error `illegal base64 data at input byte 3`
 */
export function decodeBase64(text: string, encoding: Base64Encoding = 'standard'): Uint8Array<ArrayBuffer> {
  if (encoding === 'standard' && wholeGroups.test(text)) return fromBinary(atob(text))
  const digits = readDigits(text, encoding)
  const bytes = new Uint8Array(Math.floor((digits.length * 3) / 4))
  for (let at = 0; at < bytes.length; at++) {
    // Byte `at` begins in digit `first`, after its upper `shift` bits.
    const first = Math.floor((at * 4) / 3)
    const shift = (at % 3) * 2 + 2
    bytes[at] = ((digits[first] ?? 0) << shift) | ((digits[first + 1] ?? 0) >> (6 - shift))
  }
  return bytes
}

function fromBinary(binary: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(binary.length)
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at)
  return bytes
}

const badByte = (at: number): Base64Error => new Base64Error(`illegal base64 data at input byte ${at}`)
const isLineBreak = (char: string): boolean => char === '\r' || char === '\n'

/** Returns six bits for each character before the padding. */
function readDigits(text: string, encoding: Base64Encoding): readonly number[] {
  const values = isUrl(encoding) ? urlValues : standardValues
  const digits: number[] = []
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at)
    if (isLineBreak(char)) continue
    const value = values.get(char)
    if (value !== undefined) digits.push(value)
    else if (char !== '=' || !isPadded(encoding)) throw badByte(at)
    else {
      checkPadding(text, at, digits.length % 4)
      return digits
    }
  }
  const inGroup = digits.length % 4
  if (inGroup === 1 || (inGroup > 0 && isPadded(encoding))) throw badByte(text.length - inGroup)
  return digits
}

/** `at` is the first padding character, after `inGroup` characters of its group of four. */
function checkPadding(text: string, at: number, inGroup: number): void {
  if (inGroup < 2) throw badByte(at)
  let next = skipLineBreaks(text, at + 1)
  if (inGroup === 2) {
    if (next === text.length) throw badByte(text.length)
    if (text.charAt(next) !== '=') throw badByte(next - 1)
    next = skipLineBreaks(text, next + 1)
  }
  if (next < text.length) throw badByte(next)
}

function skipLineBreaks(text: string, from: number): number {
  let at = from
  while (at < text.length && isLineBreak(text.charAt(at))) at++
  return at
}

/** Bytes per call of `fromCharCode`: the number of arguments is limited. */
const CHUNK = 8192

/** Encodes bytes as base64. */
export function encodeBase64(bytes: Uint8Array, encoding: Base64Encoding = 'standard'): string {
  let binary = ''
  for (let at = 0; at < bytes.length; at += CHUNK) binary += String.fromCharCode(...bytes.subarray(at, at + CHUNK))
  const padded = btoa(binary)
  const text = isPadded(encoding) ? padded : padded.replace(/=+$/, '')
  return isUrl(encoding) ? text.replaceAll('+', '-').replaceAll('/', '_') : text
}

/** Returns the canonical text of the same bytes: no line breaks, unused bits zero. @throws Base64Error */
export function canonicalBase64(text: string): string {
  if (wholeGroups.test(text) && !text.endsWith('=')) return text
  return encodeBase64(decodeBase64(text))
}

/** Returns the number of bytes of a canonical base64 text. */
export function decodedLength(canonical: string): number {
  const padding = canonical.endsWith('==') ? 2 : canonical.endsWith('=') ? 1 : 0
  return (canonical.length / 4) * 3 - padding
}
