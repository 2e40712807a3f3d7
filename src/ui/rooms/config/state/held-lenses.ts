import type { Lens } from './check-text.ts'

/** Lenses with the text that they were found in. */
export interface LensesOf {
  readonly text: string
  readonly lenses: readonly Lens[]
}

/** Returns the number of lines that both lists have in common, counted from `side` of each. */
function commonLines(a: readonly string[], b: readonly string[], max: number, side: 'start' | 'end'): number {
  const line = (list: readonly string[], n: number) => (side === 'start' ? list[n] : list[list.length - 1 - n])
  let count = 0
  while (count < max && line(a, count) === line(b, count)) count += 1
  return count
}

/**
 * Returns the lenses of an earlier text at their lines in `text`, which cannot be parsed, for example in the middle of
 * a word. Lenses above and below the changed lines stay with their lines; those of lines that were replaced by another
 * number of lines are dropped. [CB5]
 */
export function heldLenses(held: LensesOf, text: string): readonly Lens[] {
  if (held.text === text) return held.lenses
  const before = held.text.split('\n')
  const after = text.split('\n')
  const shorter = Math.min(before.length, after.length)
  const start = commonLines(before, after, shorter, 'start')
  const end = commonLines(before, after, shorter - start, 'end')
  const shift = after.length - before.length
  return held.lenses.flatMap((lens) => {
    const { line } = lens.place
    if (line <= start || shift === 0) return [lens]
    return line > before.length - end ? [{ ...lens, place: { ...lens.place, line: line + shift } }] : []
  })
}
