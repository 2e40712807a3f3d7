import { diffArrays } from 'diff'

/** A line of a comparison: unchanged, removed or added. Numbers count from 1. */
export interface DiffLine {
  readonly type: 'same' | 'removed' | 'added'
  readonly text: string
  readonly before: number | null
  readonly after: number | null
}

/** Above this number of edits the whole text counts as replaced. */
const EDITS_MAX = 2000

/**
 * Returns the shortest edit script between two texts in lines; removed lines precede the lines that replace them. [CB3]
 */
export function diffLines(before: string, after: string): readonly DiffLine[] {
  const [a, b] = [linesOf(before), linesOf(after)]
  const changes = diffArrays(a, b, { maxEditLength: EDITS_MAX }) ?? [
    { value: a, removed: true, added: false },
    { value: b, removed: false, added: true },
  ]
  let [i, j] = [0, 0]
  return changes.flatMap(({ value, removed, added }) =>
    value.map((text): DiffLine => {
      if (removed) return { type: 'removed', text, before: ++i, after: null }
      if (added) return { type: 'added', text, before: null, after: ++j }
      return { type: 'same', text, before: ++i, after: ++j }
    }),
  )
}

export type LineDiff = (before: string, after: string) => readonly DiffLine[]

/**
 * Returns {@link diffLines} with a cache of the last result, because several views compare the same two texts at each
 * keystroke.
 */
export function createLineDiff(): LineDiff {
  let last: { readonly before: string; readonly after: string; readonly lines: readonly DiffLine[] } | null = null
  return (before, after) => {
    if (last === null || last.before !== before || last.after !== after)
      last = { before, after, lines: diffLines(before, after) }
    return last.lines
  }
}

const linesOf = (text: string): string[] => (text === '' ? [] : text.replace(/\n$/, '').split('\n'))

/** Returns the number of changes: consecutive changed lines count once. */
export function countChanges(lines: readonly DiffLine[]): number {
  return lines.filter(({ type }, at) => type !== 'same' && (at === 0 || lines[at - 1]?.type === 'same')).length
}

/** Returns the lines of the later text that are new, or that precede lines which were removed without replacement. */
export function changedLines(lines: readonly DiffLine[]): readonly number[] {
  const marked = new Set<number>()
  let last = 0
  for (const [at, { type, after }] of lines.entries()) {
    if (type === 'added' && after !== null) marked.add(after)
    if (type === 'removed') {
      const next = lines.slice(at).find((line) => line.type !== 'removed')
      if (next?.type !== 'added') marked.add(Math.max(1, last))
    }
    last = after ?? last
  }
  return [...marked].toSorted((one, other) => one - other)
}

/** Returns only the changed lines with `context` lines around them; gaps are `null`. */
export function withContext(lines: readonly DiffLine[], context = 1): readonly (DiffLine | null)[] {
  const isNear = lines.map((_, at) =>
    lines.slice(Math.max(0, at - context), at + context + 1).some(({ type }) => type !== 'same'),
  )
  return lines.flatMap((line, at) => (isNear[at] === true ? [line] : isNear[at - 1] === true ? [null] : []))
}
