import {
  Folding,
  type YamlCharacters,
  isBlank,
  isBlankOrEnd,
  isBreak,
  isBreakOrEnd,
  isWordCharacter,
} from './yaml-characters.ts'
import { YamlError, type YamlMark } from './yaml-errors.ts'

/** The name after `&` or `*`. */
export function scanAnchor(characters: YamlCharacters): string {
  const start = characters.mark()
  characters.skip()
  let name = ''
  while (isWordCharacter(characters.peek())) name += characters.take()
  const after = characters.peek()
  if (name === '' || !(isBlankOrEnd(after) || '?:,]}%@`'.includes(after)))
    throw YamlError.atCharacter('did not find expected alphabetic or numeric character', characters.mark(), start)
  return name
}

/** Characters that are always part of a plain scalar; others are checked one by one. */
const plainWord = /[\w./-]+/y

interface Surroundings {
  readonly indent: number
  readonly isFlow: boolean
}

/** Scans a plain scalar over all lines that are indented enough. `endsLine`: it ended after a line break. */
export function scanPlain(
  characters: YamlCharacters,
  { indent, isFlow }: Surroundings,
): { readonly value: string; readonly endsLine: boolean } {
  const start = characters.mark()
  const folding = new Folding()
  let value = ''
  for (;;) {
    if (characters.isDocumentIndicator() || characters.peek() === '#') break
    while (!isBlankOrEnd(characters.peek()) && !endsPlain(characters, isFlow))
      value += folding.take() + (characters.takeWord(plainWord) || characters.take())
    if (!isBlank(characters.peek()) && !isBreak(characters.peek())) break
    skipWhite(characters, folding, () => checkTab(characters, folding, { indent, start }))
    if (!isFlow && characters.currentColumn < indent + 1) break
  }
  return { value, endsLine: folding.isAtLineStart }
}

const endsPlain = (characters: YamlCharacters, isFlow: boolean): boolean => {
  const char = characters.peek()
  return (char === ':' && isBlankOrEnd(characters.peek(1))) || (isFlow && ',?[]{}'.includes(char))
}

function checkTab(
  characters: YamlCharacters,
  folding: Folding,
  { indent, start }: { readonly indent: number; readonly start: YamlMark },
): void {
  if (folding.isAtLineStart && characters.currentColumn < indent + 1 && characters.peek() === '\t')
    throw YamlError.atCharacter('found a tab character that violates indentation', characters.mark(), start)
}

function skipWhite(characters: YamlCharacters, folding: Folding, check: () => void = () => undefined): void {
  for (;;) {
    const char = characters.peek()
    if (isBlank(char)) {
      check()
      folding.addBlank(char)
      characters.skip()
    } else if (isBreak(char)) folding.addBreak(characters.takeBreak())
    else return
  }
}

/** Scans a quoted scalar; the position is at its opening quote. */
export function scanQuoted(characters: YamlCharacters): string {
  const start = characters.mark()
  const quote = characters.take()
  const folding = new Folding()
  let value = ''
  for (;;) {
    if (characters.isDocumentIndicator())
      throw YamlError.atCharacter('found unexpected document indicator', characters.mark(), start)
    if (characters.peek() === '')
      throw YamlError.atCharacter('found unexpected end of stream', characters.mark(), start)
    value += folding.take() + scanWord(characters, quote, { start, folding })
    if (characters.peek() === quote) break
    skipWhite(characters, folding)
  }
  characters.skip()
  return value
}

/** Scans up to white space or the closing quote. */
function scanWord(
  characters: YamlCharacters,
  quote: string,
  { start, folding }: { readonly start: YamlMark; readonly folding: Folding },
): string {
  let word = ''
  while (!isBlankOrEnd(characters.peek())) {
    const char = characters.peek()
    if (char === quote && quote === "'" && characters.peek(1) === "'") {
      word += "'"
      characters.skip(2)
    } else if (char === quote) return word
    else if (char !== '\\' || quote === "'") word += characters.take()
    else if (isBreak(characters.peek(1))) {
      characters.skip()
      characters.takeBreak()
      folding.addEscapedBreak()
      return word
    } else word += scanEscape(characters, start)
  }
  return word
}

const escapes: ReadonlyMap<string, string> = new Map([
  ['0', '\0'],
  ['a', '\u0007'],
  ['b', '\b'],
  ['t', '\t'],
  ['\t', '\t'],
  ['n', '\n'],
  ['v', '\v'],
  ['f', '\f'],
  ['r', '\r'],
  ['e', '\u001b'],
  [' ', ' '],
  ['"', '"'],
  ["'", "'"],
  ['\\', '\\'],
  ['N', '\u0085'],
  ['_', '\u00a0'],
  ['L', '\u2028'],
  ['P', '\u2029'],
])
const hexWidths: ReadonlyMap<string, number> = new Map([
  ['x', 2],
  ['u', 4],
  ['U', 8],
])

function scanEscape(characters: YamlCharacters, start: YamlMark): string {
  const letter = characters.peek(1)
  const known = escapes.get(letter)
  if (known !== undefined) {
    characters.skip(2)
    return known
  }
  const width = hexWidths.get(letter)
  if (width === undefined) throw YamlError.atCharacter('found unknown escape character', characters.mark(), start)
  characters.skip(2)
  let digits = ''
  for (let at = 0; at < width; at++) digits += characters.peek(at)
  if (!/^[0-9A-Fa-f]+$/.test(digits) || digits.length !== width)
    throw YamlError.atCharacter('did not find expected hexdecimal number', characters.mark(), start)
  const code = Number.parseInt(digits, 16)
  if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff))
    throw YamlError.atCharacter('found invalid Unicode character escape code', characters.mark(), start)
  characters.skip(width)
  return String.fromCodePoint(code)
}

/** Scans a scalar after `|` or `>`. */
export function scanBlock(characters: YamlCharacters, parentIndent: number): string {
  const start = characters.mark()
  const isLiteral = characters.take() === '|'
  const { chomping, increment } = scanBlockHeader(characters, start)
  const given = increment === 0 ? 0 : Math.max(parentIndent, 0) + increment
  const first = scanBlockBreaks(characters, { indent: given, parentIndent, start })
  const { indent } = first
  const folding = new BlockFolding(isLiteral, first.breaks)
  while (characters.currentColumn === indent && characters.peek() !== '') {
    folding.startLine(isBlank(characters.peek()))
    let line = ''
    while (!isBreakOrEnd(characters.peek())) line += characters.take()
    const lineBreak = isBreak(characters.peek()) ? characters.takeBreak() : ''
    folding.endLine(line, lineBreak, scanBlockBreaks(characters, { indent, parentIndent, start }).breaks)
  }
  return folding.finish(chomping)
}

/** Joins the lines of a block scalar: `>` folds those that neither begin with a blank nor follow such a line. */
class BlockFolding {
  private value = ''
  private lineBreak = ''
  private breaks: string
  private wasBlank = false
  private readonly isLiteral: boolean

  constructor(isLiteral: boolean, breaks: string) {
    this.isLiteral = isLiteral
    this.breaks = breaks
  }

  startLine(isBlankLine: boolean): void {
    const folds = !this.isLiteral && !this.wasBlank && !isBlankLine && this.lineBreak === '\n'
    if (!folds) this.value += this.lineBreak
    else if (this.breaks === '') this.value += ' '
    this.value += this.breaks
    this.wasBlank = isBlankLine
  }

  endLine(line: string, lineBreak: string, breaks: string): void {
    this.value += line
    this.lineBreak = lineBreak
    this.breaks = breaks
  }

  finish(chomping: string): string {
    if (chomping === '-') return this.value
    return this.value + this.lineBreak + (chomping === '+' ? this.breaks : '')
  }
}

function scanBlockHeader(
  characters: YamlCharacters,
  start: YamlMark,
): { readonly chomping: string; readonly increment: number } {
  let chomping = ''
  let increment = 0
  for (let part = 0; part < 2; part++) {
    const char = characters.peek()
    if (chomping === '' && (char === '+' || char === '-')) chomping = characters.take()
    else if (increment === 0 && /^[0-9]$/.test(char)) {
      if (char === '0')
        throw YamlError.atCharacter('found an indentation indicator equal to 0', characters.mark(), start)
      increment = Number(characters.take())
    }
  }
  characters.skipBlanks()
  characters.skipComment()
  if (!isBreakOrEnd(characters.peek()))
    throw YamlError.atCharacter('did not find expected comment or line break', characters.mark(), start)
  if (isBreak(characters.peek())) characters.takeBreak()
  return { chomping, increment }
}

/** Reads empty lines. The first other line determines the indentation if it is unknown (0). */
function scanBlockBreaks(
  characters: YamlCharacters,
  block: { readonly indent: number; readonly parentIndent: number; readonly start: YamlMark },
): { readonly breaks: string; readonly indent: number } {
  let breaks = ''
  let deepest = 0
  const isOutside = (): boolean => block.indent === 0 || characters.currentColumn < block.indent
  for (;;) {
    while (isOutside() && characters.peek() === ' ') characters.skip()
    deepest = Math.max(deepest, characters.currentColumn)
    if (isOutside() && characters.peek() === '\t')
      throw YamlError.atCharacter(
        'found a tab character where an indentation space is expected',
        characters.mark(),
        block.start,
      )
    if (!isBreak(characters.peek())) break
    breaks += characters.takeBreak()
  }
  return { breaks, indent: block.indent === 0 ? Math.max(deepest, block.parentIndent + 1, 1) : block.indent }
}
