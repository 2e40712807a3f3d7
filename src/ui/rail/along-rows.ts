import type { RevisionRow } from '#facts/fact.ts'

/** The findings in a list of writes, up to a number of them. */
interface Known<T> {
  readonly first: RevisionRow
  readonly count: number
  readonly found: T
}

/** Writes that come at once at most, for the findings to be continued. */
const STEP_MAX = 256

/**
 * Returns a function that collects findings in a list of writes, oldest first. The log of a cluster only grows at its end,
 * so the findings of a list are continued where a longer one begins with it: a write costs the same in a long history.
 * They may then reach beyond the shorter list. [PF5]
 */
export function alongRows<T>(
  create: () => T,
  add: (found: T, row: RevisionRow, index: number) => void,
): (rows: readonly RevisionRow[]) => T {
  const byLast = new WeakMap<RevisionRow, Known<T>>()
  /** The findings of the list itself, or of its longest known beginning. */
  const take = (rows: readonly RevisionRow[]): Known<T> | undefined => {
    for (let count = rows.length; count > Math.max(0, rows.length - STEP_MAX); count -= 1) {
      const last = rows[count - 1]
      const known = last === undefined ? undefined : byLast.get(last)
      if (last === undefined || known === undefined || known.count !== count || known.first !== rows[0]) continue
      // Two lists can have one beginning: the second one to go on collects for itself.
      if (count < rows.length) byLast.delete(last)
      return known
    }
    return undefined
  }
  return (rows) => {
    const known = take(rows)
    if (known?.count === rows.length) return known.found
    const found = known?.found ?? create()
    for (let index = known?.count ?? 0; index < rows.length; index += 1) {
      const row = rows[index]
      if (row !== undefined) add(found, row, index)
    }
    const [first, last] = [rows[0], rows.at(-1)]
    if (first !== undefined && last !== undefined) byLast.set(last, { first, count: rows.length, found })
    return found
  }
}
