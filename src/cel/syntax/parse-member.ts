import type { CelNode } from './ast.ts'
import { expandMacro } from './macros.ts'
import { parsePrimary } from './parse-primary.ts'
import type { ParseState } from './parse-state.ts'
import { ParseStop } from './parse-state.ts'
import { followsMember, parseArguments, type ReadExpression } from './parse-arguments.ts'
import { expressionStart, quotedToken, type Token, type TokenKind } from './token.ts'

/** Maximum length of a chain of fields, calls and indexes. */
const DEPTH_MAX = 250

/** Parses a primary and the `.field`, `.call()` and `[index]` that follow it. */
export function parseMember(state: ParseState, read: ReadExpression): CelNode {
  let node = parsePrimary(state, read)
  for (let depth = 0; ; depth++) {
    if (depth > DEPTH_MAX) {
      state.report(null, 'max recursion depth exceeded')
      throw new ParseStop()
    }
    if (state.token.kind === '.') node = parseDot(state, node, read)
    else if (state.token.kind === '[') node = parseIndex(state, node, read)
    else return node
  }
}

function parseDot(state: ParseState, operand: CelNode, read: ReadExpression): CelNode {
  const dot = state.take()
  const optional = state.takeIf('?')
  if (optional === null && !isName(state.token.kind)) return wrongField(state, dot)
  if (optional !== null && !state.sync(['IDENTIFIER', 'ESC_IDENTIFIER'])) return state.errorNode(dot)
  const name = state.take()
  if (name.kind === 'ESC_IDENTIFIER') state.report(name, "unsupported syntax: '`'")
  const place = { from: operand.from, to: name.to }
  if (optional !== null) {
    const field: CelNode = {
      kind: 'literal',
      id: state.nextId(),
      from: name.from,
      to: name.to,
      at: name.from,
      value: name.text,
    }
    return {
      kind: 'call',
      id: state.nextId(),
      ...place,
      at: dot.from,
      name: '_?._',
      target: null,
      args: [operand, field],
    }
  }
  if (state.token.kind !== '(' || name.kind !== 'IDENTIFIER')
    return { kind: 'select', id: state.nextId(), ...place, at: dot.from, operand, field: name.text, isTest: false }
  const open = state.take()
  const args = parseArguments(state, read)
  return expandMacro(state, {
    name: name.text,
    target: operand,
    args,
    at: open.from,
    from: operand.from,
    to: state.previous.to,
  })
}

const isName = (kind: TokenKind): boolean => kind === 'IDENTIFIER' || kind === 'ESC_IDENTIFIER'

function wrongField(state: ParseState, dot: Token): CelNode {
  const { kind } = state.token
  if (kind === 'true' || kind === 'false' || kind === 'null')
    state.syntaxError(`mismatched input ${quotedToken(state.token)} expecting IDENTIFIER`)
  else {
    // ANTLR rarely recovers here, and its follow-up errors would carry no information.
    state.syntaxError(`no viable alternative at input '${state.writtenFrom(dot)}'`)
    throw new ParseStop()
  }
  if (!followsMember.includes(kind)) state.take()
  return state.errorNode(dot)
}

function parseIndex(state: ParseState, operand: CelNode, read: ReadExpression): CelNode {
  const open = state.take()
  state.sync(['?', ...expressionStart])
  const optional = state.takeIf('?')
  const index = state.within([']'], () => read(state))
  const close = state.expect(']')
  const name = optional === null ? '_[_]' : '_[?_]'
  const place = { from: operand.from, to: close.to, at: open.from }
  return { kind: 'call', id: state.nextId(), ...place, name, target: null, args: [operand, index] }
}
