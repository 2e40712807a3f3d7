import { partsOf, type CallNode, type CelNode } from '#cel/syntax/ast.ts'
import { issueAt, type CelIssue } from '#cel/syntax/issue.ts'
import { celTypes, typeName, type CelType, type CelTypeKind } from '#cel/cel-type.ts'
import { FormatPatternError, type FormatPiece, formatPieces } from '#cel/library/format-clauses.ts'
import type { Checked } from './check-state.ts'

const numbers: readonly CelTypeKind[] = ['int', 'uint']
const texts: readonly CelTypeKind[] = [
  ...([
    'string',
    'bool',
    'bytes',
    'int',
    'uint',
    'double',
    'list',
    'map',
    'type',
    'duration',
    'timestamp',
    'null',
  ] as const),
]

interface Verb {
  readonly types: readonly CelTypeKind[]
  readonly problem: string
}

const hex: Verb = {
  types: [...numbers, 'bytes', 'string'],
  problem: 'only integers, byte buffers, and strings can be formatted as hex',
}

const verbs: ReadonlyMap<string, Verb> = new Map<string, Verb>([
  [
    's',
    {
      types: texts,
      problem:
        'string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps',
    },
  ],
  ['d', { types: numbers, problem: 'decimal clause can only be used on integers' }],
  ['f', { types: ['double', 'string'], problem: 'fixed-point clause can only be used on doubles' }],
  ['e', { types: ['double', 'string'], problem: 'scientific clause can only be used on doubles' }],
  ['b', { types: [...numbers, 'bool'], problem: 'only integers and bools can be formatted as binary' }],
  ['o', { types: numbers, problem: 'octal clause can only be used on integers' }],
  ['x', hex],
  ['X', hex],
])

/** Checks calls of `format` with a literal pattern and list: the element types must match the clauses. */
export function formatCalls(source: string, root: CelNode, checked: Checked): readonly CelIssue[] {
  const wrong = root.kind === 'call' && root.name === 'format' ? wrongCall(root, checked) : null
  const here =
    wrong === null
      ? []
      : [issueAt(source, { from: wrong.node.at, to: Math.max(wrong.node.at, wrong.node.to) }, wrong.message)]
  return [...partsOf(root).flatMap((part) => formatCalls(source, part, checked)), ...here]
}

interface Wrong {
  readonly node: CelNode
  readonly message: string
}

function wrongCall(node: CallNode, checked: Checked): Wrong | null {
  const { target, args } = node
  const list = args[0]
  if (target?.kind !== 'literal' || typeof target.value !== 'string' || list?.kind !== 'list') return null
  try {
    return wrongClause(node, formatPieces(target.value, { size: list.elements.length, isCheck: true }), checked)
  } catch (error) {
    if (error instanceof FormatPatternError) return { node, message: error.message }
    throw error
  }
}

function wrongClause(node: CallNode, pieces: Iterable<FormatPiece>, checked: Checked): Wrong | null {
  const list = node.args[0]
  const elements = list?.kind === 'list' ? list.elements : []
  let clauses = 0
  for (const piece of pieces) {
    if (piece.type === 'text') continue
    clauses++
    const [verb, element] = [verbs.get(piece.verb), elements[piece.index]]
    const refused = verb === undefined || element === undefined ? null : refusedBy(verb, element, checked)
    if (refused !== null) return { node: refused.node, message: `error during formatting: ${refused.message}` }
  }
  const given = elements.length
  if (given === clauses) return null
  return { node, message: `too many arguments supplied to string.format (expected ${clauses}, got ${given})` }
}

/** Returns the element that a clause cannot format; of a list or map that `%s` formats, perhaps one of its parts. */
function refusedBy(verb: Verb, node: CelNode, checked: Checked): Wrong | null {
  const message = problemOf(verb, checked.types.get(node.id) ?? celTypes.dyn)
  if (message !== null) return { node, message }
  if (node.kind !== 'list' && node.kind !== 'map') return null
  for (const part of partsOf(node)) {
    const refused = refusedBy(verb, part, checked)
    if (refused !== null) return refused
  }
  return null
}

const open: ReadonlySet<CelTypeKind> = new Set(['dyn', 'error', 'param'])

function problemOf(known: Verb, type: CelType): string | null {
  if (open.has(type.kind) || known.types.includes(type.kind)) return null
  return `${known.problem}, was given ${typeName({ ...type, params: [] })}`
}
