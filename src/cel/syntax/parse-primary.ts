import type { CelNode, MapEntry, StructField } from './ast.ts'
import { readLiteral } from './literal.ts'
import { expandMacro } from './macros.ts'
import { parseArguments, parseCallWith, type ReadExpression } from './parse-arguments.ts'
import { parseFieldName } from './parse-field-name.ts'
import type { Follow, ParseState } from './parse-state.ts'
import { expressionStart, isSigned, operandStart, type Token, type TokenKind } from './token.ts'

const reserved: ReadonlySet<string> = new Set(
  (
    'as break const continue else false for function if import in let loop package namespace null return true var ' +
    'void while'
  ).split(' '),
)

/** A literal, a name, a call, a list, a map, an object, or an expression in brackets. */
export function parsePrimary(state: ParseState, read: ReadExpression): CelNode {
  return state.within({ kinds: ['.', '['], isEnd: true }, () => state.rule(() => readPrimary(state, read)))
}

function readPrimary(state: ParseState, read: ReadExpression): CelNode {
  state.sync(operandStart, 'primary')
  const { kind } = state.token
  switch (kind) {
    case '(':
      return parseNested(state, read)
    case '[':
      return parseList(state, read)
    case '{':
      return parseMap(state, read)
    case '.':
      if (state.peek(1).kind !== 'IDENTIFIER') state.noViable(state.peek(1), 'primary')
      return parseName(state, read)
    case 'IDENTIFIER':
      return parseName(state, read)
    case '-':
      if (!isSigned(state.peek(1))) state.noViable(state.peek(1), 'primary')
      return parseLiteral(state)
    default:
      if (!operandStart.includes(kind)) state.noViable(state.token, 'primary')
      return parseLiteral(state)
  }
}

function parseNested(state: ParseState, read: ReadExpression): CelNode {
  state.take()
  const node = state.within({ kinds: [')'], isEnd: false }, () => read(state))
  state.expectClosing(')', 'nested')
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
  state.sync([']', ',', ...elementStart], 'list')
  if (elementStart.includes(state.token.kind))
    state.within({ kinds: [',', ']'], isEnd: false }, () => {
      do {
        const { node, isOptional } = parseOptional(state, read)
        if (isOptional) optionals.add(elements.length)
        elements.push(node)
      } while (state.takeComma(elementStart))
    })
  closeList(state, ']')
  return { kind: 'list', id: state.nextId(), ...placeOf(state, open), elements, optionals }
}

interface Optional {
  readonly node: CelNode
  readonly isOptional: boolean
}

/** An element of a list or a key of a map, with a `?` before it if it may be absent. */
function parseOptional(state: ParseState, read: ReadExpression): Optional {
  let isOptional = false
  const node = state.rule(() => {
    state.sync(elementStart, 'optional')
    isOptional = state.takeIf('?') !== null
    return read(state)
  })
  return { node, isOptional }
}

/** A trailing comma is allowed. */
function closeList(state: ParseState, close: ']' | '}'): void {
  state.sync([close, ','], `before ${close}`)
  state.takeIf(',')
  state.expectClosing(close, close)
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
  state.sync(['}', ',', ...elementStart], 'map')
  if (elementStart.includes(state.token.kind))
    parseEntries(state, elementStart, () => entries.push(parseEntry(state, read)))
  closeList(state, '}')
  return { kind: 'map', id: state.nextId(), ...placeOf(state, open), entries }
}

/** Entries or fields up to the closing brace. A missing colon ends all of them. */
function parseEntries(state: ParseState, starts: readonly TokenKind[], readEntry: () => void): void {
  state.within({ kinds: [',', '}'], isEnd: false }, () =>
    state.rule(() => {
      do readEntry()
      while (state.takeComma(starts))
    }),
  )
}

const beforeColon: Follow = { kinds: [':'], isEnd: false }

function parseEntry(state: ParseState, read: ReadExpression): MapEntry {
  const { node: key, isOptional } = state.within(beforeColon, () => parseOptional(state, read))
  const colon = state.expect(':', 'entry', expressionStart)
  const value = read(state)
  return { id: state.nextId(), from: key.from, to: value.to, at: colon.from, key, value, isOptional }
}

function parseName(state: ParseState, read: ReadExpression): CelNode {
  const dot = state.takeIf('.')
  const from = (dot ?? state.token).from
  const token = state.take()
  const name = (dot === null ? '' : '.') + token.text
  if (isObjectStart(state)) return parseObject(state, read, { from, name })
  if (reserved.has(token.text)) {
    state.report({ from, to: token.to }, `reserved identifier: ${token.text}`)
    if (state.takeIf('(') !== null) parseArguments(state, read, 'call')
    return state.errorNode({ from, to: token.to })
  }
  const open = state.takeIf('(')
  if (open === null) return { kind: 'ident', id: state.nextId(), from, to: token.to, at: token.from, name }
  return parseCallWith(state, read, 'call', (args) =>
    expandMacro(state, { name, target: null, args, at: open.from, from, to: state.previous.to }),
  )
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
  state.sync(['}', ',', ...fieldStart], 'object')
  if (fieldStart.includes(state.token.kind)) parseEntries(state, fieldStart, () => fields.push(parseField(state, read)))
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

function parseField(state: ParseState, read: ReadExpression): StructField {
  let isOptional = false
  const start = state.token
  const name = state.within(beforeColon, () =>
    state.rule(() => {
      state.sync(fieldStart, 'field')
      isOptional = state.takeIf('?') !== null
      return parseFieldName(state)
    }),
  )
  const colon = state.expect(':', 'entry', expressionStart)
  const value = read(state)
  if (name.kind === 'error') state.report(start, 'unsupported ident kind')
  const text = name.kind === 'literal' && typeof name.value === 'string' ? name.value : ''
  return { id: state.nextId(), from: start.from, to: value.to, at: colon.from, name: text, value, isOptional }
}
