/*
 * Finds members in JSON bytes without parsing them. Only for bytes that are valid JSON: those that this store wrote
 * itself, or that passed a syntax check.
 */

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const COLON = 0x3a
/** Above this length the runtime's search is faster than a loop. */
const SHORT = 48
const decoder = new TextDecoder()

const isSpace = (code: number | undefined): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09

export function skipSpace(bytes: Uint8Array, start: number): number {
  let at = start
  while (isSpace(bytes[at])) at += 1
  return at
}

/** Returns the position after the string whose opening quote is at `start`. */
function skipString(bytes: Uint8Array, start: number): number {
  const soon = Math.min(start + SHORT, bytes.length)
  for (let at = start + 1; at < soon; at += 1) {
    if (bytes[at] === QUOTE) return at + 1
    if (bytes[at] === BACKSLASH) at += 1
  }
  let from = start + 1
  for (;;) {
    const quote = bytes.indexOf(QUOTE, from)
    if (quote < 0) return bytes.length
    let before = quote - 1
    while (before > start && bytes[before] === BACKSLASH) before -= 1
    if ((quote - 1 - before) % 2 === 0) return quote + 1
    from = quote + 1
  }
}

/** Returns the position after the value that starts at `start`. */
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

/** Iterates over the members of one object in order. Reads only as far as requested. */
export class Members {
  readonly #bytes: Uint8Array
  /** Position of the next member; -1 while the current value has not been skipped. */
  #next: number
  #valueEnd = -1
  /** Start of the key's text, without its quotes. */
  keyStart = 0
  keyEnd = 0
  valueStart = 0

  /** `start`: position of the object's brace. */
  constructor(bytes: Uint8Array, start: number) {
    this.#bytes = bytes
    this.#next = skipSpace(bytes, start + 1)
  }

  /** Advances to the next member. Returns false at the end. */
  next(): boolean {
    const bytes = this.#bytes
    let at = this.#next
    if (at < 0) {
      at = skipSpace(bytes, this.valueEnd)
      if (bytes[at] !== COMMA) return false
      at = skipSpace(bytes, at + 1)
    }
    if (bytes[at] !== QUOTE) return false
    const keyEnd = skipString(bytes, at)
    const colon = skipSpace(bytes, keyEnd)
    this.keyStart = at + 1
    this.keyEnd = keyEnd - 1
    this.valueStart = skipSpace(bytes, bytes[colon] === COLON ? colon + 1 : colon)
    this.#valueEnd = -1
    this.#next = -1
    return true
  }

  /** Position after the value. */
  get valueEnd(): number {
    if (this.#valueEnd < 0) this.#valueEnd = skipValue(this.#bytes, this.valueStart)
    return this.#valueEnd
  }

  /** Reports whether the key is `name`, which must be ASCII without escapes. */
  isNamed(name: string): boolean {
    if (this.keyEnd - this.keyStart !== name.length) return false
    for (let i = 0; i < name.length; i += 1) if (this.#bytes[this.keyStart + i] !== name.charCodeAt(i)) return false
    return true
  }
}

export const textOf = (bytes: Uint8Array, start: number, end: number): string =>
  decoder.decode(bytes.subarray(start, end))
