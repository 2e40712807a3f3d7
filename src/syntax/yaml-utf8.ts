import { YamlError } from './yaml-errors.ts'

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const unprintable = /[^\t\n\r\x20-\x7e\x85\xa0-\ufffd\u{10000}-\u{10ffff}]/u

/**
 * Decodes the bytes of a YAML text: UTF-8, or UTF-16 with a byte order mark. [PY13]
 *
 * @throws YamlError with the message for the first character that is none
 */
export function decodeYaml(sent: Uint8Array): string {
  if (sent[0] === 0xff && sent[1] === 0xfe) return decodeUtf16(sent, 'utf-16le')
  if (sent[0] === 0xfe && sent[1] === 0xff) return decodeUtf16(sent, 'utf-16be')
  try {
    return strict.decode(sent)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
  }
  let at = 0
  for (;;) {
    const size = sizeOf(sent[at] ?? 0)
    const problem = problemAt(sent, at, size)
    if (problem !== '') {
      checkPrintable(strict.decode(sent.subarray(0, at)))
      throw new YamlError(`yaml: ${problem}`)
    }
    at += size
  }
}

/** Decodes UTF-16 after its byte order mark. @throws YamlError */
function decodeUtf16(sent: Uint8Array, encoding: 'utf-16le' | 'utf-16be'): string {
  const body = sent.subarray(2)
  const inUtf16 = new TextDecoder(encoding, { fatal: true, ignoreBOM: true })
  try {
    return inUtf16.decode(body)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
  }
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength)
  const unitAt = (at: number): number => view.getUint16(at, encoding === 'utf-16le')
  for (let at = 0; ; at += 2) {
    const problem = utf16Problem(unitAt, at, body.length)
    if (problem !== '') {
      checkPrintable(inUtf16.decode(body.subarray(0, at)))
      throw new YamlError(`yaml: ${problem}`)
    }
    if (isHigh(unitAt(at))) at += 2
  }
}

const isHigh = (unit: number): boolean => (unit & 0xfc00) === 0xd800
const isLow = (unit: number): boolean => (unit & 0xfc00) === 0xdc00

function utf16Problem(unitAt: (at: number) => number, at: number, end: number): string {
  if (at + 2 > end) return 'incomplete UTF-16 character'
  if (isLow(unitAt(at))) return 'unexpected low surrogate area'
  if (!isHigh(unitAt(at))) return ''
  if (at + 4 > end) return 'incomplete UTF-16 surrogate pair'
  return isLow(unitAt(at + 2)) ? '' : 'expected low surrogate area'
}

/** @throws YamlError */
export function checkPrintable(text: string): void {
  if (unprintable.test(text)) throw new YamlError('yaml: control characters are not allowed')
}

/** Returns the number of bytes of the character that a byte begins; 0 if it begins none. */
function sizeOf(first: number): number {
  if (first < 0x80) return 1
  if (first < 0xc0 || first >= 0xf8) return 0
  return first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
}

/** The smallest code point that needs so many bytes. */
const smallest = [0, 0, 0x80, 0x800, 0x10000]

function problemAt(sent: Uint8Array, at: number, size: number): string {
  if (size === 0) return 'invalid leading UTF-8 octet'
  if (at + size > sent.length) return 'incomplete UTF-8 octet sequence'
  let value = (sent[at] ?? 0) & (size === 1 ? 0x7f : 0xff >> (size + 1))
  for (const byte of sent.subarray(at + 1, at + size)) {
    if ((byte & 0xc0) !== 0x80) return 'invalid trailing UTF-8 octet'
    value = (value << 6) | (byte & 0x3f)
  }
  if (value < (smallest[size] ?? 0)) return 'invalid length of a UTF-8 sequence'
  return (value >= 0xd800 && value <= 0xdfff) || value > 0x10ffff ? 'invalid Unicode character' : ''
}
