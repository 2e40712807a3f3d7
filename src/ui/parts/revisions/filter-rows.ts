import type { RevisionRow } from '#facts/fact.ts'
import { changeText } from '#ui/kit/changes/change-words.ts'
import { isWriteOf, type ObjectRef } from '#ui/model/selection.ts'

export interface RowsFilter {
  /** Words that must all occur. `actor:`, `verb:`, `kind:`, `ns:` and `path:` match one column. */
  readonly text: string
  /** Only the writes of this object; `null` for all. */
  readonly object: ObjectRef | null
}

const columns: Readonly<Record<string, (row: RevisionRow) => string>> = {
  actor: (row) => `${row.actor} ${row.manager}`,
  verb: (row) => `${row.verb} ${row.effect}`,
  kind: (row) => `${row.kind} ${row.resource}`,
  ns: (row) => row.namespace,
  path: (row) => row.changes.map(({ path }) => path).join(' '),
}

const everything = (row: RevisionRow): string =>
  `${row.revision} ${row.actor} ${row.manager} ${row.verb} ${row.effect} ${row.kind} ${row.namespace} ${row.name} ${changeText(row)}`

/** Returns the predicate of one word of the filter. */
function toTest(word: string): (row: RevisionRow) => boolean {
  const colon = word.indexOf(':')
  const name = word.slice(0, Math.max(0, colon))
  const column = Object.hasOwn(columns, name) ? columns[name] : undefined
  const read = column ?? everything
  const wanted = (column === undefined ? word : word.slice(colon + 1)).toLowerCase().split(',')
  return (row) => {
    const text = read(row).toLowerCase()
    return wanted.some((part) => text.includes(part))
  }
}

/** Returns the rows that match the filter, in their order. [DOC3] */
export function filterRows(rows: readonly RevisionRow[], { text, object }: RowsFilter): readonly RevisionRow[] {
  const tests = text
    .split(/\s+/)
    .filter((word) => word !== '')
    .map(toTest)
  if (object !== null) tests.push((row) => isWriteOf(row, object))
  return tests.length === 0 ? rows : rows.filter((row) => tests.every((test) => test(row)))
}
