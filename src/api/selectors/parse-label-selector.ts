import { fieldErrorText, invalid } from '#api/field-error.ts'
import {
  type LabelOperator,
  type LabelRequirement,
  type LabelSelector,
  createRequirement,
  sortRequirements,
} from './label-selector.ts'
import { qualifiedName } from '#api/names.ts'
import { SelectorError } from './selector-error.ts'

type TokenType = 'error' | 'end' | 'identifier' | ')' | ',' | '!' | '==' | '=' | '>' | 'in' | '<' | '!=' | 'notin' | '('

interface Token {
  readonly type: TokenType
  readonly text: string
}

const symbols: ReadonlySet<string> = new Set([')', ',', '!', '==', '=', '>', '<', '!=', '('])
const isSymbol = (text: string): text is TokenType => symbols.has(text)
const isSpecial = (char: string): boolean => char !== '' && '=!(),><'.includes(char)
const isSpace = (char: string): boolean => char !== '' && ' \t\r\n'.includes(char)
/** A NUL ends the text. */
const isEnd = (char: string): boolean => char === '' || char === '\0'

function scan(text: string): readonly Token[] {
  const tokens: Token[] = []
  let at = 0
  for (;;) {
    while (isSpace(text.charAt(at))) at++
    const token = tokenAt(text, at)
    tokens.push({ type: token.type, text: token.text })
    if (token.type === 'end') return tokens
    at = token.next
  }
}

function tokenAt(text: string, start: number): Token & { readonly next: number } {
  if (isEnd(text.charAt(start))) return { type: 'end', text: '', next: start }
  if (isSpecial(text.charAt(start))) return symbolAt(text, start)
  let next = start
  for (let char = text.charAt(next); !isEnd(char) && !isSpecial(char) && !isSpace(char); char = text.charAt(next))
    next++
  const word = text.slice(start, next)
  return { type: word === 'in' || word === 'notin' ? word : 'identifier', text: word, next }
}

/** Returns the longest symbol; special characters that start no symbol form one error token. */
function symbolAt(text: string, start: number): Token & { readonly next: number } {
  let found: (Token & { readonly next: number }) | undefined
  let next = start
  while (isSpecial(text.charAt(next))) {
    const symbol = text.slice(start, next + 1)
    if (isSymbol(symbol)) found = { type: symbol, text: symbol, next: next + 1 }
    else if (found !== undefined) break
    next++
  }
  return found ?? { type: 'error', text: `error expected: keyword found '${text.slice(start, next)}'`, next }
}

const operators: ReadonlyMap<TokenType, LabelOperator> = new Map<TokenType, LabelOperator>([
  ['in', 'in'],
  ['=', '='],
  ['==', '=='],
  ['>', '>'],
  ['<', '<'],
  ['notin', 'notin'],
  ['!=', '!='],
])

const END: Token = { type: 'end', text: '' }

class Parser {
  private readonly tokens: readonly Token[]
  private at = 0

  constructor(text: string) {
    this.tokens = scan(text)
  }

  parse(): LabelSelector {
    const requirements: LabelRequirement[] = []
    for (;;) {
      const token = this.peek()
      if (token.type === 'end') return requirements
      if (token.type !== 'identifier' && token.type !== '!')
        throw new SelectorError(`found '${token.text}', expected: !, identifier, or 'end of string'`)
      requirements.push(this.wrapped())
      const after = this.take()
      if (after.type === 'end') return requirements
      if (after.type !== ',') throw new SelectorError(`found '${after.text}', expected: ',' or 'end of string'`)
      const next = this.peek()
      if (next.type !== 'identifier' && next.type !== '!')
        throw new SelectorError(`found '${next.text}', expected: identifier after ','`)
    }
  }

  private wrapped(): LabelRequirement {
    try {
      return this.requirement()
    } catch (error) {
      if (error instanceof SelectorError) throw new SelectorError(`unable to parse requirement: ${error.message}`)
      throw error
    }
  }

  /** `in` and `notin` are identifiers, except where an operator is expected. */
  private peek(): Token {
    const token = this.tokens[this.at] ?? END
    return token.type === 'in' || token.type === 'notin' ? { type: 'identifier', text: token.text } : token
  }

  private take(): Token {
    const token = this.peek()
    this.at++
    return token
  }

  private requirement(): LabelRequirement {
    const { key, isAbsence } = this.key()
    const next = this.peek()
    if (isAbsence) return createRequirement(key, '!', [])
    if (next.type === 'end' || next.type === ',') return createRequirement(key, 'exists', [])
    const operator = this.operator()
    const values = operator === 'in' || operator === 'notin' ? this.values() : this.exactValue()
    return createRequirement(key, operator, [...new Set(values)].sort())
  }

  private key(): { readonly key: string; readonly isAbsence: boolean } {
    let token = this.take()
    const isAbsence = token.type === '!'
    if (isAbsence) token = this.take()
    if (token.type !== 'identifier') throw new SelectorError(`found '${token.text}', expected: identifier`)
    const texts = qualifiedName(token.text)
    if (texts.length > 0) throw new SelectorError(fieldErrorText(invalid('<nil>', token.text, texts.join('; '))))
    return { key: token.text, isAbsence }
  }

  private operator(): LabelOperator {
    const token = this.tokens[this.at++] ?? END
    const operator = operators.get(token.type)
    if (operator === undefined) throw new SelectorError(`found '${token.text}', expected: in, notin, =, ==, !=, gt, lt`)
    return operator
  }

  private values(): readonly string[] {
    const open = this.take()
    if (open.type !== '(') throw new SelectorError(`found '${open.text}' expected: '('`)
    const first = this.peek()
    if (first.type === ')') {
      this.at++
      return ['']
    }
    if (first.type !== 'identifier' && first.type !== ',')
      throw new SelectorError(`found '${first.text}', expected: ',', ')' or identifier`)
    const values = this.list()
    if (this.take().type !== ')') throw new SelectorError(`found '${first.text}', expected: ')'`)
    return values
  }

  /** Parses comma-separated names; nothing between two commas is the empty string. */
  private list(): readonly string[] {
    const values: string[] = []
    for (;;) {
      const token = this.take()
      const next = this.peek()
      if (token.type === 'identifier') {
        values.push(token.text)
        if (next.type === ')') return values
        if (next.type !== ',') throw new SelectorError(`found '${next.text}', expected: ',' or ')'`)
      } else if (token.type === ',') {
        if (values.length === 0 || next.type === ',') values.push('')
        if (next.type === ')') return [...values, '']
      } else throw new SelectorError(`found '${token.text}', expected: ',', or identifier`)
    }
  }

  private exactValue(): readonly string[] {
    const next = this.peek()
    if (next.type === 'end' || next.type === ',') return ['']
    const token = this.take()
    if (token.type !== 'identifier') throw new SelectorError(`found '${token.text}', expected: identifier`)
    return [token.text]
  }
}

/** Parses `a=b,c in (d,e),!f,g>1`. @throws SelectorError with the reference's message */
export const parseLabelSelector = (text: string): LabelSelector => sortRequirements(new Parser(text).parse())
