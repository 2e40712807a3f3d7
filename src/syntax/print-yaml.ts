import { type Pieces, doneAtOnce } from '#api/bodies/in-pieces.ts'
import { byteLength } from '#api/names.ts'
import { type Json, type JsonObject, isObject } from '#api/json.ts'
import { compareKeys } from './yaml-key-order.ts'
import { escapeChar, styleOf } from './yaml-text.ts'

/** A long string is broken at the first space beyond this column. */
const COLUMN_MAX = 80
/** Longer keys are written as `? key`. */
const SIMPLE_KEY_BYTES_MAX = 128
const STEP = 2

/** Prints YAML as the reference does: keys sorted, lists not indented below their key, strings plain where possible. */
export const printYaml = (value: Json): string => doneAtOnce(printYamlInPieces(value))

/** Does what `printYaml` does. [ER8] */
export function* printYamlInPieces(value: Json): Pieces<string> {
  const printer = new Printer()
  yield* printer.node(value, { indent: -STEP, isKey: false, inMap: false })
  return printer.finish()
}

/** The number of members and items that are printed in one piece. */
const PIECE_LENGTH = 1000

interface Place {
  /** Column of the enclosing collection; -2 at the top level. */
  readonly indent: number
  readonly isKey: boolean
  readonly inMap: boolean
}

class Printer {
  private text = ''
  private printed = 0
  private column = 0
  /**
   * True if the current line is empty. Tracked separately, because inspecting the end of a growing text would copy
   * it.
   */
  private isAtLineStart = true

  finish(): string {
    return this.text.endsWith('\n') ? this.text : `${this.text}\n`
  }

  private write(text: string): void {
    if (text === '') return
    this.text += text
    this.column += asciiOnly.test(text) ? text.length : Array.from(text).length
    this.isAtLineStart = text.endsWith('\n')
  }

  /** Moves to column `indent` of the next line; an empty line is reused. */
  private line(indent: number): void {
    if (!this.isAtLineStart) this.text += '\n'
    this.text += ' '.repeat(Math.max(indent, 0))
    this.column = Math.max(indent, 0)
    this.isAtLineStart = this.column === 0
  }

  *node(value: Json | undefined, place: Place): Pieces<void> {
    if (Array.isArray(value) && value.length > 0) yield* this.list(value, place)
    else if (isObject(value) && hasMember(value)) yield* this.map(value, place)
    else this.leaf(value, place)
  }

  /** Prints a value below a list or map. Most are leaves, which need no generator of their own. */
  private *below(value: Json | undefined, place: Place): Pieces<void> {
    if (isNested(value)) yield* this.node(value, place)
    else this.leaf(value, place)
    this.printed += 1
    if (this.printed % PIECE_LENGTH === 0) yield
  }

  private leaf(value: Json | undefined, { indent, isKey }: Place): void {
    // A string that is the whole document is indented by one step, too.
    if (typeof value === 'string') this.string(value, Math.max(indent + STEP, STEP), isKey)
    else if (Array.isArray(value)) this.write('[]')
    else if (isObject(value)) this.write('{}')
    else this.write(typeof value === 'number' ? formatNumber(value) : String(value ?? null))
  }

  /** A list in a map has the indentation of its key. */
  private *list(items: readonly Json[], { indent, inMap }: Place): Pieces<void> {
    const own = inMap ? indent : indent + STEP
    for (const [at, item] of items.entries()) {
      if (at > 0 || inMap || this.text === '') this.line(own)
      this.write('- ')
      yield* this.below(item, { indent: own, isKey: false, inMap: false })
    }
  }

  private *map(object: JsonObject, { indent, inMap }: Place): Pieces<void> {
    const own = indent + STEP
    const keys = Object.keys(object)
      .filter((key) => object[key] !== undefined)
      .sort(compareKeys)
    for (const [at, key] of keys.entries()) {
      if (at > 0 || inMap || this.text === '') this.line(own)
      this.key(key, own)
      const value = object[key]
      if (!isNested(value)) this.write(' ')
      yield* this.below(value, { indent: own, isKey: false, inMap: true })
    }
  }

  private key(key: string, indent: number): void {
    const isSimple = byteLength(key) <= SIMPLE_KEY_BYTES_MAX && !key.includes('\n')
    if (!isSimple) this.write('? ')
    this.string(key, indent + STEP, isSimple)
    if (!isSimple) this.line(indent)
    this.write(':')
  }

  private string(text: string, indent: number, isKey: boolean): void {
    switch (styleOf(text, isKey)) {
      case 'plain':
        return this.folded(text, indent, { quote: '', isKey })
      case 'single':
        return this.folded(text, indent, { quote: "'", isKey })
      case 'double':
        return this.doubleQuoted(text, indent, isKey)
      case 'literal':
        return this.literal(text, indent)
    }
  }

  /** Reports whether no part of a text can be beyond the column after which lines are broken. */
  private fits(printed: string, isKey: boolean): boolean {
    return isKey || this.column + printed.length <= COLUMN_MAX || !printed.includes(' ')
  }

  private folded(text: string, indent: number, style: { readonly quote: string; readonly isKey: boolean }): void {
    const whole = style.quote === '' ? text : `'${text.replaceAll("'", "''")}'`
    if (this.fits(whole, style.isKey)) return this.write(whole)
    this.broken(text, indent, style.quote)
  }

  /** Writes a text that is no key with breaks at spaces. */
  private broken(text: string, indent: number, quote: string): void {
    const chars = Array.from(text)
    this.write(quote)
    for (const [at, char] of chars.entries()) {
      const mayBreak = this.column > COLUMN_MAX && at > 0 && at < chars.length - 1
      if (char === ' ' && mayBreak && chars[at - 1] !== ' ' && chars[at + 1] !== ' ') this.line(indent)
      else this.write(char === "'" && quote === "'" ? "''" : char)
    }
    this.write(quote)
  }

  private doubleQuoted(text: string, indent: number, isKey: boolean): void {
    const chars = Array.from(text)
    const whole = `"${chars.map(escapeChar).join('')}"`
    if (this.fits(whole, isKey)) return this.write(whole)
    this.write('"')
    for (const [at, char] of chars.entries()) {
      const mayBreak = !isKey && this.column > COLUMN_MAX && at > 0 && at < chars.length - 1
      if (char === ' ' && mayBreak && chars[at - 1] !== ' ') {
        this.line(indent)
        if (chars[at + 1] === ' ') this.write('\\')
      } else this.write(escapeChar(char))
    }
    this.write('"')
  }

  private literal(text: string, indent: number): void {
    const hint = text.startsWith(' ') || text.startsWith('\n') ? String(STEP) : ''
    this.write(`|${hint}${chomping(text)}`)
    const lines = (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n')
    for (const line of lines) this.text += line === '' ? '\n' : `\n${' '.repeat(indent)}${line}`
    if (text.endsWith('\n')) this.text += '\n'
    this.column = 0
    this.isAtLineStart = text.endsWith('\n') || lines.at(-1) === ''
  }
}

const isNested = (value: Json | undefined): boolean =>
  Array.isArray(value) ? value.length > 0 : isObject(value) && hasMember(value)

function hasMember(object: JsonObject): boolean {
  for (const _name in object) return true
  return false
}

const asciiOnly = /^[\0-\x7f]*$/

function chomping(text: string): string {
  if (!text.endsWith('\n')) return '-'
  return text === '\n' || text.endsWith('\n\n') ? '+' : ''
}

/** Go's shortest form: an exponent for fractional numbers from a million on, and below a ten-thousandth. */
function formatNumber(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e21) return String(value)
  const [digits = '', power = '0'] = value.toExponential().split('e')
  const exponent = Number(power)
  if (exponent >= -4 && exponent < 6) return String(value)
  const size = String(Math.abs(exponent)).padStart(2, '0')
  return `${digits}e${exponent < 0 ? '-' : '+'}${size}`
}
