import { type Json, type JsonObject, setOwn } from './json.ts'

/*
 * JSON with 64-bit integers. A `number` represents Go's float64; an int64 beyond 2^53 - 1 is a `bigint`, so that it
 * keeps its digits. Every other number is a `number`.
 */

const INT64_MAX = 2n ** 63n - 1n
const INT64_MIN = -(2n ** 63n)

const DIGITS_MIN = 16

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39

/**
 * Reports whether `JSON.parse` could lose digits of a number in the text: whether it contains a run of 16 digits at
 * the start of a value. Such a run has a digit at a multiple of 16, so only every sixteenth character is checked. A
 * match inside of a string is possible and only costs time.
 */
export function mayLoseDigits(text: string): boolean {
  for (let at = DIGITS_MIN - 1; at < text.length; at += DIGITS_MIN) {
    if (!isDigit(text.charCodeAt(at))) continue
    let [start, end] = [at, at + 1]
    while (start > 0 && isDigit(text.charCodeAt(start - 1))) start--
    while (end < text.length && isDigit(text.charCodeAt(end))) end++
    if (end - start >= DIGITS_MIN && beginsValue(text, start)) return true
  }
  return false
}

function beginsValue(text: string, start: number): boolean {
  const before = text.charAt(start - 1) === '-' ? start - 2 : start - 1
  return before < 0 || ':[, \t\r\n'.includes(text.charAt(before))
}

/** Returns the value of a number's JSON text: a `bigint` for an int64 beyond 2^53 - 1, otherwise a `number`. */
export function numberValue(text: string): number | bigint {
  const double = Number(text)
  if (text.length < 16 || Number.isSafeInteger(double) || !/^-?[0-9]{16,19}$/.test(text)) return double
  const exact = BigInt(text)
  return exact >= INT64_MIN && exact <= INT64_MAX ? exact : double
}

/** Returns an integer as JSON values represent it: a `number` up to 2^53 - 1, a `bigint` beyond. */
export function toJsonInteger(exact: bigint): number | bigint {
  const double = Number(exact)
  return Number.isSafeInteger(double) ? double : exact
}

/**
 * Like `JSON.parse`, but keeps every digit of an int64.
 * @throws SyntaxError for a text that is no JSON
 */
export function parseExactJson(text: string): Json {
  const value = JSON.parse(text) as Json
  return mayLoseDigits(text) ? new ExactReader(text).read() : value
}

/**
 * Like `JSON.stringify`, but supports values with a `bigint`. Values without one are printed at no extra cost. An object of an
 * interface has to consist of JSON values.
 */
export function printExactJson(value: Json | object | undefined, indent?: number): string {
  try {
    return JSON.stringify(value, null, indent)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return print((value ?? null) as Json, indent === undefined ? '' : '\n', ' '.repeat(indent ?? 0))
  }
}

function print(value: Json, line: string, indent: string): string {
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const inner = line === '' ? '' : line + indent
  if (Array.isArray(value)) {
    return value.length === 0
      ? '[]'
      : `[${inner}${value.map((item) => print(item, inner, indent)).join(`,${inner}`)}${line}]`
  }
  const colon = line === '' ? ':' : ': '
  const pairs: string[] = []
  for (const key of Object.keys(value)) {
    const member = value[key]
    if (member !== undefined) pairs.push(`${JSON.stringify(key)}${colon}${print(member, inner, indent)}`)
  }
  return pairs.length === 0 ? '{}' : `{${inner}${pairs.join(`,${inner}`)}${line}}`
}

type Holder = Json[] | JsonObject

/** Parses valid JSON text without recursion, because it may nest deeply. */
class ExactReader {
  private readonly text: string
  private at = 0
  /** The objects and lists that are not closed yet, innermost last. */
  private readonly open: Holder[] = []

  constructor(text: string) {
    this.text = text
  }

  read(): Json {
    const root = this.value()
    this.enter(root)
    for (let holder = this.open.at(-1); holder !== undefined; holder = this.open.at(-1)) {
      const first = this.next()
      if (first === '}' || first === ']') {
        this.at++
        this.open.pop()
      } else this.member(holder)
    }
    return root
  }

  private member(holder: Holder): void {
    const key = Array.isArray(holder) ? '' : (JSON.parse(this.string()) as string)
    const value = this.value()
    if (Array.isArray(holder)) holder.push(value)
    else setOwn(holder, key, value)
    this.enter(value)
  }

  private enter(value: Json): void {
    if (typeof value === 'object' && value !== null) this.open.push(value)
  }

  /** Returns the next character that is neither white space nor a comma or colon. */
  private next(): string {
    while (' \t\r\n,:'.includes(this.text.charAt(this.at)) && this.at < this.text.length) this.at++
    return this.text.charAt(this.at)
  }

  /** Reads a scalar, or the start of an object or list. */
  private value(): Json {
    const first = this.next()
    if (first === '"') return JSON.parse(this.string()) as string
    if (first === '{' || first === '[') {
      this.at++
      return first === '{' ? {} : []
    }
    const word = this.word()
    return first === 't' || first === 'f' || first === 'n' ? (JSON.parse(word) as Json) : numberValue(word)
  }

  private string(): string {
    const start = this.at
    for (let at = start + 1; ; at++) {
      const char = this.text.charCodeAt(at)
      if (char === 0x5c) at++
      else if (char === 0x22) {
        this.at = at + 1
        return this.text.slice(start, this.at)
      }
    }
  }

  private word(): string {
    const start = this.at
    while (this.at < this.text.length && !',]} \t\r\n'.includes(this.text.charAt(this.at))) this.at++
    return this.text.slice(start, this.at)
  }
}
