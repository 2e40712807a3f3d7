import { printExactJson } from '#api/exact-json.ts'
import type { Json } from '#api/json.ts'

/** A run of `size` equal lines, starting at line `a` and line `b` of the two sides. */
interface Match {
  readonly a: number
  readonly b: number
  readonly size: number
}

const contextLines = 3
/** From this number of lines on, very common lines cannot start a match, as in the reference's difflib. */
const popularFrom = 200

/**
 * Returns the unified diff of two values, printed as JSON with an indent of one, with three lines of context and no
 * file names. [WL4]
 */
export function diffJson(live: Json, next: Json): string {
  const a = toLines(live)
  const b = toLines(next)
  return groupChanges(operations(matchingRuns(a, b), a.length, b.length))
    .map((group) => printGroup(group, a, b))
    .join('')
}

const toLines = (value: Json): readonly string[] => escapeHtml(printExactJson(value, 1)).split('\n')

const escapeHtml = (text: string): string =>
  text.replace(/[<>&\u2028\u2029]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** Finds the longest common run, then recurses left and right of it; adjacent runs are joined. */
function matchingRuns(a: readonly string[], b: readonly string[]): readonly Match[] {
  const positions = indexLines(b)
  const found: Match[] = []
  const pending = [{ aFrom: 0, aTo: a.length, bFrom: 0, bTo: b.length }]
  for (let range = pending.pop(); range !== undefined; range = pending.pop()) {
    const match = longestMatch(a, b, positions, range)
    if (match.size === 0) continue
    found.push(match)
    pending.push({ ...range, aTo: match.a, bTo: match.b })
    pending.push({ ...range, aFrom: match.a + match.size, bFrom: match.b + match.size })
  }
  return joinNeighbours(found.toSorted((x, y) => x.a - y.a || x.b - y.b))
}

function indexLines(lines: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const positions = new Map<string, number[]>()
  for (const [at, line] of lines.entries()) {
    const known = positions.get(line)
    if (known === undefined) positions.set(line, [at])
    else known.push(at)
  }
  if (lines.length < popularFrom) return positions
  const often = Math.floor(lines.length / 100) + 1
  for (const [line, places] of positions) if (places.length > often) positions.delete(line)
  return positions
}

interface Range {
  readonly aFrom: number
  readonly aTo: number
  readonly bFrom: number
  readonly bTo: number
}

function longestMatch(
  a: readonly string[],
  b: readonly string[],
  positions: ReadonlyMap<string, readonly number[]>,
  range: Range,
): Match {
  let best: Match = { a: range.aFrom, b: range.bFrom, size: 0 }
  let lengths = new Map<number, number>()
  for (let i = range.aFrom; i < range.aTo; i += 1) {
    const next = new Map<number, number>()
    for (const j of positions.get(a[i] ?? '') ?? []) {
      if (j < range.bFrom || j >= range.bTo) continue
      const size = (lengths.get(j - 1) ?? 0) + 1
      next.set(j, size)
      if (size > best.size) best = { a: i - size + 1, b: j - size + 1, size }
    }
    lengths = next
  }
  return extend(best, a, b, range)
}

/** Popular lines cannot start a match but can extend one. */
function extend(match: Match, a: readonly string[], b: readonly string[], range: Range): Match {
  let { a: i, b: j, size } = match
  while (i > range.aFrom && j > range.bFrom && a[i - 1] === b[j - 1]) {
    i -= 1
    j -= 1
    size += 1
  }
  while (i + size < range.aTo && j + size < range.bTo && a[i + size] === b[j + size]) size += 1
  return { a: i, b: j, size }
}

function joinNeighbours(matches: readonly Match[]): readonly Match[] {
  const joined: Match[] = []
  for (const match of matches) {
    const last = joined.at(-1)
    if (last !== undefined && last.a + last.size === match.a && last.b + last.size === match.b) {
      joined[joined.length - 1] = { ...last, size: last.size + match.size }
    } else joined.push(match)
  }
  return joined
}

interface Operation extends Range {
  readonly type: 'equal' | 'change'
}

function operations(matches: readonly Match[], aLength: number, bLength: number): readonly Operation[] {
  const list: Operation[] = []
  let [i, j] = [0, 0]
  for (const { a, b, size } of [...matches, { a: aLength, b: bLength, size: 0 }]) {
    if (i < a || j < b) list.push({ type: 'change', aFrom: i, aTo: a, bFrom: j, bTo: b })
    if (size > 0) list.push({ type: 'equal', aFrom: a, aTo: a + size, bFrom: b, bTo: b + size })
    i = a + size
    j = b + size
  }
  return list
}

/** Groups changes with their context; a long equal run separates two groups. */
function groupChanges(list: readonly Operation[]): readonly (readonly Operation[])[] {
  const groups: Operation[][] = []
  let group: Operation[] = []
  for (const [at, operation] of list.entries()) {
    if (operation.type === 'change') {
      group.push(operation)
      continue
    }
    const long = operation.aTo - operation.aFrom > 2 * contextLines
    const [isFirst, isLast] = [at === 0, at === list.length - 1]
    if (isFirst) group.push(lastLines(operation))
    else if (isLast) group.push(firstLines(operation))
    else if (long) {
      groups.push([...group, firstLines(operation)])
      group = [lastLines(operation)]
    } else group.push(operation)
  }
  if (group.some(({ type }) => type === 'change')) groups.push(group)
  return groups
}

const firstLines = (range: Operation): Operation => ({
  ...range,
  aTo: Math.min(range.aTo, range.aFrom + contextLines),
  bTo: Math.min(range.bTo, range.bFrom + contextLines),
})
const lastLines = (range: Operation): Operation => ({
  ...range,
  aFrom: Math.max(range.aFrom, range.aTo - contextLines),
  bFrom: Math.max(range.bFrom, range.bTo - contextLines),
})

function printGroup(group: readonly Operation[], a: readonly string[], b: readonly string[]): string {
  const [first, last] = [group[0], group.at(-1)]
  if (first === undefined || last === undefined) return ''
  const lines = group.flatMap((operation) => {
    const old = a.slice(operation.aFrom, operation.aTo)
    if (operation.type === 'equal') return old.map((line) => ` ${line}`)
    return [...old.map((line) => `-${line}`), ...b.slice(operation.bFrom, operation.bTo).map((line) => `+${line}`)]
  })
  const head = `@@ -${span(first.aFrom, last.aTo)} +${span(first.bFrom, last.bTo)} @@`
  return [head, ...lines].map((line) => `${line}\n`).join('')
}

/** Formats a range of lines, counted from one; an empty range has the line before it. */
function span(from: number, to: number): string {
  const length = to - from
  if (length === 1) return String(from + 1)
  return `${length === 0 ? from : from + 1},${length}`
}
