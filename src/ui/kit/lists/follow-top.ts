/**
 * The scroll position of a list that grows at its top, as of its last scroll event. `Key` names a row, for example a
 * revision.
 */
export interface ListView<Key = number> {
  /** Pixels above the view. */
  readonly top: number
  /** Pixels of the view. */
  readonly height: number
  /** The list's first row at that time; `undefined` in a list that does not grow. */
  readonly newest: Key | undefined
  /** The newest row when the person scrolled away from the top; `null` while the list follows its top. */
  readonly leftAt: Key | null
}

/** The rows of a list now. */
export interface ListRows<Key = number> {
  readonly count: number
  /** Pixels of one row. */
  readonly rowHeight: number
  readonly newest: Key | undefined
  /** Returns the index of a row; -1 when the list does not have it. */
  readonly indexOf: (key: Key) => number
}

const overscanRows = 6

/** A list that follows its top. `height` is a guess for the first render, before the list was measured. */
export const topOfList: ListView<never> = { top: 0, height: 600, newest: undefined, leftAt: null }

/**
 * Returns the view after a scroll event. A list follows its top while it shows its first row; when it is scrolled
 * further, the row that was the newest at this moment is remembered. [DOC6]
 */
export function viewAt<Key>(
  before: ListView<Key>,
  { top, height }: { readonly top: number; readonly height: number },
  { newest, rowHeight }: Pick<ListRows<Key>, 'newest' | 'rowHeight'>,
): ListView<Key> {
  return { top, height, newest, leftAt: top < rowHeight ? null : (before.leftAt ?? newest ?? null) }
}

/**
 * Returns the scroll position at which a list shows the same rows as before, after rows were added at its top. A list
 * that follows stays where it is. When the row that was first is gone, for example by a filter, the list starts over.
 * [DOC6]
 */
export function keptTop<Key>({ top, newest, leftAt }: ListView<Key>, { indexOf, rowHeight }: ListRows<Key>): number {
  if (leftAt === null || newest === undefined) return top
  const added = indexOf(newest)
  return added < 0 ? 0 : top + added * rowHeight
}

/** Returns the scroll position that shows a row of the list; `null` if it is in view. */
export function topToReveal(index: number, { top, height }: ListView, rowHeight: number): number | null {
  const [start, end] = [index * rowHeight, (index + 1) * rowHeight]
  if (start < top) return start
  return end > top + height ? end - height : null
}

/** Returns the range of rows to render: those in view and a few around. `end` is exclusive. [UI8] */
export function renderedRows<Key>(
  view: ListView<Key>,
  rows: ListRows<Key>,
): { readonly first: number; readonly end: number } {
  const top = keptTop(view, rows)
  return {
    first: Math.max(0, Math.min(rows.count, Math.floor(top / rows.rowHeight)) - overscanRows),
    end: Math.min(rows.count, Math.ceil((top + view.height) / rows.rowHeight) + overscanRows),
  }
}

/**
 * Returns the number of rows that were added since the person scrolled away, without those that were scrolled into view
 * since; 0 while the list follows. [DOC6]
 */
export function newerCount<Key>(view: ListView<Key>, rows: ListRows<Key>): number {
  if (view.leftAt === null) return 0
  return Math.max(0, Math.min(rows.indexOf(view.leftAt), Math.floor(keptTop(view, rows) / rows.rowHeight)))
}
