/** The text is no standard base64; the message is Go's. */
export class Base64Error extends Error {}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const whole = /^[A-Za-z0-9+/]*={0,2}$/

/**
 * The canonical text of the same bytes: without line breaks, unused bits zero.
 * @throws Base64Error with the position that Go reports
 */
export function canonicalBase64(text: string): string {
  const joined = text.replace(/[\r\n]+/g, '')
  if (joined.length % 4 !== 0 || !whole.test(joined)) throw new Base64Error(badByteText(text))
  if (!joined.endsWith('=')) return joined
  const isDouble = joined.endsWith('==')
  const last = joined.length - (isDouble ? 3 : 2)
  const value = alphabet.indexOf(joined.charAt(last))
  if (value < 0) throw new Base64Error(badByteText(text))
  const kept = alphabet.charAt(value & (isDouble ? 0b110000 : 0b111100))
  return joined.slice(0, last) + kept + joined.slice(last + 1)
}

/** The canonical text of bytes. */
export function encodeBase64(bytes: readonly number[]): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 3) {
    const [a = 0, b = 0, c = 0] = bytes.slice(at, at + 3)
    const group = (a << 16) | (b << 8) | c
    const chars = [18, 12, 6, 0].map((shift) => alphabet.charAt((group >> shift) & 0b111111)).join('')
    const missing = Math.max(0, at + 3 - bytes.length)
    text += chars.slice(0, 4 - missing) + '='.repeat(missing)
  }
  return text
}

const badByteText = (text: string): string => `illegal base64 data at input byte ${findBadByte(text)}`

const isLineBreak = (char: string): boolean => char === '\r' || char === '\n'

function findBadByte(text: string): number {
  let inQuantum = 0
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at)
    if (isLineBreak(char)) continue
    if (char === '=') return badPadding(text, at, inQuantum)
    if (!alphabet.includes(char)) return at
    inQuantum = (inQuantum + 1) % 4
  }
  return text.length - inQuantum
}

/** `at` is the first padding character, after `inQuantum` characters of its group of four. */
function badPadding(text: string, at: number, inQuantum: number): number {
  if (inQuantum < 2) return at
  let next = skipLineBreaks(text, at + 1)
  if (inQuantum === 2) {
    if (next === text.length) return text.length
    if (text.charAt(next) !== '=') return next - 1
    next = skipLineBreaks(text, next + 1)
  }
  return next
}

function skipLineBreaks(text: string, from: number): number {
  let at = from
  while (at < text.length && isLineBreak(text.charAt(at))) at++
  return at
}
