import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node, type Pair, parseDocument } from 'yaml'
import type { Json } from '#api/json.ts'
import { itemSteps, type OwnedNode, type Step } from './fields-v1.ts'

/** The field on one line of an object's text, with its owners. */
export interface OwnedLine {
  readonly path: readonly Step[]
  /** Indices of the entries that own it; empty when no manager does. */
  readonly owners: readonly number[]
}

/** Consecutive lines with the same owners; lines count from 1, both ends inclusive. */
export interface Run {
  readonly start: number
  readonly end: number
  readonly owners: readonly number[]
  readonly path: readonly Step[]
}

export interface LineOwners {
  /** By line, starting with 0. */
  readonly lines: readonly (OwnedLine | undefined)[]
  readonly runs: readonly Run[]
  /** Returns the line of the field or item at a path; 0 when the text does not contain it. */
  lineOf(path: readonly Step[]): number
}

interface Walk {
  readonly counter: LineCounter
  readonly lines: (OwnedLine | undefined)[]
  readonly byPath: Map<string, number>
}

const depthMax = 200

/** Determines which managers own which lines of a YAML text; `null` for a text that is not YAML. [OW2] */
export function ownersOfLines(text: string, tree: OwnedNode): LineOwners | null {
  const counter = new LineCounter()
  const document = parseDocument(text, { version: '1.1', merge: true, lineCounter: counter })
  if (document.errors.length > 0) return null
  const walk: Walk = { counter, lines: [], byPath: new Map() }
  visit(document.contents, { owned: tree, inherited: [], path: [] }, walk)
  return {
    lines: walk.lines,
    runs: toRuns(walk.lines),
    lineOf(path) {
      for (let length = path.length; length > 0; length -= 1) {
        const line = walk.byPath.get(path.slice(0, length).join('\n'))
        if (line !== undefined) return line
      }
      return 0
    },
  }
}

interface Place {
  readonly owned: OwnedNode | undefined
  /** Entries that own an enclosing value as a whole. */
  readonly inherited: readonly number[]
  readonly path: readonly Step[]
}

function visit(node: Node | null, place: Place, walk: Walk): void {
  if (place.path.length > depthMax) return
  if (isMap(node)) for (const pair of node.items) visitPair(pair as Pair<Node, Node | null>, place, walk)
  else if (isSeq(node)) visitItems(node.items as readonly Node[], place, walk)
}

function visitPair({ key, value }: Pair<Node, Node | null>, place: Place, walk: Walk): void {
  if (!isScalar(key)) return
  const below = enter(place, `f:${String(key.value)}`)
  mark(key, value, below, walk)
  visit(value, below, walk)
}

function visitItems(items: readonly Node[], place: Place, walk: Walk): void {
  const stepOf = itemSteps(place.owned)
  for (const [at, item] of items.entries()) {
    const below = enter(place, stepOf(isAlias(item) ? null : (item.toJSON() as Json), at))
    mark(item, item, below, walk)
    visit(item, below, walk)
  }
}

function enter({ owned, inherited, path }: Place, step: Step): Place {
  const child = owned?.children.get(step)
  return { owned: child, inherited: together(inherited, child?.whole ?? []), path: [...path, step] }
}

const together = (a: readonly number[], b: readonly number[]): readonly number[] =>
  b.length === 0 ? a : a.length === 0 ? b : [...new Set([...a, ...b])].toSorted((one, other) => one - other)

/** Assigns owners to the lines from `head` to the end of `value`; nested nodes overwrite their own lines. */
function mark(
  head: Node,
  value: Node | null,
  { owned, inherited, path }: Place,
  { counter, lines, byPath }: Walk,
): void {
  const start = counter.linePos(head.range?.[0] ?? 0).line
  const isBlock = isMap(value) || isSeq(value)
  const range = value?.range ?? undefined
  const end = isBlock || range === undefined ? start : counter.linePos(Math.max(0, range[1] - 1)).line
  const line = { path, owners: together(inherited, owned?.self ?? []) }
  for (let at = start; at <= Math.max(start, end); at += 1) lines[at - 1] = line
  const key = path.join('\n')
  if (!byPath.has(key)) byPath.set(key, start)
}

function toRuns(lines: readonly (OwnedLine | undefined)[]): readonly Run[] {
  const runs: Run[] = []
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at]
    if (line === undefined || line.owners.length === 0) continue
    const last = runs.at(-1)
    if (last !== undefined && last.end === at && sameOwners(last.owners, line.owners)) {
      runs[runs.length - 1] = { ...last, end: at + 1 }
    } else runs.push({ start: at + 1, end: at + 1, owners: line.owners, path: line.path })
  }
  return runs
}

const sameOwners = (a: readonly number[], b: readonly number[]): boolean =>
  a === b || (a.length === b.length && a.every((owner, at) => owner === b[at]))
