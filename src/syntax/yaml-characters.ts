import type { YamlMark } from './yaml-errors.ts'

/** `''` marks the end of the text. */
export const isBreak = (char: string): boolean =>
  char === '\n' || char === '\r' || char === '\u0085' || char === '\u2028' || char === '\u2029'
export const isBlank = (char: string): boolean => char === ' ' || char === '\t'
export const isBreakOrEnd = (char: string): boolean => char === '' || isBreak(char)
export const isBlankOrEnd = (char: string): boolean => isBlank(char) || isBreakOrEnd(char)
export const isWordCharacter = (char: string): boolean => /^[0-9A-Za-z_-]$/.test(char)

/** A text with a forward-only position. */
export class YamlCharacters {
  private readonly text: string
  private index = 0
  private line = 0
  private column = 0

  constructor(text: string) {
    this.text = text
  }

  peek(ahead = 0): string {
    return this.text.charAt(this.index + ahead)
  }

  /** Returns the next characters, fewer at the end of the text. */
  peekText(count: number): string {
    return this.text.slice(this.index, this.index + count)
  }

  startsWith(text: string): boolean {
    return this.text.startsWith(text, this.index)
  }

  mark(): YamlMark {
    return { index: this.index, line: this.line, column: this.column }
  }

  get currentColumn(): number {
    return this.column
  }

  get currentLine(): number {
    return this.line
  }

  get currentIndex(): number {
    return this.index
  }

  /** Returns the index after the last character before the position that is not white space. */
  indexBeforeBlanks(): number {
    let end = this.index
    while (end > 0 && isBlankOrEnd(this.text.charAt(end - 1))) end--
    return end
  }

  skip(count = 1): void {
    this.index += count
    this.column += count
  }

  take(): string {
    const char = this.peek()
    this.skip()
    return char
  }

  /** Takes the match of a sticky pattern, which contains no line break. */
  takeWord(pattern: RegExp): string {
    pattern.lastIndex = this.index
    const word = pattern.exec(this.text)?.[0] ?? ''
    this.skip(word.length)
    return word
  }

  /**
   * Takes a line break in its normalized form; `\r
   * ` is one.
   */
  takeBreak(): string {
    const char = this.peek()
    this.index += char === '\r' && this.peek(1) === '\n' ? 2 : 1
    this.column = 0
    this.line++
    return char === '\u2028' || char === '\u2029' ? char : '\n'
  }

  /** The reference treats the end of the text as a line of its own. */
  endLine(): void {
    if (this.column === 0) return
    this.column = 0
    this.line++
  }

  /** Reports whether `---` or `...` is at the beginning of a line. */
  isDocumentIndicator(): boolean {
    return this.column === 0 && (this.startsWith('---') || this.startsWith('...')) && isBlankOrEnd(this.peek(3))
  }

  skipBlanks(): void {
    while (isBlank(this.peek())) this.skip()
  }

  skipComment(): void {
    if (this.peek() === '#') while (!isBreakOrEnd(this.peek())) this.skip()
  }
}

/** White space between the lines of a scalar, which is folded. */
export class Folding {
  private spaces = ''
  private firstBreak = ''
  private moreBreaks = ''
  isAtLineStart = false

  addBlank(char: string): void {
    if (!this.isAtLineStart) this.spaces += char
  }

  addBreak(text: string): void {
    if (this.isAtLineStart) this.moreBreaks += text
    else {
      this.spaces = ''
      this.firstBreak = text
      this.isAtLineStart = true
    }
  }

  /** An escaped line break joins without a space. */
  addEscapedBreak(): void {
    this.isAtLineStart = true
  }

  /** Returns the text for the white space collected so far. */
  take(): string {
    const folded = this.isAtLineStart ? this.foldedBreaks() : this.spaces
    this.spaces = ''
    this.firstBreak = ''
    this.moreBreaks = ''
    this.isAtLineStart = false
    return folded
  }

  private foldedBreaks(): string {
    if (this.firstBreak !== '\n') return this.firstBreak + this.moreBreaks
    return this.moreBreaks === '' ? ' ' : this.moreBreaks
  }
}
