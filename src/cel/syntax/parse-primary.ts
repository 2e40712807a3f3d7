import type { CelNode, MapEntry, StructField } from './ast.ts'
import { readLiteral } from './literal.ts'
import { expandMacro } from './macros.ts'
import { parseArguments, type ReadExpression } from './parse-arguments.ts'
import type { ParseState } from './parse-state.ts'
import { expressionStart, type Token, type TokenKind } from './token.ts'

const reserved: ReadonlySet<string> = new Set(
  (
    'as break const continue else false for function if import in let loop package namespace null return true var ' +
    'void while'
  ).split(' '),
)

/** A literal, a name, a call, a list, a map, an object, or an expression in brackets. */
export function parsePrimary(state: ParseState, read: ReadExpression): CelNode {
  if (!state.sync(expressionStart)) return state.errorNode(state.token)
  switch (state.token.kind) {
    case '(':
      return parseNested(state, read)
    case '[':
      return parseList(state, read)
    case '{':
      return parseMap(state, read)
    case '.':
    case 'IDENTIFIER':
      return parseName(state, read)
    default:
      return parseLiteral(state)
  }
}

function parseNested(state: ParseState, read: ReadExpression): CelNode {
  state.take()
  const node = state.within([')'], () => read(state))
  state.expect(')')
  return node
}

function parseLiteral(state: ParseState): CelNode {
  const first = state.take()
  const token = first.kind === '-' ? state.take() : first
  const place = { from: first.from, to: token.to, at: first.from }
  const read = readLiteral(token, first.kind === '-')
  if ('value' in read) return { kind: 'literal', id: state.nextId(), ...place, value: read.value }
  state.report(place, read.problem)
  return state.errorNode(place)
}

const elementStart: readonly TokenKind[] = ['?', ...expressionStart]

function parseList(state: ParseState, read: ReadExpression): CelNode {
  const open = state.take()
  const elements: CelNode[] = []
  const optionals = new Set<number>()
  state.sync([']', ',', '?', ...expressionStart])
  while (state.token.kind !== ']' && state.token.kind !== ',') {
    if (state.takeIf('?') !== null) optionals.add(elements.length)
    elements.push(state.within([',', ']'], () => read(state)))
    if (!state.takeComma(elementStart)) break
  }
  closeList(state, ']')
  return { kind: 'list', id: state.nextId(), ...placeOf(state, open), elements, optionals }
}

/** A trailing comma is allowed. */
function closeList(state: ParseState, close: ']' | '}'): void {
  if (!state.sync([close, ','])) return
  state.takeIf(',')
  state.expect(close)
}

const placeOf = (
  state: ParseState,
  open: Token,
): { readonly from: number; readonly to: number; readonly at: number } => ({
  from: open.from,
  to: state.previous.to,
  at: open.from,
})

function parseMap(state: ParseState, read: ReadExpression): CelNode {
  const open = state.take()
  const entries: MapEntry[] = []
  state.sync(['}', ',', '?', ...expressionStart])
  while (state.token.kind !== '}' && state.token.kind !== ',') {
    entries.push(parseEntry(state, read))
    if (!state.takeComma(elementStart)) break
  }
  closeList(state, '}')
  return { kind: 'map', id: state.nextId(), ...placeOf(state, open), entries }
}

function parseEntry(state: ParseState, read: ReadExpression): MapEntry {
  const isOptional = state.takeIf('?') !== null
  const key = state.within([':'], () => read(state))
  const colon = state.expect(':')
  const value = state.within([',', '}'], () => read(state))
  return { id: state.nextId(), from: key.from, to: value.to, at: colon.from, key, value, isOptional }
}

function parseName(state: ParseState, read: ReadExpression): CelNode {
  const dot = state.takeIf('.')
  const from = (dot ?? state.token).from
  const token = state.expect('IDENTIFIER')
  const name = (dot === null ? '' : '.') + token.text
  if (token.to === token.from) return state.errorNode(token)
  if (isObjectStart(state)) return parseObject(state, read, { from, name })
  if (reserved.has(token.text)) {
    state.report({ from, to: token.to }, `reserved identifier: ${token.text}`)
    if (state.takeIf('(') !== null) parseArguments(state, read)
    return state.errorNode({ from, to: token.to })
  }
  const open = state.takeIf('(')
  if (open === null) return { kind: 'ident', id: state.nextId(), from, to: token.to, at: token.from, name }
  const args = parseArguments(state, read)
  return expandMacro(state, { name, target: null, args, at: open.from, from, to: state.previous.to })
}

/** Reports whether `Name{` or `a.b.Name{` follows: names and dots up to a brace. */
function isObjectStart(state: ParseState): boolean {
  let ahead = 0
  while (state.peek(ahead).kind === '.' && state.peek(ahead + 1).kind === 'IDENTIFIER') ahead += 2
  return state.peek(ahead).kind === '{'
}

interface ObjectStart {
  readonly from: number
  readonly name: string
}

function parseObject(state: ParseState, read: ReadExpression, start: ObjectStart): CelNode {
  let typeName = start.name
  while (state.takeIf('.') !== null) typeName += `.${state.take().text}`
  const open = state.take()
  const fields: StructField[] = []
  state.sync(['}', ',', ...fieldStart])
  while (state.token.kind !== '}' && state.token.kind !== ',') {
    const field = parseField(state, read)
    if (field !== null) fields.push(field)
    if (!state.takeComma(fieldStart)) break
  }
  closeList(state, '}')
  return {
    kind: 'struct',
    id: state.nextId(),
    from: start.from,
    to: state.previous.to,
    at: open.from,
    typeName,
    fields,
  }
}

const fieldStart: readonly TokenKind[] = ['?', 'IDENTIFIER', 'ESC_IDENTIFIER']

function parseField(state: ParseState, read: ReadExpression): StructField | null {
  const isOptional = state.takeIf('?') !== null
  if (!state.sync(['IDENTIFIER', 'ESC_IDENTIFIER'])) return null
  const name = state.take()
  if (name.kind === 'ESC_IDENTIFIER') state.report(name, "unsupported syntax: '`'")
  const colon = state.expect(':')
  const value = state.within([',', '}'], () => read(state))
  return { id: state.nextId(), from: name.from, to: value.to, at: colon.from, name: name.text, value, isOptional }
}
