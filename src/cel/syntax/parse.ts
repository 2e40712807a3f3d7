import type { CelIssue } from './issue.ts'
import { issueAt } from './issue.ts'
import type { CallNode, CelNode } from './ast.ts'
import { type Follow, ParseState, ParseStop } from './parse-state.ts'
import { parseMember } from './parse-member.ts'
import { expressionStart, isSigned, operandStart, type Token, type TokenKind } from './token.ts'

/** Maximum length of a text, in code points. */
const SIZE_MAX = 100_000
/** Maximum number of operators of one kind in a row: deeper trees are refused. */
const DEPTH_MAX = 250

export interface Parsed {
  readonly node: CelNode
  /** Empty if the text is a valid expression. */
  readonly issues: readonly CelIssue[]
}

export interface ParseOptions {
  /** Makes `cel.bind(x, value, result)` a macro. Default: no. */
  readonly canBind?: boolean
}

/** Parses a whole text. Never throws; the tree is usable only if there are no issues. */
export function parse(source: string, { canBind = false }: ParseOptions = {}): Parsed {
  const size = source.length > SIZE_MAX ? Array.from(source).length : source.length
  if (size > SIZE_MAX) {
    const message = `expression code point size exceeds limit: size: ${size}, limit ${SIZE_MAX}`
    return { node: noNode, issues: [issueAt(source, null, message)] }
  }
  const state = new ParseState(source, canBind)
  try {
    const node = state.within({ kinds: ['EOF'], isEnd: false }, () => parseExpression(state))
    state.rule(() => state.expect('EOF', 'start'))
    return { node, issues: state.issues }
  } catch (error) {
    if (!(error instanceof ParseStop)) throw error
    return { node: noNode, issues: state.issues }
  }
}

const noNode: CelNode = { kind: 'error', id: 0, from: 0, to: 0, at: 0 }

const operators: readonly TokenKind[] = [
  ...(['||', '&&', '==', '!=', '<', '<=', '>', '>=', 'in'] as const),
  ...(['+', '-', '*', '/', '%'] as const),
]
const afterCondition: Follow = { kinds: ['?', ...operators], isEnd: true }
const beforeColon: Follow = { kinds: [':', ...operators], isEnd: false }

/** Parses `condition ? a : b`, or an expression of higher precedence. */
export function parseExpression(state: ParseState): CelNode {
  return state.nested(() => state.rule(() => readExpression(state)))
}

function readExpression(state: ParseState): CelNode {
  const condition = state.within(afterCondition, () => parseLogic(state, '||'))
  const mark = state.takeIf('?')
  if (mark === null) return condition
  const yes = state.within(beforeColon, () => parseLogic(state, '||'))
  state.expect(':', 'expression', expressionStart)
  const no = parseExpression(state)
  return call(state, '_?_:_', mark, [condition, yes, no])
}

const names: ReadonlyMap<TokenKind, string> = new Map([
  ['||', '_||_'],
  ['&&', '_&&_'],
  ['==', '_==_'],
  ['!=', '_!=_'],
  ['<', '_<_'],
  ['<=', '_<=_'],
  ['>', '_>_'],
  ['>=', '_>=_'],
  ['in', '@in'],
  ['+', '_+_'],
  ['-', '_-_'],
  ['*', '_*_'],
  ['/', '_/_'],
  ['%', '_%_'],
])

function call(state: ParseState, name: string, mark: Token, args: readonly CelNode[]): CallNode {
  const from = Math.min(mark.from, ...args.map((arg) => arg.from))
  const to = Math.max(mark.to, ...args.map((arg) => arg.to))
  return { kind: 'call', id: state.nextId(), from, to, at: mark.from, name, target: null, args }
}

/** A chain of `||` or `&&` becomes a balanced tree, so that long chains are not deep. */
function parseLogic(state: ParseState, kind: '||' | '&&'): CelNode {
  const next = (): CelNode => (kind === '||' ? parseLogic(state, '&&') : parseBinary(state, 0))
  const terms = [next()]
  const marks: Token[] = []
  for (let mark = state.takeIf(kind); mark !== null; mark = state.takeIf(kind)) {
    marks.push(mark)
    terms.push(next())
  }
  return balance(state, names.get(kind) ?? '', { terms, marks, from: 0, to: marks.length - 1 })
}

interface Chain {
  readonly terms: readonly CelNode[]
  readonly marks: readonly Token[]
  readonly from: number
  readonly to: number
}

function balance(state: ParseState, name: string, chain: Chain): CelNode {
  const { terms, marks, from, to } = chain
  const first = terms[from]
  if (from > to || marks.length === 0) return first ?? state.errorNode(state.token)
  const middle = Math.trunc((from + to + 1) / 2)
  const mark = marks[middle]
  const left = middle === from ? first : balance(state, name, { ...chain, to: middle - 1 })
  const right = middle === to ? terms[middle + 1] : balance(state, name, { ...chain, from: middle + 1 })
  if (mark === undefined || left === undefined || right === undefined) return state.errorNode(state.token)
  return call(state, name, mark, [left, right])
}

/** From the lowest to the highest precedence. */
const levels: readonly (readonly TokenKind[])[] = [
  ['<', '<=', '>=', '>', '==', '!=', 'in'],
  ['+', '-'],
  ['*', '/', '%'],
]

function parseBinary(state: ParseState, level: number): CelNode {
  const kinds = levels[level]
  if (kinds === undefined) return parseUnary(state)
  let left = parseBinary(state, level + 1)
  let depth = 0
  for (let mark = state.takeIf(...kinds); mark !== null; mark = state.takeIf(...kinds)) {
    if (++depth > DEPTH_MAX) {
      state.report(null, 'max recursion depth exceeded')
      throw new ParseStop()
    }
    left = call(state, names.get(mark.kind) ?? '', mark, [left, parseBinary(state, level + 1)])
  }
  return left
}

const parseUnary = (state: ParseState): CelNode => state.rule(() => readUnary(state))

function readUnary(state: ParseState): CelNode {
  state.sync(expressionStart, 'unary')
  const first = state.token
  const next = state.peek(1)
  if (first.kind === '-' && !operandStart.includes(next.kind)) state.noViable(next, 'unary')
  if (!expressionStart.includes(first.kind)) state.noViable(first, 'unary')
  // A minus sign before a number is part of the literal.
  const isSign = first.kind === '!' || (first.kind === '-' && !isSigned(next))
  if (!isSign) return parseMember(state, parseExpression)
  const count = first.kind === '!' ? takeNots(state) : takeMinuses(state)
  const operand = parseMember(state, parseExpression)
  if (count % 2 === 0) return operand
  return call(state, first.kind === '!' ? '!_' : '-_', first, [operand])
}

function takeNots(state: ParseState): number {
  let count = 0
  while (state.takeIf('!') !== null) {
    count++
    state.syncRepetition(expressionStart)
  }
  return count
}

function takeMinuses(state: ParseState): number {
  let count = 0
  while (state.token.kind === '-') {
    const next = state.peek(1)
    if (!operandStart.includes(next.kind)) state.noViable(next, 'minus')
    state.take()
    count++
    state.syncRepetition(operandStart)
  }
  if (!operandStart.includes(state.token.kind)) state.noViable(state.token, 'minus')
  return count
}
