/*
 * Finds members in JSON bytes without parsing them. For bytes that are known to be valid JSON: what this store wrote
 * itself, or what a syntax check has passed.
 */

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const COLON = 0x3a
const decoder = new TextDecoder()

/** Positions of one member of an object: the key's text between its quotes, and the whole value. Ends are exclusive. */
export interface Member {
  readonly keyStart: number
  readonly keyEnd: number
  readonly valueStart: number
  readonly valueEnd: number
}

const isSpace = (code: number | undefined): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09

export function skipSpace(bytes: Uint8Array, start: number): number {
  let at = start
  while (isSpace(bytes[at])) at += 1
  return at
}

/** Position after the string whose opening quote is at `start`. */
function skipString(bytes: Uint8Array, start: number): number {
  let at = start + 1
  for (;;) {
    const quote = bytes.indexOf(QUOTE, at)
    if (quote < 0) return bytes.length
    let before = quote - 1
    while (before > start && bytes[before] === BACKSLASH) before -= 1
    if ((quote - 1 - before) % 2 === 0) return quote + 1
    at = quote + 1
  }
}

/** Position after the value that starts at `start`. */
function skipValue(bytes: Uint8Array, start: number): number {
  const first = bytes[start]
  if (first === QUOTE) return skipString(bytes, start)
  if (first === 0x7b || first === 0x5b) return skipContainer(bytes, start)
  let at = start
  while (at < bytes.length && !isEndOfScalar(bytes[at])) at += 1
  return at
}

const isEndOfScalar = (code: number | undefined): boolean =>
  code === COMMA || code === 0x7d || code === 0x5d || isSpace(code)

function skipContainer(bytes: Uint8Array, start: number): number {
  let depth = 0
  let at = start
  while (at < bytes.length) {
    const code = bytes[at]
    if (code === QUOTE) {
      at = skipString(bytes, at)
      continue
    }
    if (code === 0x7b || code === 0x5b) depth += 1
    else if (code === 0x7d || code === 0x5d) depth -= 1
    at += 1
    if (depth === 0) return at
  }
  return at
}

/** Members of the object whose brace is at `start`, in their order. Reads no further than its caller does. */
export function* membersOf(bytes: Uint8Array, start: number): Generator<Member> {
  let at = skipSpace(bytes, start + 1)
  while (bytes[at] === QUOTE) {
    const keyEnd = skipString(bytes, at)
    const colon = skipSpace(bytes, keyEnd)
    const valueStart = skipSpace(bytes, bytes[colon] === COLON ? colon + 1 : colon)
    const valueEnd = skipValue(bytes, valueStart)
    yield { keyStart: at + 1, keyEnd: keyEnd - 1, valueStart, valueEnd }
    at = skipSpace(bytes, valueEnd)
    if (bytes[at] !== COMMA) return
    at = skipSpace(bytes, at + 1)
  }
}

/** Whether `member`'s key is `name`, which must be ASCII without escapes. */
export function isNamed(bytes: Uint8Array, member: Member, name: string): boolean {
  if (member.keyEnd - member.keyStart !== name.length) return false
  for (let i = 0; i < name.length; i += 1) if (bytes[member.keyStart + i] !== name.charCodeAt(i)) return false
  return true
}

export const textOf = (bytes: Uint8Array, start: number, end: number): string =>
  decoder.decode(bytes.subarray(start, end))
