/** The pattern of `format` is wrong, or has more clauses than arguments. The message is the reference's. */
export class FormatPatternError extends Error {}

/** A piece of a pattern: text as it is printed, or a clause such as `%.2f`. */
export type FormatPiece =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'clause'; readonly verb: string; readonly index: number; readonly precision: number | undefined }

interface FormatArguments {
  readonly size: number
  /** True for the check before the evaluation, which finds the end of the pattern before a missing argument. */
  readonly isCheck: boolean
}

const digitsAt = /[0-9]*/y
const verbs = 'sdfebxXo'

/** Returns the pieces of a pattern one by one. @throws FormatPatternError at the first wrong clause */
export function* formatPieces(pattern: string, { size, isCheck }: FormatArguments): Generator<FormatPiece, void, void> {
  let index = 0
  let at = 0
  for (;;) {
    const mark = pattern.indexOf('%', at)
    if (mark === -1) return yield { type: 'text', text: pattern.slice(at) }
    yield { type: 'text', text: pattern.slice(at, mark) }
    if (pattern[mark + 1] === '%') {
      yield { type: 'text', text: '%' }
      at = mark + 2
      continue
    }
    const isEnd = mark + 1 === pattern.length
    if (isEnd && (isCheck || index < size)) throw new FormatPatternError('unexpected end of string')
    if (index >= size) throw new FormatPatternError(`index ${index} out of range`)
    const { verb, precision, end } = readClause(pattern, mark + 1)
    yield { type: 'clause', verb, index, precision }
    index++
    at = end
  }
}

interface Clause {
  readonly verb: string
  readonly precision: number | undefined
  readonly end: number
}

const refused = (problem: string): FormatPatternError =>
  new FormatPatternError(`could not parse formatting clause: ${problem}`)

function readClause(pattern: string, start: number): Clause {
  let at = start
  let precision: number | undefined
  if (pattern[at] === '.') {
    digitsAt.lastIndex = at + 1
    const digits = digitsAt.exec(pattern)?.[0] ?? ''
    at += 1 + digits.length
    if (at === pattern.length) throw refused('error while parsing precision: could not find end of precision specifier')
    precision = readPrecision(digits)
  }
  const verb = pattern.charAt(at)
  if (verbs.includes(verb)) return { verb, precision, end: at + 1 }
  throw refused(`unrecognized formatting clause "${firstByteOf(pattern, at)}"`)
}

const INT_MAX = 2n ** 63n - 1n

function readPrecision(digits: string): number {
  const problem = digits === '' ? 'invalid syntax' : BigInt(digits) > INT_MAX ? 'value out of range' : ''
  if (problem !== '')
    throw refused(
      `error while parsing precision: error while converting precision to integer: strconv.Atoi: parsing "${digits}": ${problem}`,
    )
  return Number(digits)
}

/** The reference reads the first byte of a character beyond ASCII as a character of its own. */
function firstByteOf(pattern: string, at: number): string {
  const [byte = 0] = new TextEncoder().encode(String.fromCodePoint(pattern.codePointAt(at) ?? 0))
  return String.fromCharCode(byte)
}
