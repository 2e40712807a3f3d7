import type { Token, TokenKind } from './token.ts'

/** The position of text that is not a token. */
export interface LexicalError {
  readonly from: number
  readonly to: number
  readonly text: string
}

export interface Lexed {
  /** Ends with one `EOF` token. */
  readonly tokens: readonly Token[]
  readonly errors: readonly LexicalError[]
}

const blank = /[\t \r\n\f]+|\/\/[^\n]*/y
const number = /0x[0-9a-fA-F]+[uU]?|\d+\.\d+(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+|\.\d+(?:[eE][+-]?\d+)?|\d+[uU]?/y
const word = /[A-Za-z_][A-Za-z0-9_]*/y
const escapedWord = /`[A-Za-z0-9_./ -]+`/y
const stringStart = /([bB]?[rR]?)("""|'''|"|')/y
const operators: readonly TokenKind[] = [
  '==',
  '!=',
  '<=',
  '>=',
  '&&',
  '||',
  ...(Array.from('<>[]{}().,-!?:+*/%') as TokenKind[]),
]
const keywords: ReadonlyMap<string, TokenKind> = new Map([
  ['in', 'in'],
  ['true', 'true'],
  ['false', 'false'],
  ['null', 'null'],
])

/** Tokenizes the whole text; invalid text is reported and skipped, as by the reference's lexer. */
export function lex(source: string): Lexed {
  const tokens: Token[] = []
  const errors: LexicalError[] = []
  let at = 0
  while (at < source.length) {
    const skipped = matchAt(blank, source, at)
    if (skipped !== null) {
      at += skipped.length
      continue
    }
    const read = readToken(source, at)
    if ('kind' in read) tokens.push(read)
    else errors.push(read)
    at = read.to
  }
  tokens.push({ kind: 'EOF', text: '', from: source.length, to: source.length })
  return { tokens, errors }
}

function matchAt(pattern: RegExp, source: string, at: number): string | null {
  pattern.lastIndex = at
  return pattern.exec(source)?.[0] ?? null
}

function readToken(source: string, from: number): Token | LexicalError {
  stringStart.lastIndex = from
  const quoted = stringStart.exec(source)
  if (quoted !== null) return readString(source, from, { prefix: quoted[1] ?? '', quote: quoted[2] ?? '' })
  const digits = matchAt(number, source, from)
  if (digits !== null) return token(numberKind(digits), digits, from)
  const name = matchAt(word, source, from)
  if (name !== null) return token(keywords.get(name) ?? 'IDENTIFIER', name, from)
  const escaped = matchAt(escapedWord, source, from)
  if (escaped !== null) return token('ESC_IDENTIFIER', escaped, from)
  const operator = operators.find((o) => source.startsWith(o, from))
  return operator === undefined ? unknownText(source, from) : token(operator, operator, from)
}

const token = (kind: TokenKind, text: string, from: number): Token => ({ kind, text, from, to: from + text.length })

function numberKind(text: string): TokenKind {
  if (/[uU]$/.test(text)) return 'NUM_UINT'
  return !text.startsWith('0x') && /[.eE]/.test(text) ? 'NUM_FLOAT' : 'NUM_INT'
}

const openName = /`[A-Za-z0-9_./ -]*/y

/** A string that ends unexpectedly, up to and including the character that ends it. */
function unknownUpTo(source: string, from: number, end: number): LexicalError {
  const to = Math.min(source.length, end + String.fromCodePoint(source.codePointAt(end) ?? 0).length)
  return { from, to, text: source.slice(from, to) }
}

/** `|`, `&` and `=` start an operator, so the error includes the next character. */
function unknownText(source: string, from: number): LexicalError {
  const name = matchAt(openName, source, from)
  if (name !== null) return unknownUpTo(source, from, from + name.length)
  const first = String.fromCodePoint(source.codePointAt(from) ?? 0)
  const next = '|&='.includes(first) && from + 1 < source.length ? source.codePointAt(from + 1) : undefined
  const text = next === undefined ? first : first + String.fromCodePoint(next)
  return { from, to: from + text.length, text }
}

const escape = /\\(?:[abfnrtv"'\\?`]|[0-3][0-7]{2}|[xX][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8})/y

interface Opening {
  readonly prefix: string
  readonly quote: string
}

function readString(source: string, from: number, opening: Opening): Token | LexicalError {
  const { prefix, quote } = opening
  const kind = /b/i.test(prefix) ? 'BYTES' : 'STRING'
  const start = from + prefix.length + quote.length
  const { at, isClosed } = findEnd(source, start, opening)
  if (isClosed) return token(kind, source.slice(from, at + quote.length), from)
  // The string is not terminated. The lexer takes the longest token at its start: `""` of three quotes, or the prefix as a name.
  if (quote.length === 3) return token(kind, source.slice(from, from + prefix.length + 2), from)
  if (prefix !== '') return token('IDENTIFIER', matchAt(word, source, from) ?? prefix, from)
  const to = Math.min(source.length, at + 1)
  return { from, to, text: source.slice(from, to) }
}

interface StringEnd {
  readonly at: number
  readonly isClosed: boolean
}

/** Returns the offset of the closing quote, or of the character that is invalid in such a string. */
function findEnd(source: string, start: number, { prefix, quote }: Opening): StringEnd {
  const isRaw = /r/i.test(prefix)
  let at = start
  while (at < source.length) {
    if (source.startsWith(quote, at)) return { at, isClosed: true }
    const character = source.charAt(at)
    if (quote.length === 1 && (character === '\n' || character === '\r')) break
    const length = character === '\\' && !isRaw ? matchAt(escape, source, at)?.length : 1
    if (length === undefined) return { at: failedEscape(source, at), isClosed: false }
    at += length
  }
  return { at, isClosed: false }
}

/** Returns the offset of the first character that makes an escape invalid. */
function failedEscape(source: string, at: number): number {
  const kind = source.charAt(at + 1)
  const digits = { x: 2, X: 2, u: 4, U: 8 }[kind]
  if (digits === undefined) return /[0-3]/.test(kind) ? at + 2 + (/[0-7]/.test(source.charAt(at + 2)) ? 1 : 0) : at + 1
  let read = 0
  while (read < digits && /[0-9a-fA-F]/.test(source.charAt(at + 2 + read))) read++
  return at + 2 + read
}
