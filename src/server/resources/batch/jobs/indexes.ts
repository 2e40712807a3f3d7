interface Interval {
  readonly from: number
  readonly to: number
}

/**
 * Counts the indexes of a text like `1,3-5`. Returns the error text, in the reference's words, if it is malformed.
 * [JOB5]
 */
export function countIndexes(text: string, completions: number): number | string {
  if (text === '') return 0
  let total = 0
  let last: number | null = null
  for (const part of text.split(',')) {
    const interval = parseInterval(part, completions)
    if (typeof interval === 'string') return interval
    if (last !== null && last >= interval.from) {
      return `non-increasing order, previous: ${last}, current: ${interval.from}`
    }
    total += interval.to - interval.from + 1
    last = interval.to
  }
  return total
}

function parseInterval(text: string, completions: number): Interval | string {
  const parts = text.split('-')
  if (parts.length > 2) {
    return `the fragment ${JSON.stringify(text)} violates the requirement that an index interval can have at most two parts separated by '-'`
  }
  const numbers: number[] = []
  for (const part of parts) {
    if (!/^[+-]?[0-9]+$/.test(part)) return `cannot convert string to integer for index: ${JSON.stringify(part)}`
    if (Number(part) >= completions) return `too large index: ${JSON.stringify(part)}`
    numbers.push(Number(part))
  }
  const [from = 0, to = from] = numbers
  if (parts.length === 2 && from >= to) return `non-increasing order, previous: ${from}, current: ${to}`
  return { from, to }
}

/** Returns the first index that both texts contain; `null` if there is none. Malformed parts are skipped. */
export function overlap(completed: string, failed: string, completions: number): number | null {
  if (completed === '' || failed === '') return null
  const read = (text: string): readonly Interval[] =>
    text
      .split(',')
      .map((part) => parseInterval(part, completions))
      .filter((interval) => typeof interval !== 'string')
  const [done, lost] = [read(completed), read(failed)]
  let [i, j] = [0, 0]
  for (;;) {
    const [a, b] = [done[i], lost[j]]
    if (a === undefined || b === undefined) return null
    if (a.from <= b.to && b.from <= a.to) return Math.max(a.from, b.from)
    if (a.from <= b.from) i += 1
    else j += 1
  }
}
