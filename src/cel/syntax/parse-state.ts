import { issueAt, type CelIssue, type Place } from './issue.ts'
import type { CelNode } from './ast.ts'
import { lex, type LexicalError } from './lexer.ts'
import { expectedText, quotedToken, type Token, type TokenKind } from './token.ts'

/** Thrown when the text is too deep or too broken to continue. The issues hold the reason. */
export class ParseStop extends Error {}

/** Ends the rule that cannot continue; the error has been reported. `place` tells apart the places that throw it. */
class BrokenRule extends Error {
  readonly place: string
  constructor(place: string) {
    super(place)
    this.place = place
  }
}

/** The tokens that may follow a rule where it is used. */
export interface Follow {
  readonly kinds: readonly TokenKind[]
  /** True if the surrounding rule may end there, so that its own followers come as well. */
  readonly isEnd: boolean
}

/** Maximum nesting of expressions. */
const DEPTH_MAX = 250
const SYNTAX_ERRORS_MAX = 100
const RECOVERIES_MAX = 30
/** Maximum number of tokens that one recovery skips. */
const SKIPPED_MAX = 256

/**
 * The tokens, the current position and the issues found. Errors are reported, and the parser goes on, as by ANTLR's
 * default error strategy. A single wrong token before a right one is deleted, a single missing one is assumed. Any other
 * error ends its rule: tokens are skipped up to one that may follow the rule or a rule around it. After an error no other
 * is reported until a token matches again. [CEL2]
 */
export class ParseState {
  readonly source: string
  /** True if `cel.bind` is a macro here. */
  readonly canBind: boolean
  readonly issues: CelIssue[] = []
  private readonly tokens: readonly Token[]
  private readonly lexical: readonly LexicalError[]
  private at = 0
  private lastId = 0
  private depth = 0
  private isRecovering = false
  private recoveries = 0
  /** The position and the places of errors since the last token that matched: a second error there skips a token. */
  private lastErrorAt = -1
  private readonly lastPlaces = new Set<string>()
  /** The followers of the rules that are being read; the innermost rule is last. */
  private readonly follows: Follow[] = []

  constructor(source: string, canBind: boolean) {
    this.source = source
    this.canBind = canBind
    const { tokens, errors } = lex(source)
    this.tokens = tokens
    this.lexical = errors
    // ANTLR's lexer quotes a text as it is, unlike the parser.
    for (const error of errors) this.report(error, `Syntax error: token recognition error at: '${error.text}'`)
  }

  get token(): Token {
    return this.peek(0)
  }
  /** The last token taken. */
  get previous(): Token {
    return this.peek(-1)
  }

  peek(ahead: number): Token {
    const token = this.tokens[Math.max(0, Math.min(this.at + ahead, this.tokens.length - 1))]
    if (token === undefined) throw new RangeError('a text has at least one token')
    return token
  }

  take(): Token {
    const taken = this.token
    this.at++
    this.endRecovery()
    return taken
  }

  takeIf(...kinds: readonly TokenKind[]): Token | null {
    return kinds.includes(this.token.kind) ? this.take() : null
  }

  /** Takes a comma that is followed by another element; any other comma is left for the closing bracket. */
  takeComma(starts: readonly TokenKind[]): boolean {
    if (this.token.kind !== ',' || !starts.includes(this.peek(1).kind)) return false
    this.take()
    return true
  }

  /**
   * Takes a token of the kind. `after` are the tokens that may follow it: before one of them it may be missing. Ends the
   * rule if it is neither there nor after one wrong token nor missing.
   */
  expect(kind: TokenKind, place: string, after: readonly TokenKind[] = []): Token {
    if (this.token.kind === kind) return this.take()
    this.countRecovery()
    if (this.deleteBefore([kind])) return this.take()
    if (!after.includes(this.token.kind)) return this.mismatch([kind], place)
    this.syntaxError(`missing ${expectedText([kind])} at ${quotedToken(this.token)}`)
    return { ...this.token, to: this.token.from }
  }

  /** Takes a closing bracket, which ends an operand. */
  expectClosing(kind: TokenKind, place: string): Token {
    return this.expect(kind, place, this.token.kind === kind ? [] : ['.', '[', ...this.followers()])
  }

  /** Checks that one of the kinds is next, possibly after one wrong token, which is deleted. Ends the rule if not. */
  sync(kinds: readonly TokenKind[], place: string): void {
    if (this.isRecovering || kinds.includes(this.token.kind)) return
    if (!this.deleteBefore(kinds)) this.mismatch(kinds, place)
  }

  /** Checks after a repeated token that it or what follows the repetition is next, and skips what is not. */
  syncRepetition(kinds: readonly TokenKind[]): void {
    if (this.isRecovering || kinds.includes(this.token.kind)) return
    this.syntaxError(`extraneous input ${quotedToken(this.token)} expecting ${expectedText(kinds)}`)
    this.skipTo([...kinds, ...this.follows.flatMap((follow) => follow.kinds)])
  }

  private deleteBefore(kinds: readonly TokenKind[]): boolean {
    if (this.token.kind === 'EOF' || !kinds.includes(this.peek(1).kind)) return false
    this.syntaxError(`extraneous input ${quotedToken(this.token)} expecting ${expectedText(kinds)}`)
    this.at++
    this.endRecovery()
    return true
  }

  private mismatch(kinds: readonly TokenKind[], place: string): never {
    this.syntaxError(`mismatched input ${quotedToken(this.token)} expecting ${expectedText(kinds)}`)
    throw new BrokenRule(place)
  }

  /** Ends the rule because no alternative begins with the tokens from the next one to `last`. */
  noViable(last: Token, place: string): never {
    const text = quoted(this.written(last))
    const word = /^'.(true|false|null)'$/s.exec(text)?.[1]
    this.syntaxError(
      word === undefined ? `no viable alternative at input ${text}` : `mismatched input '${word}' expecting IDENTIFIER`,
      last,
    )
    throw new BrokenRule(place)
  }

  /** Reads a rule that `follow` follows. */
  within<T>(follow: Follow, read: (state: ParseState) => T): T {
    this.follows.push(follow)
    const result = read(this)
    this.follows.pop()
    return result
  }

  /** Reads a rule. An error inside that ends it is recovered from; the result is then an error node. */
  rule<T>(read: (state: ParseState) => T): T | CelNode {
    const { depth, token } = this
    const { length } = this.follows
    try {
      return read(this)
    } catch (error) {
      if (!(error instanceof BrokenRule)) throw error
      this.depth = depth
      this.follows.length = length
      this.recover(error.place)
      return this.errorNode(token)
    }
  }

  private recover(place: string): void {
    this.countRecovery()
    if (this.lastErrorAt === this.at && this.lastPlaces.has(place)) this.at++
    this.lastErrorAt = this.at
    this.lastPlaces.add(place)
    this.skipTo(this.follows.flatMap(({ kinds }) => kinds))
  }

  private endRecovery(): void {
    this.isRecovering = false
    if (this.lastErrorAt === -1) return
    this.lastErrorAt = -1
    this.lastPlaces.clear()
  }

  private skipTo(kinds: readonly TokenKind[]): void {
    for (let skipped = 0; this.token.kind !== 'EOF' && !kinds.includes(this.token.kind); skipped++) {
      if (skipped === SKIPPED_MAX) {
        this.report(null, `error recovery token lookahead limit exceeded: ${SKIPPED_MAX}`)
        throw new ParseStop()
      }
      this.at++
    }
  }

  private countRecovery(): void {
    if (this.recoveries++ < RECOVERIES_MAX) return
    this.report(this.token, `Syntax error: error recovery attempt limit exceeded: ${RECOVERIES_MAX}`)
    throw new ParseStop()
  }

  /** Returns the tokens that may follow the rule that is being read. */
  private followers(): readonly TokenKind[] {
    const last = this.follows.findLastIndex(({ isEnd }) => !isEnd)
    return this.follows.slice(Math.max(0, last)).flatMap(({ kinds }) => kinds)
  }

  /** Reports an error at the next token, unless the parser is still recovering from the last error. */
  syntaxError(message: string, place: Place = this.token): void {
    if (!this.isRecovering) this.report(place, `Syntax error: ${message}`)
    this.isRecovering = true
    if (this.issues.length <= SYNTAX_ERRORS_MAX) return
    this.report(place, `Syntax error: More than ${SYNTAX_ERRORS_MAX} syntax errors`)
    throw new ParseStop()
  }

  report(place: Place | null, message: string): void {
    this.issues.push(issueAt(this.source, place, message))
  }

  /** Returns the source from the next token to `last`, with white space but without invalid text. */
  private written(last: Token): string {
    const { from } = this.token
    let text = ''
    let at = from
    for (const error of this.lexical.filter((each) => each.from >= from && each.to <= last.to)) {
      text += this.source.slice(at, error.from)
      at = error.to
    }
    return text + this.source.slice(at, Math.max(at, last.to))
  }

  nextId(): number {
    return ++this.lastId
  }

  errorNode(place: Place): CelNode {
    return { kind: 'error', id: this.nextId(), from: place.from, to: place.to, at: place.from }
  }

  /** Begins an expression inside of another one. @throws ParseStop if it nests too deep */
  enter(): void {
    if (++this.depth <= DEPTH_MAX) return
    this.report(null, `expression recursion limit exceeded: ${DEPTH_MAX}`)
    throw new ParseStop()
  }

  leave(): void {
    this.depth--
  }
}

const quoted = (text: string): string =>
  `'${text.replaceAll('\n', '\\n').replaceAll('\r', '\\r').replaceAll('\t', '\\t')}'`
