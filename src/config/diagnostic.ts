import type { YamlNode } from '#syntax/yaml-nodes.ts'
import { expressionRange } from './expression-range.ts'
import { type Finding, type ProblemType, pathText } from './finding.ts'
import { type NodePath, keyName, locate, rangeAt, rangeOf } from './locate.ts'
import type { LineIndex, TextPosition, TextRange } from './text-range.ts'

/** Something to say about a place in a configuration file. */
export interface Diagnostic {
  readonly severity: 'error' | 'warning'
  /** Id of the rule: `N02`. */
  readonly code: string
  readonly type: ProblemType
  /** As the reference names the place: `authorizers[0].timeout`. */
  readonly path: string
  /** Where it is in the file: `authorizers[0].webhook.timeout`. */
  readonly place: string
  /** The same as steps from the root. */
  readonly at: NodePath
  /** Without the path: `Required value`. */
  readonly message: string
  readonly range: TextRange
  readonly start: TextPosition
  readonly end: TextPosition
}

/** A text with its nodes. */
export interface PlacedText {
  readonly text: string
  readonly root: YamlNode | null
  readonly lines: LineIndex
}

/** Gives a finding its place in the text. */
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

/** The last key of a name whose value begins on a line, counted from 1. */
function keyOnLine(node: YamlNode, name: string, line: number): TextRange | undefined {
  if (node.type === 'list') return firstFound(node.items, (item) => keyOnLine(item, name, line))
  if (node.type !== 'map') return undefined
  const pair = node.pairs.findLast(([key, value]) => keyName(key) === name && value.line === line - 1)
  if (pair !== undefined) return rangeOf(pair[0])
  return firstFound(node.pairs, ([, value]) => keyOnLine(value, name, line))
}

function firstFound<Item>(items: readonly Item[], find: (item: Item) => TextRange | undefined): TextRange | undefined {
  for (const item of items) {
    const found = find(item)
    if (found !== undefined) return found
  }
  return undefined
}
