import { issueAt, type CelIssue, type Place } from './issue.ts'
import type { CelNode } from './ast.ts'
import { lex, type LexicalError } from './lexer.ts'
import { expectedText, quotedToken, type Token, type TokenKind } from './token.ts'

/** Tokens that may follow a member in any context. */
const afterMember = ['.', '[', '?', '==', '!=', '<', '<=', '>', '>=', 'in', '&&', '||', '+', '-', '*', '/', '%']

/** Thrown when the text is too deep or too broken to continue. The issues hold the reason. */
export class ParseStop extends Error {}

/** Maximum nesting of expressions. */
const DEPTH_MAX = 250
const SYNTAX_ERRORS_MAX = 100

/**
 * The tokens, the current position and the issues found. Errors are reported as by ANTLR's default error strategy: a
 * single wrong token before a right one is skipped as extraneous, and after an error no other is reported until a
 * token matches again.
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
  /** Tokens that may follow the current expression, by context; the innermost context is last. */
  private readonly follows: (readonly TokenKind[])[] = [['EOF']]

  constructor(source: string, canBind: boolean) {
    this.source = source
    this.canBind = canBind
    const { tokens, errors } = lex(source)
    this.tokens = tokens
    this.lexical = errors
    for (const error of errors) this.report(error, `Syntax error: token recognition error at: ${quoted(error.text)}`)
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
    this.isRecovering = false
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

  /** Takes a token of the kind, or reports the actual one. */
  expect(kind: TokenKind): Token {
    if (this.token.kind === kind) return this.take()
    if (this.peek(1).kind === kind && this.token.kind !== 'EOF') {
      this.syntaxError(`extraneous input ${quotedToken(this.token)} expecting ${expectedText([kind])}`)
      this.at++
      return this.take()
    }
    if (this.canFollow(kind)) this.syntaxError(`missing ${expectedText([kind])} at ${quotedToken(this.token)}`)
    else this.syntaxError(`mismatched input ${quotedToken(this.token)} expecting ${expectedText([kind])}`)
    return { ...this.token, to: this.token.from }
  }

  /** Reports whether the next token may follow a closing bracket: then only the bracket is missing. */
  private canFollow(closing: TokenKind): boolean {
    if (closing !== ')' && closing !== ']' && closing !== '}') return false
    return afterMember.includes(this.token.kind) || (this.follows.at(-1) ?? []).includes(this.token.kind)
  }

  /** Parses an expression that one of the kinds may follow. */
  within<T>(kinds: readonly TokenKind[], read: () => T): T {
    this.follows.push(kinds)
    const result = read()
    this.follows.pop()
    return result
  }

  /** Reports whether one of the kinds is next, possibly after one wrong token; adds an issue if not. */
  sync(kinds: readonly TokenKind[]): boolean {
    if (kinds.includes(this.token.kind)) return true
    const isExtraneous = this.token.kind !== 'EOF' && kinds.includes(this.peek(1).kind)
    const word = isExtraneous ? 'extraneous' : 'mismatched'
    this.syntaxError(`${word} input ${quotedToken(this.token)} expecting ${expectedText(kinds)}`)
    if (isExtraneous) this.at++
    return isExtraneous
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

  /** Returns the source from a token up to the next one, with white space but without invalid text. */
  writtenFrom({ from }: Token): string {
    let text = ''
    let at = from
    for (const error of this.lexical.filter((each) => each.from >= from && each.to <= this.token.to)) {
      text += this.source.slice(at, error.from)
      at = error.to
    }
    const end = this.token.kind === 'EOF' ? this.source.trimEnd().length : this.token.to
    return text + this.source.slice(at, Math.max(at, end))
  }

  nextId(): number {
    return ++this.lastId
  }

  errorNode(place: Place): CelNode {
    return { kind: 'error', id: this.nextId(), from: place.from, to: place.to, at: place.from }
  }

  /** Runs `read` one level deeper. */
  nested<T>(read: () => T): T {
    if (++this.depth > DEPTH_MAX) {
      this.report(null, `expression recursion limit exceeded: ${DEPTH_MAX}`)
      throw new ParseStop()
    }
    const result = read()
    this.depth--
    return result
  }
}

const quoted = (text: string): string =>
  `'${text.replaceAll('\n', '\\n').replaceAll('\r', '\\r').replaceAll('\t', '\\t')}'`
