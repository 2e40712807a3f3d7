import { NESTING_MAX } from '#go/json-syntax.ts'
import { YamlCharacters, isBlank, isBlankOrEnd, isBreak } from './yaml-characters.ts'
import { YamlError, type YamlMark } from './yaml-errors.ts'
import { scanAnchor, scanBlock, scanPlain, scanQuoted } from './yaml-scan-scalar.ts'
import { scanDirective, scanTag } from './yaml-scan-tag.ts'
import type { YamlToken, YamlTokenType } from './yaml-token.ts'

/** A position where a key without `?` may begin. */
interface SimpleKey {
  isPossible: boolean
  readonly isRequired: boolean
  /** Index of its first token, counted from the beginning. */
  readonly tokenNumber: number
  readonly mark: YamlMark
}

const SIMPLE_KEY_CHARACTERS_MAX = 1024

/** The tokens of a text, one after the other. */
export interface YamlTokens {
  /** @throws YamlError */
  peek(): YamlToken
  /** @throws YamlError */
  take(): YamlToken
}

/** Tokenizes a text with the rules, limits and errors of libyaml, on which the reference's parser is based. */
export class YamlScanner implements YamlTokens {
  private readonly characters: YamlCharacters
  private readonly tokens: YamlToken[] = []
  private takenCount = 0
  private isDone = false
  private flowLevel = 0
  private indent = -1
  private readonly indents: number[] = []
  private isKeyAllowed = true
  /** One per open bracket, and one for the enclosing block. */
  private readonly keys: (SimpleKey | undefined)[] = [undefined]
  private readonly keysByToken = new Map<number, SimpleKey>()

  constructor(text: string) {
    this.characters = new YamlCharacters(text)
  }

  peek(): YamlToken {
    while (this.needsMore()) this.fetch()
    const token = this.tokens[0]
    if (token === undefined) throw new Error('read beyond the end of the stream')
    return token
  }

  take(): YamlToken {
    const token = this.peek()
    this.tokens.shift()
    this.keysByToken.delete(this.takenCount)
    this.takenCount++
    return token
  }

  /** The first token may still turn out to be a key, before which other tokens are inserted. */
  private needsMore(): boolean {
    if (this.tokens.length === 0) return !this.isDone
    const key = this.keysByToken.get(this.takenCount)
    // `isValid` throws for a required key without `:`, also at the end of the text.
    return key !== undefined && this.isValid(key) && !this.isDone
  }

  private add(type: YamlTokenType, mark = this.characters.mark(), text = '', isPlain = false): void {
    const end = type === 'scalar' || type === 'alias' ? this.characters.indexBeforeBlanks() : mark.index
    this.tokens.push({ type, mark, end, text, isPlain })
  }

  private insert(type: YamlTokenType, mark: YamlMark, tokenNumber: number): void {
    this.tokens.splice(tokenNumber - this.takenCount, 0, { type, mark, end: mark.index, text: '', isPlain: false })
  }

  private fail(problem: string, context?: YamlMark): YamlError {
    return YamlError.atCharacter(problem, this.characters.mark(), context)
  }

  private isValid(key: SimpleKey): boolean {
    if (!key.isPossible) return false
    const { currentLine, currentIndex } = this.characters
    if (key.mark.line >= currentLine && key.mark.index + SIMPLE_KEY_CHARACTERS_MAX >= currentIndex) return true
    if (key.isRequired) throw this.fail("could not find expected ':'", key.mark)
    key.isPossible = false
    return false
  }

  private saveKey(): void {
    const isRequired = this.flowLevel === 0 && this.indent === this.characters.currentColumn
    if (!this.isKeyAllowed) return
    this.removeKey()
    const tokenNumber = this.takenCount + this.tokens.length
    const key = { isPossible: true, isRequired, tokenNumber, mark: this.characters.mark() }
    this.keys[this.keys.length - 1] = key
    this.keysByToken.set(tokenNumber, key)
  }

  private removeKey(): void {
    const key = this.keys.at(-1)
    if (key?.isPossible !== true) return
    if (key.isRequired) throw this.fail("could not find expected ':'", key.mark)
    key.isPossible = false
  }

  private roll(column: number, type: YamlTokenType, mark: YamlMark, tokenNumber?: number): void {
    if (this.flowLevel > 0 || this.indent >= column) return
    this.indents.push(this.indent)
    this.indent = column
    if (this.indents.length > NESTING_MAX) throw this.fail(`exceeded max depth of ${NESTING_MAX}`)
    if (tokenNumber === undefined) this.add(type, mark)
    else this.insert(type, mark, tokenNumber)
  }

  private unroll(column: number): void {
    while (this.flowLevel === 0 && this.indent > column) {
      this.add('block-end')
      this.indent = this.indents.pop() ?? -1
    }
  }

  private fetch(): void {
    this.skipToToken()
    this.unroll(this.characters.currentColumn)
    const char = this.characters.peek()
    if (char === '') this.fetchEnd()
    else if (char === '%' && this.characters.currentColumn === 0) this.fetchDirective()
    else if (this.characters.isDocumentIndicator()) this.fetchDocument(char)
    else if (char === '[' || char === '{') this.fetchOpen(char)
    else if (char === ']' || char === '}') this.fetchClose(char)
    else if (char === ',') this.fetchComma()
    else if (!this.fetchIndicator(char)) this.fetchScalar(char)
  }

  private skipToToken(): void {
    for (;;) {
      const char = this.characters.peek()
      const isTabAllowed = this.flowLevel > 0 || !this.isKeyAllowed
      if (char === ' ' || (char === '\t' && isTabAllowed)) this.characters.skip()
      else if (char === '#') this.characters.skipComment()
      else if (isBreak(char)) {
        this.characters.takeBreak()
        if (this.flowLevel === 0) this.isKeyAllowed = true
      } else return
    }
  }

  private fetchEnd(): void {
    this.characters.endLine()
    this.unroll(-1)
    this.removeKey()
    this.isKeyAllowed = false
    this.isDone = true
    this.add('stream-end')
  }

  private fetchDirective(): void {
    this.unroll(-1)
    this.removeKey()
    this.isKeyAllowed = false
    const mark = this.characters.mark()
    this.add('directive', mark, scanDirective(this.characters))
  }

  private fetchDocument(char: string): void {
    this.unroll(-1)
    this.removeKey()
    this.isKeyAllowed = false
    this.add(char === '-' ? 'document-start' : 'document-end')
    this.characters.skip(3)
  }

  private fetchOpen(char: '[' | '{'): void {
    this.saveKey()
    this.keys.push(undefined)
    this.flowLevel++
    if (this.flowLevel > NESTING_MAX) throw this.fail(`exceeded max depth of ${NESTING_MAX}`)
    this.isKeyAllowed = true
    this.add(char)
    this.characters.skip()
  }

  private fetchClose(char: ']' | '}'): void {
    this.removeKey()
    if (this.flowLevel > 0) {
      this.flowLevel--
      this.keys.pop()
    }
    this.isKeyAllowed = false
    this.add(char)
    this.characters.skip()
  }

  private fetchComma(): void {
    this.removeKey()
    this.isKeyAllowed = true
    this.add(',')
    this.characters.skip()
  }

  /** Scans `-`, `?` and `:` where they are not part of a scalar. */
  private fetchIndicator(char: string): boolean {
    const isFollowed = isBlankOrEnd(this.characters.peek(1))
    if (char === '-' && isFollowed) this.fetchEntry()
    else if (char === '?' && (this.flowLevel > 0 || isFollowed)) this.fetchKey()
    else if (char === ':' && (this.flowLevel > 0 || isFollowed)) this.fetchValue()
    else return false
    return true
  }

  private fetchEntry(): void {
    if (this.flowLevel === 0 && !this.isKeyAllowed)
      throw this.fail('block sequence entries are not allowed in this context')
    this.roll(this.characters.currentColumn, 'block-list', this.characters.mark())
    this.removeKey()
    this.isKeyAllowed = true
    this.add('entry')
    this.characters.skip()
  }

  private fetchKey(): void {
    if (this.flowLevel === 0 && !this.isKeyAllowed) throw this.fail('mapping keys are not allowed in this context')
    this.roll(this.characters.currentColumn, 'block-map', this.characters.mark())
    this.removeKey()
    this.isKeyAllowed = this.flowLevel === 0
    this.add('key')
    this.characters.skip()
  }

  private fetchValue(): void {
    const key = this.keys.at(-1)
    if (key !== undefined && this.isValid(key)) {
      this.insert('key', key.mark, key.tokenNumber)
      this.roll(key.mark.column, 'block-map', key.mark, key.tokenNumber)
      key.isPossible = false
      this.isKeyAllowed = false
    } else {
      if (this.flowLevel === 0 && !this.isKeyAllowed) throw this.fail('mapping values are not allowed in this context')
      this.roll(this.characters.currentColumn, 'block-map', this.characters.mark())
      this.isKeyAllowed = this.flowLevel === 0
    }
    this.add('value')
    this.characters.skip()
  }

  private fetchScalar(char: string): void {
    const mark = this.characters.mark()
    if ((char === '|' || char === '>') && this.flowLevel === 0) {
      this.removeKey()
      this.isKeyAllowed = true
      this.add('scalar', mark, scanBlock(this.characters, this.indent))
      return
    }
    if (!this.canStart(char)) throw this.fail('found character that cannot start any token')
    this.saveKey()
    this.isKeyAllowed = false
    if (char === '*' || char === '&') this.add(char === '*' ? 'alias' : 'anchor', mark, scanAnchor(this.characters))
    else if (char === '!') this.add('tag', mark, scanTag(this.characters))
    else if (char === '"' || char === "'") this.add('scalar', mark, scanQuoted(this.characters))
    else this.fetchPlain(mark)
  }

  private canStart(char: string): boolean {
    if ('*&!\'"'.includes(char)) return true
    if (char === '-') return !isBlank(this.characters.peek(1))
    if (char === '?' || char === ':') return this.flowLevel === 0 && !isBlankOrEnd(this.characters.peek(1))
    return !isBlankOrEnd(char) && !',[]{}#|>%@`'.includes(char)
  }

  private fetchPlain(mark: YamlMark): void {
    const plain = scanPlain(this.characters, { indent: this.indent, isFlow: this.flowLevel > 0 })
    if (plain.endsLine) this.isKeyAllowed = true
    this.add('scalar', mark, plain.value, true)
  }
}

/** Scans the whole text, to find errors and too deep nesting without recursion. @throws YamlError */
export function checkYamlDepth(text: string): void {
  const scanner = new YamlScanner(text)
  while (scanner.take().type !== 'stream-end');
}
