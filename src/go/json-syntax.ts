import { quoteJsonByte } from './quote.ts'

/** Maximum nesting of objects and lists in Go's decoder. */
export const NESTING_MAX = 10_000

/** The text is not JSON. The message is that of Go's `encoding/json`. */
export class JsonSyntaxError extends Error {}

const code = (char: string): number => char.charCodeAt(0)
const QUOTE = code('"')
const BACKSLASH = code('\\')
const OPEN_BRACE = code('{')
const CLOSE_BRACE = code('}')
const OPEN_BRACKET = code('[')
const CLOSE_BRACKET = code(']')
const COMMA = code(',')
const COLON = code(':')
const MINUS = code('-')
const ZERO = code('0')

const isSpace = (byte: number): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09
const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= ZERO && byte <= ZERO + 9
const isHex = (byte: number): boolean =>
  isDigit(byte) || (byte >= 0x41 && byte <= 0x46) || (byte >= 0x61 && byte <= 0x66)

const END = new JsonSyntaxError('unexpected end of JSON input')

function invalid(byte: number | undefined, context: string): JsonSyntaxError {
  if (byte === undefined) return END
  return new JsonSyntaxError(`invalid character ${quoteJsonByte(byte)} ${context}`)
}

/** Inside of a number, a literal or an escape Go's scanner treats the end of the text as a space. */
const invalidOrSpace = (byte: number | undefined, context: string): JsonSyntaxError => invalid(byte ?? 0x20, context)

/** Finds the first syntax error of a text, byte by byte and without recursion, because texts may nest deeply. */
class Scanner {
  private at = 0
  private readonly bytes: Uint8Array
  /** Openers of the objects and lists that are not closed yet. */
  private readonly open: number[] = []

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }

  scan(): JsonSyntaxError | undefined {
    try {
      this.value()
      while (this.open.length > 0) this.afterValue()
      const rest = this.next()
      return rest === undefined ? undefined : invalid(rest, 'after top-level value')
    } catch (error) {
      if (error instanceof JsonSyntaxError) return error
      throw error
    }
  }

  /** Consumes white space and the byte after it. */
  private next(): number | undefined {
    while (this.at < this.bytes.length && isSpace(this.bytes[this.at] ?? 0)) this.at++
    return this.bytes[this.at++]
  }

  /** Reads a scalar, or the start of an object or list up to its first value. */
  private value(): void {
    const byte = this.next()
    if (byte === OPEN_BRACE) this.openObject()
    else if (byte === OPEN_BRACKET) this.openList()
    else this.scalar(byte)
  }

  private scalar(byte: number | undefined): void {
    if (byte === QUOTE) this.string()
    else if (byte === MINUS || isDigit(byte)) this.number(byte)
    else if (byte === code('t')) this.literal('true')
    else if (byte === code('f')) this.literal('false')
    else if (byte === code('n')) this.literal('null')
    else throw invalid(byte, 'looking for beginning of value')
  }

  private push(byte: number): void {
    this.open.push(byte)
    if (this.open.length > NESTING_MAX) throw invalid(byte, 'exceeded max depth')
  }

  private openObject(): void {
    this.push(OPEN_BRACE)
    const byte = this.next()
    if (byte === CLOSE_BRACE) this.open.pop()
    else this.key(byte)
  }

  private key(byte: number | undefined): void {
    if (byte !== QUOTE) throw invalid(byte, 'looking for beginning of object key string')
    this.string()
    const colon = this.next()
    if (colon !== COLON) throw invalid(colon, 'after object key')
    this.pendingValue = true
  }

  private openList(): void {
    this.push(OPEN_BRACKET)
    const byte = this.next()
    if (byte === CLOSE_BRACKET) this.open.pop()
    else {
      this.at--
      this.pendingValue = true
    }
  }

  /** True if a value must follow. The loop in {@link scan} reads it, so that nesting does not use the stack. */
  private pendingValue = false

  private afterValue(): void {
    if (this.pendingValue) {
      this.pendingValue = false
      this.value()
      return
    }
    const byte = this.next()
    if (this.open.at(-1) === OPEN_BRACE) this.afterPair(byte)
    else this.afterElement(byte)
  }

  private afterPair(byte: number | undefined): void {
    if (byte === CLOSE_BRACE) this.open.pop()
    else if (byte === COMMA) this.key(this.next())
    else throw invalid(byte, 'after object key:value pair')
  }

  private afterElement(byte: number | undefined): void {
    if (byte === CLOSE_BRACKET) this.open.pop()
    else if (byte === COMMA) this.pendingValue = true
    else throw invalid(byte, 'after array element')
  }

  private string(): void {
    for (;;) {
      const byte = this.bytes[this.at++]
      if (byte === undefined) throw END
      if (byte === QUOTE) return
      if (byte === BACKSLASH) this.escape()
      else if (byte < 0x20) throw invalid(byte, 'in string literal')
    }
  }

  private escape(): void {
    const byte = this.bytes[this.at++]
    if (byte !== code('u')) {
      if (byte === undefined || !'bfnrt\\/"'.includes(String.fromCharCode(byte)))
        throw invalidOrSpace(byte, 'in string escape code')
      return
    }
    for (let digit = 0; digit < 4; digit++) {
      const hex = this.bytes[this.at++]
      if (hex === undefined || !isHex(hex)) throw invalidOrSpace(hex, 'in \\u hexadecimal character escape')
    }
  }

  private number(first: number | undefined): void {
    let byte = first
    if (byte === MINUS) {
      byte = this.bytes[this.at++]
      if (!isDigit(byte)) throw invalidOrSpace(byte, 'in numeric literal')
    }
    if (byte !== ZERO) this.digits()
    if (this.bytes[this.at] === code('.')) {
      this.at++
      this.requireDigits('after decimal point in numeric literal')
    }
    if (this.bytes[this.at] === code('e') || this.bytes[this.at] === code('E')) {
      this.at++
      if (this.bytes[this.at] === code('+') || this.bytes[this.at] === MINUS) this.at++
      this.requireDigits('in exponent of numeric literal')
    }
  }

  private requireDigits(context: string): void {
    if (!isDigit(this.bytes[this.at])) throw invalidOrSpace(this.bytes[this.at], context)
    this.digits()
  }

  private digits(): void {
    while (isDigit(this.bytes[this.at])) this.at++
  }

  private literal(word: string): void {
    for (const expected of word.slice(1)) {
      const byte = this.bytes[this.at++]
      if (byte !== code(expected)) throw invalidOrSpace(byte, `in literal ${word} (expecting '${expected}')`)
    }
  }
}

/** Returns the first syntax error of a JSON text in UTF-8; `undefined` for valid JSON. */
export const findSyntaxError = (bytes: Uint8Array): JsonSyntaxError | undefined => new Scanner(bytes).scan()
