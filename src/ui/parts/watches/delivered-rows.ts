import type { RevisionRow, WatchInfo } from '#facts/fact.ts'
import { lastIndexAt } from '#ui/model/time-cursor.ts'
import { collectionOf, hasRow, isWatched, urlOf } from './lane-rows.ts'

/** The writes that the server sent to a client, as far as they follow from its request. */
export interface DeliveredRows {
  readonly changes: readonly RevisionRow[]
  /** The last writes of objects that existed when the stream began, for a stream that starts with the state. */
  readonly initial: readonly RevisionRow[]
  /** Writes that the client has not read yet. */
  readonly awaited: readonly RevisionRow[]
  /** False for a selector that only the server can evaluate: then no write is listed. */
  readonly isExact: boolean
}

const nothing: DeliveredRows = { changes: [], initial: [], awaited: [], isExact: false }

type RowTest = (row: RevisionRow) => boolean

const fieldsOf: Readonly<Record<string, (row: RevisionRow) => string>> = {
  'metadata.name': (row) => row.name,
  'metadata.namespace': (row) => row.namespace,
}

/** Returns the test of a field selector; `null` for a field that a write does not state. */
function selectorTest(selector: string): RowTest | null {
  const tests: RowTest[] = []
  for (const term of selector.split(',').filter((one) => one !== '')) {
    const [, field = '', not, value] = /^([^=!]+)(!)?==?(.*)$/.exec(term) ?? []
    const read = Object.hasOwn(fieldsOf, field) ? fieldsOf[field] : undefined
    if (read === undefined) return null
    tests.push((row) => (read(row) === value) === (not === undefined))
  }
  return (row) => tests.every((test) => test(row))
}

/** Returns the test of the writes that a watch selects; `null` when only the server can evaluate its selectors. */
function watchTest({ url }: WatchInfo): RowTest | null {
  const { pathname, searchParams: query } = urlOf(url)
  const isSelected = selectorTest(query.get('fieldSelector') ?? '')
  if (isSelected === null || (query.get('labelSelector') ?? '') !== '') return null
  const what = collectionOf(pathname)
  return (row) => isWatched(row, what) && isSelected(row)
}

/** The revision up to which the client has read. */
export const readRevision = ({ deliveredRevision, startRevision }: WatchInfo): number =>
  Math.max(deliveredRevision, startRevision)

/** Reports whether a watch delivered a write as it happened, and its client read it. */
export function isDelivered(watch: WatchInfo, row: RevisionRow): boolean {
  const { revision } = row
  return revision > watch.startRevision && revision <= readRevision(watch) && watchTest(watch)?.(row) === true
}

/** Returns the writes that a watch's client has not read yet. */
export function unreadRows(watch: WatchInfo, rows: readonly RevisionRow[]): readonly RevisionRow[] {
  const test = watchTest(watch)
  return test === null ? [] : rows.slice(lastIndexAt(rows, readRevision(watch)) + 1).filter(test)
}

/** Reports whether there are {@link unreadRows}. */
export function hasUnread(watch: WatchInfo, rows: readonly RevisionRow[]): boolean {
  const from = lastIndexAt(rows, readRevision(watch)) + 1
  const test = from === rows.length ? null : watchTest(watch)
  return test !== null && hasRow(rows, from, test)
}

/**
 * Finds the writes that were delivered to a watch of another client. Its events are not available, but they are the
 * writes of its collection from its start to the revision that it has read. [WT8]
 */
export function deliveredRows(watch: WatchInfo, rows: readonly RevisionRow[]): DeliveredRows {
  const test = watchTest(watch)
  if (test === null) return nothing
  const query = new URL(watch.url, 'http://localhost').searchParams
  const version = query.get('resourceVersion') ?? ''
  const beginsWithState = query.get('sendInitialEvents') === 'true' || version === '' || version === '0'
  const begin = lastIndexAt(rows, watch.startRevision) + 1
  return {
    changes: rows.slice(begin, lastIndexAt(rows, readRevision(watch)) + 1).filter(test),
    initial: beginsWithState && watch.deliveredCount > 0 ? existing(rows.slice(0, begin).filter(test)) : [],
    awaited: unreadRows(watch, rows),
    isExact: true,
  }
}

/** Returns the last write of each object that exists after these writes. */
function existing(rows: readonly RevisionRow[]): readonly RevisionRow[] {
  const last = new Map<string, RevisionRow>()
  for (const row of rows) last.set(`${row.namespace}/${row.name}`, row)
  return [...last.values()].filter(({ effect }) => effect !== 'removed')
}
