import type { YamlNode } from '#syntax/yaml-nodes.ts'
import { expressionRange } from '#document/scalar-offsets.ts'
import { type Finding, type ProblemType, pathText } from './finding.ts'
import { type NodePath, keyName, locate, rangeAt, rangeOf } from '#document/locate.ts'
import type { LineIndex, TextPosition, TextRange } from '#document/text-range.ts'

/** A message about a position in a configuration file. */
export interface Diagnostic {
  readonly severity: 'error' | 'warning'
  /** Id of the rule: `N02`. */
  readonly code: string
  readonly type: ProblemType
  /** The path in the reference's message: `authorizers[0].timeout`. */
  readonly path: string
  /** The path in the file: `authorizers[0].webhook.timeout`. */
  readonly place: string
  /** `place` as a list of steps from the root. */
  readonly at: NodePath
  /** Without the path: `Required value`. */
  readonly message: string
  readonly range: TextRange
  readonly start: TextPosition
  readonly end: TextPosition
}

/** A text with its syntax tree. */
export interface PlacedText {
  readonly text: string
  readonly root: YamlNode | null
  readonly lines: LineIndex
}

/** Adds the position in the text to a finding. */
export function placeFinding(finding: Finding, placed: PlacedText): Diagnostic {
  const range = findRange(finding, placed)
  const { severity, code, type, path, message, at } = finding
  const [start, end] = [placed.lines.position(range.start), placed.lines.position(range.end)]
  return { severity, code, type, path, place: pathText(at), at, message, range, start, end }
}

function findRange({ range, within, line, at, path, part }: Finding, { text, root, lines }: PlacedText): TextRange {
  if (range !== undefined) return range
  if (line !== undefined && root !== null) return keyOnLine(root, path, line) ?? rangeAt(root, at)
  if (within !== undefined && root !== null) {
    const located = locate(root, at)
    const inner = located.depth === at.length ? expressionRange(text, located.value, within) : undefined
    if (inner !== undefined) return inner
  }
  const found = rangeAt(root, at, part)
  return root === null ? { start: 0, end: Math.min(text.length, lines.startOfLine(2)) } : found
}

/** The keys of each text by line and name, cached because a file may have a hundred thousand duplicates. */
const keysByLine = new WeakMap<YamlNode, ReadonlyMap<string, TextRange>>()

/**
 * Returns the last key with a name whose value begins on a line, counted from 1; outer maps take precedence over
 * inner ones.
 */
function keyOnLine(root: YamlNode, name: string, line: number): TextRange | undefined {
  const known = keysByLine.get(root) ?? indexKeys(root)
  keysByLine.set(root, known)
  return known.get(lineKey(line, name))
}

const lineKey = (line: number, name: string): string => `${line} ${name}`

function indexKeys(root: YamlNode): ReadonlyMap<string, TextRange> {
  const all = new Map<string, TextRange>()
  const visit = (node: YamlNode): void => {
    if (node.type === 'list') for (const item of node.items) visit(item)
    if (node.type !== 'map') return
    const own = new Map(node.pairs.map(([key, value]) => [lineKey(value.line + 1, keyName(key)), rangeOf(key)]))
    for (const [key, range] of own) if (!all.has(key)) all.set(key, range)
    for (const [, value] of node.pairs) visit(value)
  }
  visit(root)
  return all
}
