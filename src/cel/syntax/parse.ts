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
    const node = state.within({ kinds: ['EOF'], isEnd: false }, parseExpression)
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

// 250 levels must fit on a stack of 1 MB before V8 has optimized these functions: few of them call each other per level.

/** Parses `condition ? a : b`, or an expression of higher precedence. */
export function parseExpression(state: ParseState): CelNode {
  state.enter()
  const node = state.rule(readExpression)
  state.leave()
  return node
}

function readExpression(state: ParseState): CelNode {
  const condition = state.within(afterCondition, parseOr)
  const mark = state.takeIf('?')
  if (mark === null) return condition
  const yes = state.within(beforeColon, parseOr)
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

const parseOr = (state: ParseState): CelNode => parseLogic(state, '||')

/** A chain of `||` or `&&` becomes a balanced tree, so that long chains are not deep. */
function parseLogic(state: ParseState, kind: '||' | '&&'): CelNode {
  const terms: CelNode[] = []
  const marks: Token[] = []
  for (;;) {
    terms.push(kind === '||' ? parseLogic(state, '&&') : parseBinary(state, 0))
    const mark = state.takeIf(kind)
    if (mark === null) break
    marks.push(mark)
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

/** Binary operators by precedence: a higher one binds stronger. */
const precedence: ReadonlyMap<TokenKind, number> = new Map([
  ...(['<', '<=', '>=', '>', '==', '!=', 'in'] as const).map((kind) => [kind, 0] as const),
  ...(['+', '-'] as const).map((kind) => [kind, 1] as const),
  ...(['*', '/', '%'] as const).map((kind) => [kind, 2] as const),
])

/** Parses operands and the operators between them whose precedence is `lowest` or higher. */
function parseBinary(state: ParseState, lowest: number): CelNode {
  let left = parseUnary(state)
  /** The number of operators in a row, by precedence. */
  const inRow = [0, 0, 0]
  for (;;) {
    const level = precedence.get(state.token.kind) ?? -1
    if (level < lowest) return left
    const mark = state.take()
    const depth = (inRow[level] ?? 0) + 1
    inRow.fill(depth, level, level + 1).fill(0, level + 1)
    if (depth > DEPTH_MAX) {
      state.report(null, 'max recursion depth exceeded')
      throw new ParseStop()
    }
    left = call(state, names.get(mark.kind) ?? '', mark, [left, parseBinary(state, level + 1)])
  }
}

const parseUnary = (state: ParseState): CelNode => state.rule(readUnary)

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
