import { quoteGo, quoteGoBytes } from './quote.ts'

/** The error of an invalid URL or part of it. The message is that of Go's `net/url`. */
export class UrlError extends Error {}

/** The part of a URL that a text belongs to: each allows other characters unescaped. */
export type UrlPart = 'path' | 'user' | 'host' | 'zone' | 'query' | 'fragment'

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** Characters besides letters, digits and `-_.~` that each part allows unescaped. */
const unescapedIn: Readonly<Record<UrlPart, string>> = {
  path: '$&+,/:;=@',
  user: '$&+,;=',
  host: '!$&\'()*+,;=:[]<>"',
  zone: '!$&\'()*+,;=:[]<>"',
  query: '',
  fragment: '$&+,/:;=?@!()*',
}

const isUnreserved = (char: string): boolean => /^[A-Za-z0-9\-_.~]$/.test(char)

/** Reports whether the ASCII character `char` is written unescaped in `part`. */
export const isPlain = (char: string, part: UrlPart): boolean => isUnreserved(char) || unescapedIn[part].includes(char)

const PERCENT = 0x25

/**
 * Decodes percent escapes, and in a query `+` as a space.
 * @throws UrlError for an invalid escape, or a character that `part` does not allow
 */
export function unescapePart(text: string, part: UrlPart): Uint8Array<ArrayBuffer> {
  const bytes = encoder.encode(text)
  const out = new Uint8Array(bytes.length)
  let length = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    if (byte === PERCENT) {
      out[length++] = readEscape(bytes.subarray(at, at + 3), part)
      at += 2
    } else {
      checkCharacter(byte, part)
      out[length++] = byte === 0x2b && part === 'query' ? 0x20 : byte
    }
  }
  return out.slice(0, length)
}

function checkCharacter(byte: number, part: UrlPart): void {
  if ((part !== 'host' && part !== 'zone') || byte >= 0x80) return
  const char = String.fromCharCode(byte)
  if (!isPlain(char, part)) throw new UrlError(`invalid character ${quoteGo(char)} in host name`)
}

function readEscape(escape: Uint8Array, part: UrlPart): number {
  const bad = (): UrlError => new UrlError(`invalid URL escape ${quoteGoBytes(escape)}`)
  const digits = String.fromCharCode(...escape.subarray(1))
  if (!/^[0-9A-Fa-f]{2}$/.test(digits)) throw bad()
  const code = Number.parseInt(digits, 16)
  // A host may escape non-ASCII bytes, and the percent sign before a zone. A zone may also escape characters that a
  // host does not allow.
  if (code === PERCENT) return code
  if (part === 'host' && code < 0x80) throw bad()
  if (part === 'zone' && code !== 0x20 && (code >= 0x80 || !isPlain(String.fromCharCode(code), 'host'))) throw bad()
  return code
}

/** As {@link unescapePart}, but returns text; invalid UTF-8 becomes U+FFFD. @throws UrlError */
export const unescapeText = (text: string, part: UrlPart): string => decoder.decode(unescapePart(text, part))

/** Escapes characters that `part` does not allow. */
export function escapePart(bytes: Uint8Array, part: UrlPart): string {
  let text = ''
  for (const byte of bytes) {
    const char = String.fromCharCode(byte)
    if (byte < 0x80 && isPlain(char, part)) text += char
    else text += `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
  }
  return text
}
