/** Escapes of characters that have one of their own in a double-quoted text of Go or CEL. */
export const escapes: ReadonlyMap<string, string> = new Map([
  ['"', '\\"'],
  ['\\', '\\\\'],
  ['\u0007', '\\a'],
  ['\b', '\\b'],
  ['\f', '\\f'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
  ['\v', '\\v'],
])

/** Most texts need no escapes. */
const plain = /^[ !#-[\]-~]*$/

const hex = (code: number, digits: number): string => code.toString(16).padStart(digits, '0')
const encoder = new TextEncoder()

/**
 * Letters, marks, numbers, punctuation and symbols are printed; of all spaces only U+0020 is. Go 1.24 uses Unicode
 * 15; characters added later are printed according to this JavaScript engine's version.
 */
const printable = /[\p{L}\p{M}\p{N}\p{P}\p{S}]/u

function quoteRune(char: string): string {
  const name = escapes.get(char)
  if (name !== undefined) return name
  const code = char.codePointAt(0) ?? 0
  if (code < 0x20 || code === 0x7f) return `\\x${hex(code, 2)}`
  if (code < 0x7f || printable.test(char)) return char
  return code > 0xffff ? `\\U${hex(code, 8)}` : `\\u${hex(code, 4)}`
}

/**
 * Quotes a string like Go's `strconv.Quote` and `%q`: `quoteGo('a
 * ')` is `"a
 * "` in double quotes, with the line break escaped.
 */
export function quoteGo(text: string): string {
  if (plain.test(text)) return `"${text}"`
  let quoted = '"'
  for (const char of text) quoted += quoteRune(char)
  return `${quoted}"`
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Returns the length of the UTF-8 sequence at `at`; 0 if the bytes are not valid UTF-8. */
function runeLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0
  const length = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
  try {
    utf8.decode(bytes.subarray(at, at + length))
    return length
  } catch {
    return 0
  }
}

/** As {@link quoteGo} for bytes: invalid UTF-8 is printed as `\xff`. */
export function quoteGoBytes(bytes: Uint8Array): string {
  let quoted = '"'
  for (let at = 0; at < bytes.length;) {
    const length = runeLength(bytes, at)
    if (length === 0) quoted += `\\x${hex(bytes[at] ?? 0, 2)}`
    else quoted += quoteRune(utf8.decode(bytes.subarray(at, at + length)))
    at += Math.max(1, length)
  }
  return `${quoted}"`
}

/**
 * Quotes a byte in single quotes like `encoding/json` in its errors: `'x'`, `'\''`, `'"'`, `'
 * '`.
 */
export function quoteJsonByte(byte: number): string {
  const char = String.fromCharCode(byte)
  if (char === "'") return `'\\''`
  return char === '"' ? `'"'` : `'${quoteRune(char)}'`
}

/** Quotes a string like Go's package `time` in its errors: non-ASCII bytes and control characters as `\xe9`. */
export function quoteForTime(text: string): string {
  let quoted = '"'
  for (const char of text) {
    if (char === '"' || char === '\\') quoted += `\\${char}`
    else if (char >= ' ' && char < '\u0080') quoted += char
    else for (const byte of encoder.encode(char)) quoted += `\\x${hex(byte, 2)}`
  }
  return `${quoted}"`
}
