/** A line of a comparison: kept, only before, or only after. Numbers count from 1. */
export interface DiffLine {
  readonly type: 'same' | 'removed' | 'added'
  readonly text: string
  readonly before: number | null
  readonly after: number | null
}

/** More cells than this are not compared line by line: what lies between the equal ends counts as replaced. */
const CELLS_MAX = 4_000_000

let last: { readonly before: string; readonly after: string; readonly lines: readonly DiffLine[] } | null = null

/**
 * The shortest way from one text to another, in lines; what goes stands before what comes. The newest answer is kept:
 * several views ask for the same two texts at each key. [CB3]
 */
export function diffLines(before: string, after: string): readonly DiffLine[] {
  if (last === null || last.before !== before || last.after !== after)
    last = { before, after, lines: compareLines(before, after) }
  return last.lines
}

function compareLines(before: string, after: string): readonly DiffLine[] {
  const [a, b] = [linesOf(before), linesOf(after)]
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start++
  let end = 0
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end++
  const removed = a.slice(start, a.length - end)
  const added = b.slice(start, b.length - end)
  return [
    ...a.slice(0, start).map((text, at) => same(text, at, at)),
    ...between(removed, added, start),
    ...a.slice(a.length - end).map((text, at) => same(text, a.length - end + at, b.length - end + at)),
  ]
}

const linesOf = (text: string): readonly string[] => (text === '' ? [] : text.replace(/\n$/, '').split('\n'))

const same = (text: string, before: number, after: number): DiffLine => ({
  type: 'same',
  text,
  before: before + 1,
  after: after + 1,
})

function between(a: readonly string[], b: readonly string[], start: number): readonly DiffLine[] {
  const removed = (at: number): DiffLine => ({
    type: 'removed',
    text: a[at] ?? '',
    before: start + at + 1,
    after: null,
  })
  const added = (at: number): DiffLine => ({ type: 'added', text: b[at] ?? '', before: null, after: start + at + 1 })
  if (a.length * b.length > CELLS_MAX || a.length === 0 || b.length === 0)
    return [...a.map((_, at) => removed(at)), ...b.map((_, at) => added(at))]
  const kept = longestCommon(a, b)
  const lines: DiffLine[] = []
  let [i, j] = [0, 0]
  for (const [x, y] of [...kept, [a.length, b.length] as const]) {
    for (; i < x; i++) lines.push(removed(i))
    for (; j < y; j++) lines.push(added(j))
    if (x < a.length && y < b.length) lines.push(same(a[x] ?? '', start + x, start + y))
    ;[i, j] = [x + 1, y + 1]
  }
  return lines
}

/** Pairs of equal lines, in order, as many as there can be. */
function longestCommon(a: readonly string[], b: readonly string[]): readonly (readonly [number, number])[] {
  const width = b.length + 1
  const table = new Uint32Array((a.length + 1) * width)
  const cell = (i: number, j: number): number => table[i * width + j] ?? 0
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--)
      table[i * width + j] = a[i] === b[j] ? cell(i + 1, j + 1) + 1 : Math.max(cell(i + 1, j), cell(i, j + 1))
  }
  const pairs: (readonly [number, number])[] = []
  let [i, j] = [0, 0]
  while (i < a.length && j < b.length) {
    if (a[i] === b[j]) pairs.push([i++, j++])
    else if (cell(i + 1, j) >= cell(i, j + 1)) i++
    else j++
  }
  return pairs
}

/** How many places differ: a run of lines that change together counts once. */
export function countChanges(lines: readonly DiffLine[]): number {
  return lines.filter(({ type }, at) => type !== 'same' && (at === 0 || lines[at - 1]?.type === 'same')).length
}

/** Lines of the later text that are new or stand where something went. */
export function changedLines(lines: readonly DiffLine[]): readonly number[] {
  const marked = new Set<number>()
  let last = 0
  for (const { type, after } of lines) {
    if (type === 'added' && after !== null) marked.add(after)
    if (type === 'removed') marked.add(Math.max(1, last))
    last = after ?? last
  }
  return [...marked].toSorted((one, other) => one - other)
}

/** Only what changed, with `context` lines around it; gaps as `null`. */
export function withContext(lines: readonly DiffLine[], context = 1): readonly (DiffLine | null)[] {
  const isNear = lines.map((_, at) =>
    lines.slice(Math.max(0, at - context), at + context + 1).some(({ type }) => type !== 'same'),
  )
  return lines.flatMap((line, at) => (isNear[at] === true ? [line] : isNear[at - 1] === true ? [null] : []))
}
