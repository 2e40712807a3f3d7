import { resolvePlain } from './yaml-scalar.ts'

/** The styles in which a string can be written, determined from its characters as in libyaml's emitter. */
interface TextFacts {
  readonly plain: boolean
  readonly singleQuoted: boolean
  readonly block: boolean
  readonly multiline: boolean
}

export type TextStyle = 'plain' | 'single' | 'double' | 'literal'

const timestamp =
  /^[0-9]{4}-(?:0?[1-9]|1[0-2])-(?:0?[1-9]|[12][0-9]|3[01])(?:[Tt][0-9]{1,2}:[0-9]{1,2}:[0-9]{1,2}(?:\.[0-9]+)?(?:Z|[-+][0-9]{2}:[0-9]{2})| [0-9]{1,2}:[0-9]{1,2}:[0-9]{1,2}(?:\.[0-9]+)?)?$/
const base60 = /^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?$/

/** Reports whether the plain text is parsed as a string, not as a number, a time or a boolean. */
const readsAsText = (text: string): boolean =>
  resolvePlain(text).type === 'string' && !timestamp.test(text) && !base60.test(text)

/** A text that is plain unless it reads as something else: most names and values of objects. */
const commonText = /^[\w/](?:[\w ./@=+(),-]|:(?=[\w/]))*$/

/** Returns the style of a string. Keys are never literal, and empty strings are quoted. */
export function styleOf(text: string, isKey: boolean): TextStyle {
  return isCommon(text) ? (readsAsText(text) ? 'plain' : 'double') : styleOfOther(text, isKey)
}

const isCommon = (text: string): boolean => commonText.test(text) && !text.endsWith(' ')

function styleOfOther(text: string, isKey: boolean): TextStyle {
  const facts = factsOf(text)
  if (isKey && (facts.multiline || text === '<<')) return 'double'
  if (text.includes('\n')) return facts.block && !isKey ? 'literal' : 'double'
  if (!readsAsText(text)) return 'double'
  if (facts.plain && !(isKey && text === '')) return 'plain'
  return facts.singleQuoted ? 'single' : 'double'
}

const isBreak = (char: string | undefined): boolean =>
  char === '\n' || char === '\r' || char === '\u0085' || char === '\u2028' || char === '\u2029'
const isBlank = (char: string | undefined): boolean =>
  char === undefined || char === ' ' || char === '\t' || isBreak(char)

/** Characters outside the BMP are written as escapes. */
export function isPrintable(char: string): boolean {
  const code = char.codePointAt(0) ?? 0
  if (code < 0xa0) return code === 0x0a || (code >= 0x20 && code <= 0x7e)
  return code < 0xfffe && code !== 0xfeff && !(code >= 0xd800 && code <= 0xdfff)
}

function factsOf(text: string): TextFacts {
  const chars = Array.from(text)
  const hasBreak = chars.some(isBreak)
  // Line breaks other than `
  // ` are only safe as escapes.
  const isOdd =
    chars.some((char) => !isPrintable(char) || (isBreak(char) && char !== '\n')) || hasBreakBeside(chars, -1)
  const isUnquotable = isOdd || hasBreakBeside(chars, 1)
  return {
    plain: !isUnquotable && !hasBreak && !isEdge(chars[0]) && !isEdge(chars.at(-1)) && !hasIndicators(text, chars),
    singleQuoted: !isUnquotable,
    block: !isOdd && chars.at(-1) !== ' ' && text !== '',
    multiline: hasBreak,
  }
}

/** Reports whether a line break has a space before (-1) or after it (1). */
const hasBreakBeside = (chars: readonly string[], side: number): boolean =>
  chars.some((char, at) => isBreak(char) && chars[at + side] === ' ')

const isEdge = (char: string | undefined): boolean => char === ' ' || (char !== undefined && isBreak(char))

const hasIndicators = (text: string, chars: readonly string[]): boolean =>
  text.startsWith('---') || text.startsWith('...') || chars.some((_, at) => isIndicator(chars, at))

/** Characters with a special meaning in block context. */
function isIndicator(chars: readonly string[], at: number): boolean {
  const char = chars[at] ?? ''
  const isFollowedByBlank = isBlank(chars[at + 1])
  if (at === 0 && '#,[]{}&*!|>\'"%@`'.includes(char)) return true
  if (at === 0 && '?-'.includes(char)) return isFollowedByBlank
  if (char === ':') return isFollowedByBlank
  return char === '#' && isBlank(chars[at - 1])
}

const escapes: ReadonlyMap<string, string> = new Map([
  ['\0', '\\0'],
  ['\u0007', '\\a'],
  ['\b', '\\b'],
  ['\t', '\\t'],
  ['\n', '\\n'],
  ['\v', '\\v'],
  ['\f', '\\f'],
  ['\r', '\\r'],
  ['\u001b', '\\e'],
  ['"', '\\"'],
  ['\\', '\\\\'],
  ['\u0085', '\\N'],
  ['\u2028', '\\L'],
  ['\u2029', '\\P'],
])

/** Returns one character of a double-quoted string; unchanged if it needs no escape. */
export function escapeChar(char: string): string {
  const escape = escapes.get(char)
  if (escape !== undefined) return escape
  if (isPrintable(char)) return char
  const code = char.codePointAt(0) ?? 0
  const hex = (width: number): string => code.toString(16).toUpperCase().padStart(width, '0')
  if (code <= 0xff) return `\\x${hex(2)}`
  return code <= 0xffff ? `\\u${hex(4)}` : `\\U${hex(8)}`
}
