/** Where Go's JSON scanner stops and what it says there. */
class SyntaxProblem extends Error {}

const depthMax = 10_000
const endOfInput = 'unexpected end of JSON input'
const literals: Readonly<Record<string, string>> = { t: 'true', f: 'false', n: 'null' }

/**
 * Why `bytes` can't be read as a JSON object, in the words of the reference's JSON reader; `null` when they can.
 * `null` as the whole text counts as an object.
 */
export function jsonObjectProblem(bytes: Uint8Array): string | null {
  try {
    new Scanner(bytes).scanAll()
  } catch (error) {
    if (error instanceof SyntaxProblem) return error.message
    throw error
  }
  return mismatch(JSON.parse(new TextDecoder().decode(bytes)))
}

function mismatch(value: unknown): string | null {
  if (value === null || (typeof value === 'object' && !Array.isArray(value))) return null
  const found = Array.isArray(value) ? 'array' : typeof value === 'boolean' ? 'bool' : typeof value
  return `json: cannot unmarshal ${found} into Go value of type map[string]interface {}`
}

/** Reads JSON byte by byte, since texts of errors name a byte and the rule it broke. */
class Scanner {
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  scanAll(): void {
    this.#value(0)
    this.#space()
    if (this.#at < this.#bytes.length) this.#fail('after top-level value')
  }

  /** The byte at the cursor as a character; `''` at the end. */
  #peek(): string {
    const byte = this.#bytes[this.#at]
    return byte === undefined ? '' : String.fromCharCode(byte)
  }

  #fail(context: string): never {
    const char = this.#peek()
    if (char === '') throw new SyntaxProblem(endOfInput)
    throw new SyntaxProblem(`invalid character ${quoteChar(char)} ${context}`)
  }

  #take(chars: string, context: string): string {
    const char = this.#peek()
    if (char === '' || !chars.includes(char)) this.#fail(context)
    this.#at += 1
    return char
  }

  #space(): void {
    while (this.#peek() !== '' && ' \t\r\n'.includes(this.#peek())) this.#at += 1
  }

  #value(depth: number): void {
    if (depth > depthMax) throw new SyntaxProblem('exceeded max depth')
    this.#space()
    const char = this.#peek()
    const literal = literals[char]
    if (char === '{') this.#object(depth)
    else if (char === '[') this.#array(depth)
    else if (char === '"') this.#string()
    else if (literal !== undefined) this.#literal(literal)
    else if (char === '-' || (char >= '0' && char <= '9')) this.#number()
    else this.#fail('looking for beginning of value')
  }

  #object(depth: number): void {
    this.#at += 1
    this.#space()
    if (this.#peek() === '}') {
      this.#at += 1
      return
    }
    for (;;) {
      this.#space()
      if (this.#peek() !== '"') this.#fail('looking for beginning of object key string')
      this.#string()
      this.#space()
      this.#take(':', 'after object key')
      this.#value(depth + 1)
      this.#space()
      if (this.#take(',}', 'after object key:value pair') === '}') return
    }
  }

  #array(depth: number): void {
    this.#at += 1
    this.#space()
    if (this.#peek() === ']') {
      this.#at += 1
      return
    }
    for (;;) {
      this.#value(depth + 1)
      this.#space()
      if (this.#take(',]', 'after array element') === ']') return
    }
  }

  #string(): void {
    this.#at += 1
    for (;;) {
      const char = this.#peek()
      if (char === '' || char < ' ') this.#fail('in string literal')
      this.#at += 1
      if (char === '"') return
      if (char === '\\' && this.#take('bfnrt\\/"u', 'in string escape code') === 'u') {
        for (let digit = 0; digit < 4; digit += 1) {
          this.#take('0123456789abcdefABCDEF', 'in \\u hexadecimal character escape')
        }
      }
    }
  }

  #literal(word: string): void {
    for (const char of word) this.#take(char, `in literal ${word} (expecting ${quoteChar(char)})`)
  }

  #digits(context: string): void {
    this.#take('0123456789', context)
    while (this.#peek() !== '' && '0123456789'.includes(this.#peek())) this.#at += 1
  }

  #number(): void {
    if (this.#peek() === '-') this.#at += 1
    if (this.#peek() === '0') this.#at += 1
    else this.#digits('in numeric literal')
    if (this.#peek() === '.') {
      this.#at += 1
      this.#digits('after decimal point in numeric literal')
    }
    if (this.#peek() === 'e' || this.#peek() === 'E') {
      this.#at += 1
      if (this.#peek() === '+' || this.#peek() === '-') this.#at += 1
      this.#digits('in exponent of numeric literal')
    }
  }
}

function quoteChar(char: string): string {
  if (char === "'") return "'\\''"
  if (char === '"') return "'\"'"
  const code = char.charCodeAt(0)
  if (code < 0x20 || code === 0x7f) return `'${controlName(char, code)}'`
  return char === '\\' ? "'\\\\'" : `'${char}'`
}

function controlName(char: string, code: number): string {
  const name = { '\u0007': 'a', '\b': 'b', '\f': 'f', '\n': 'n', '\r': 'r', '\t': 't', '\v': 'v' }[char]
  return name === undefined ? `\\x${code.toString(16).padStart(2, '0')}` : `\\${name}`
}
