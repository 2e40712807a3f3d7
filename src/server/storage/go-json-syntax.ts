import { quoteGo } from '#api/field-error.ts'

const DEPTH_MAX = 10_000
const QUOTE = 0x22
const BACKSLASH = 0x5c

/** What may come next. The words after "invalid character" follow from it. */
type State = 'value' | 'value-or-end' | 'key' | 'key-or-end' | 'colon' | 'after'

/** Where a syntax error is; the text is the reference's own. Thrown and caught within this file. */
class SyntaxFault extends Error {}

const endOfInput = (): SyntaxFault => new SyntaxFault('unexpected end of JSON input')

function badCharacter(code: number, context: string): SyntaxFault {
  const shown = code === QUOTE ? '"' : code === 0x27 ? "\\'" : quoteGo(String.fromCharCode(code)).slice(1, -1)
  return new SyntaxFault(`invalid character '${shown}' ${context}`)
}

const isSpace = (code: number): boolean => code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d
const isDigit = (code: number | undefined): boolean => code !== undefined && code >= 0x30 && code <= 0x39

function isHexDigit(code: number): boolean {
  const lower = code | 0x20
  return isDigit(code) || (lower >= 0x61 && lower <= 0x66)
}

/** First syntax error of `bytes` as JSON, in the words of the reference's decoder; `null` for valid JSON. [CT4] */
export function findJsonSyntaxError(bytes: Uint8Array): string | null {
  try {
    checkDocument(bytes)
    return null
  } catch (error) {
    if (error instanceof SyntaxFault) return error.message
    throw error
  }
}

function checkDocument(bytes: Uint8Array): void {
  const open: number[] = []
  let state: State = 'value'
  let at = 0
  for (;;) {
    while (isSpace(bytes[at] ?? 0)) at += 1
    if (at >= bytes.length) break
    ;[state, at] = step(open, bytes, { state, at })
  }
  if (state !== 'after' || open.length > 0) throw endOfInput()
}

function step(open: number[], bytes: Uint8Array, position: Position): [State, number] {
  const code = bytes[position.at] ?? 0
  switch (position.state) {
    case 'after':
      return afterValue(open, code, position.at)
    case 'colon':
      if (code !== 0x3a) throw badCharacter(code, 'after object key')
      return ['value', position.at + 1]
    case 'key':
    case 'key-or-end':
      return keyOrEnd(open, bytes, position)
    case 'value':
    case 'value-or-end':
      return beginValue(open, bytes, position)
  }
}

function afterValue(open: number[], code: number, at: number): [State, number] {
  const container = open.at(-1)
  if (container === undefined) throw badCharacter(code, 'after top-level value')
  const isObject = container === 0x7b
  if (code === 0x2c) return [isObject ? 'key' : 'value', at + 1]
  if (code !== (isObject ? 0x7d : 0x5d)) {
    throw badCharacter(code, isObject ? 'after object key:value pair' : 'after array element')
  }
  open.pop()
  return ['after', at + 1]
}

interface Position {
  readonly state: State
  readonly at: number
}

function keyOrEnd(open: number[], bytes: Uint8Array, { state, at }: Position): [State, number] {
  const code = bytes[at] ?? 0
  if (code === 0x7d && state === 'key-or-end') {
    open.pop()
    return ['after', at + 1]
  }
  if (code !== QUOTE) throw badCharacter(code, 'looking for beginning of object key string')
  return ['colon', checkString(bytes, at + 1)]
}

function beginValue(open: number[], bytes: Uint8Array, { state, at }: Position): [State, number] {
  const code = bytes[at] ?? 0
  if (code === 0x7b || code === 0x5b) {
    open.push(code)
    if (open.length > DEPTH_MAX) throw new SyntaxFault('exceeded max depth')
    return [code === 0x7b ? 'key-or-end' : 'value-or-end', at + 1]
  }
  if (code === 0x5d && state === 'value-or-end') {
    open.pop()
    return ['after', at + 1]
  }
  return ['after', checkScalar(bytes, at)]
}

function checkScalar(bytes: Uint8Array, at: number): number {
  const code = bytes[at] ?? 0
  if (code === QUOTE) return checkString(bytes, at + 1)
  if (code === 0x2d || isDigit(code)) return checkNumber(bytes, at)
  for (const word of ['true', 'false', 'null']) {
    if (code === word.charCodeAt(0)) return checkWord(bytes, at, word)
  }
  throw badCharacter(code, 'looking for beginning of value')
}

function checkWord(bytes: Uint8Array, at: number, word: string): number {
  for (let i = 1; i < word.length; i += 1) {
    const code = bytes[at + i]
    if (code === undefined) throw endOfInput()
    if (code !== word.charCodeAt(i)) throw badCharacter(code, `in literal ${word} (expecting '${word.charAt(i)}')`)
  }
  return at + word.length
}

function checkString(bytes: Uint8Array, start: number): number {
  let at = start
  for (;;) {
    const code = bytes[at]
    if (code === undefined) throw endOfInput()
    if (code === QUOTE) return at + 1
    if (code < 0x20) throw badCharacter(code, 'in string literal')
    at = code === BACKSLASH ? checkEscape(bytes, at + 1) : at + 1
  }
}

function checkEscape(bytes: Uint8Array, at: number): number {
  const code = bytes[at]
  if (code === undefined) throw endOfInput()
  if (code !== 0x75) {
    if (!'bfnrt\\/"'.includes(String.fromCharCode(code))) throw badCharacter(code, 'in string escape code')
    return at + 1
  }
  for (let i = 1; i <= 4; i += 1) {
    const digit = bytes[at + i]
    if (digit === undefined) throw endOfInput()
    if (!isHexDigit(digit)) throw badCharacter(digit, 'in \\u hexadecimal character escape')
  }
  return at + 5
}

function checkNumber(bytes: Uint8Array, start: number): number {
  let at = bytes[start] === 0x2d ? start + 1 : start
  if (bytes[at] === 0x30) at += 1
  else at = checkDigits(bytes, at, 'in numeric literal')
  if (bytes[at] === 0x2e) at = checkDigits(bytes, at + 1, 'after decimal point in numeric literal')
  if (((bytes[at] ?? 0) | 0x20) !== 0x65) return at
  at += 1
  if (bytes[at] === 0x2b || bytes[at] === 0x2d) at += 1
  return checkDigits(bytes, at, 'in exponent of numeric literal')
}

function checkDigits(bytes: Uint8Array, start: number, context: string): number {
  const first = bytes[start]
  if (first === undefined) throw endOfInput()
  if (!isDigit(first)) throw badCharacter(first, context)
  let at = start + 1
  while (isDigit(bytes[at])) at += 1
  return at
}
