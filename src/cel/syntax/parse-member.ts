import type { CelNode } from './ast.ts'
import { expandMacro } from './macros.ts'
import { parsePrimary } from './parse-primary.ts'
import type { ParseState } from './parse-state.ts'
import { ParseStop } from './parse-state.ts'
import { parseCallWith, type ReadExpression } from './parse-arguments.ts'
import { parseFieldName } from './parse-field-name.ts'
import { expressionStart, type TokenKind } from './token.ts'

/** Maximum length of a chain of fields, calls and indexes. */
const DEPTH_MAX = 250

/** Parses a primary and the `.field`, `.call()` and `[index]` that follow it. */
export function parseMember(state: ParseState, read: ReadExpression): CelNode {
  let node = parsePrimary(state, read)
  // An error ends the chain: what was read before it stays.
  state.rule(() => {
    for (let depth = 0; state.token.kind === '.' || state.token.kind === '['; depth++) {
      if (depth === DEPTH_MAX) {
        state.report(null, 'max recursion depth exceeded')
        throw new ParseStop()
      }
      node = state.token.kind === '.' ? parseDot(state, node, read) : parseIndex(state, node, read)
    }
    return node
  })
  return node
}

function parseDot(state: ParseState, operand: CelNode, read: ReadExpression): CelNode {
  if (!afterDot.includes(state.peek(1).kind)) state.noViable(state.peek(1), 'member')
  const dot = state.take()
  const isOptional = state.takeIf('?') !== null
  const isCall = !isOptional && state.token.kind === 'IDENTIFIER' && state.peek(1).kind === '('
  if (isCall) return parseCall(state, operand, read)
  const field = state.within({ kinds: ['.', '['], isEnd: true }, () => parseFieldName(state))
  if (field.kind === 'error') state.report(field, 'unsupported ident kind')
  const place = { from: operand.from, to: field.to, at: dot.from }
  if (isOptional)
    return { kind: 'call', id: state.nextId(), ...place, name: '_?._', target: null, args: [operand, field] }
  if (field.kind !== 'literal' || typeof field.value !== 'string') return field
  return { kind: 'select', id: state.nextId(), ...place, operand, field: field.value, isTest: false }
}

const afterDot: readonly TokenKind[] = ['?', 'IDENTIFIER', 'ESC_IDENTIFIER']

function parseCall(state: ParseState, target: CelNode, read: ReadExpression): CelNode {
  const { text } = state.take()
  const open = state.take()
  return parseCallWith(state, read, 'member call', (args) =>
    expandMacro(state, { name: text, target, args, at: open.from, from: target.from, to: state.previous.to }),
  )
}

function parseIndex(state: ParseState, operand: CelNode, read: ReadExpression): CelNode {
  const open = state.take()
  state.sync(['?', ...expressionStart], 'index')
  const optional = state.takeIf('?')
  const index = state.within({ kinds: [']'], isEnd: false }, () => read(state))
  const close = state.expectClosing(']', 'index')
  const name = optional === null ? '_[_]' : '_[?_]'
  const place = { from: operand.from, to: close.to, at: open.from }
  return { kind: 'call', id: state.nextId(), ...place, name, target: null, args: [operand, index] }
}
