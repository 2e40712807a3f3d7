import {
  type FocusEvent,
  Fragment,
  type ReactNode,
  type Ref,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import {
  keptTop,
  type ListRows,
  type ListView,
  newerCount,
  renderedRows,
  topOfList,
  topToReveal,
  viewAt,
} from './follow-top.ts'
import { RowKeys } from './row-keys.ts'

export interface WindowedHandle {
  /** Scrolls the row into view. */
  reveal(index: number): void
  /** Scrolls to the first row. A list that grows follows it from then on. */
  goToTop(): void
  /** Returns the scroll position, for {@link restore}. */
  place(): ListView
  /** Scrolls to where the list was: to its top if it followed it, else to the rows that were in view. */
  restore(place: ListView): void
}

/**
 * For lists that grow at the top: the key of the first row, and a function from a key to its index. The list follows its
 * first row until the person scrolls away; then its rows keep their place.
 */
export interface ListAnchor {
  readonly first: number | undefined
  readonly indexOf: (key: number) => number
}

interface WindowedProps {
  readonly count: number
  readonly rowHeight: number
  /** Renders one row; the row must be `rowHeight` high. */
  readonly row: (index: number) => ReactNode
  readonly className?: string | undefined
  /** Names a list whose rows cannot be focused; it is then a stop of Tab, so that the arrow keys scroll it. */
  readonly label?: string | undefined
  /** The role of the list around it. Default: `grid`. */
  readonly within?: 'grid' | 'listbox'
  readonly ref?: Ref<WindowedHandle>
  /** Height in pixels for the first drawing, before the list is measured: each row too many is drawn and thrown away. */
  readonly guess?: number
  /** The row that `aria-activedescendant` of the list around it names: it is in the DOM also while it is out of view. */
  readonly active?: number | undefined
  readonly anchor?: ListAnchor
  /**
   * Gives each row its id and `aria-rowindex`, so that rows need not be drawn again because others were added above them:
   * the id of row 0 is `PREFIX-0`, and its `aria-rowindex` 2. Default: rows have them by themselves. [PF5]
   */
  readonly numbered?: string | undefined
  /**
   * Keeps the elements of all rows for others when the list jumps. For rows that have no key and no state of their own, in a
   * list that grows at its top. [PF5]
   */
  readonly reuses?: boolean
  /** Called with the number of rows that were added above the view since the person scrolled away; 0 at the top. */
  readonly onNewer?: ((count: number) => void) | undefined
}

/** The table is the only tab stop, so a row that is clicked passes the focus to the table. */
function keepFocus({ target }: FocusEvent<HTMLElement>): void {
  if (target.role === 'row') target.closest<HTMLElement>('[data-main-stop]')?.focus({ preventScroll: true })
}

const nowhere = () => -1

type Side = 'before' | 'after' | 'inside'

/** Returns on which side of the rendered rows a row of the list is; a row that does not exist is nowhere. */
function sideOf(
  index: number,
  { first, end, count }: { readonly first: number; readonly end: number; readonly count: number },
): Side | null {
  if (index < 0 || index >= count) return null
  return index < first ? 'before' : index >= end ? 'after' : 'inside'
}

interface RowsProps extends Pick<WindowedProps, 'count' | 'rowHeight' | 'row' | 'active' | 'numbered'> {
  readonly first: number
  readonly end: number
  /** The keys of the rows' elements; `null` where rows have keys of their own. */
  readonly keys: readonly number[] | null
}

function numberRow(row: Element, prefix: string, index: number): void {
  const id = `${prefix}-${index}`
  if (row.id === id) return
  row.id = id
  row.setAttribute('aria-rowindex', String(index + 2))
}

/** The rows from `first` to before `end` at their places, and the active one at its place. */
function Rows({ count, rowHeight, row, active, numbered, first, end, keys }: RowsProps) {
  const list = useRef<HTMLDivElement>(null)
  // Without dependencies: after each drawing, other rows may be there.
  useLayoutEffect(() => {
    if (numbered === undefined || list.current === null) return
    for (const place of list.current.children) {
      const from = place.hasAttribute('data-alone') ? (active ?? 0) : first
      for (const [offset, one] of [...place.children].entries()) numberRow(one, numbered, from + offset)
    }
  })
  const activeOn = (side: Side) =>
    active === undefined || sideOf(active, { first, end, count }) !== side ? null : (
      <div
        role="presentation"
        data-alone=""
        style={{ position: 'absolute', top: active * rowHeight, left: 0, right: 0 }}
      >
        {row(active)}
      </div>
    )
  return (
    <div ref={list} role="presentation" style={{ height: count * rowHeight, position: 'relative' }}>
      {activeOn('before')}
      <div role="presentation" style={{ transform: `translateY(${first * rowHeight}px)` }}>
        {Array.from({ length: end - first }, (_, offset) =>
          keys === null ? row(first + offset) : <Fragment key={keys[offset]}>{row(first + offset)}</Fragment>,
        )}
      </div>
      {activeOn('after')}
    </div>
  )
}

/**
 * A virtualized list of rows of equal height: only rows in view are in the DOM, so 20,000 rows cost as much as 20.
 * [UI8]
 */
export function Windowed({
  count,
  rowHeight,
  row,
  className,
  label,
  within = 'grid',
  ref,
  guess = topOfList.height,
  active,
  anchor,
  numbered,
  reuses = false,
  onNewer,
}: WindowedProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const rows: ListRows = { count, rowHeight, newest: anchor?.first, indexOf: anchor?.indexOf ?? nowhere }
  const { view, current, unmeasured } = useListView(scroller, rows, guess)
  const frame = useAfterFrame()
  useImperativeHandle(ref, () => ({
    reveal: (index) =>
      frame.run(() => {
        const element = scroller.current
        if (element === null) return
        const seen = current.current === unmeasured ? { ...unmeasured, height: element.clientHeight } : current.current
        const top = topToReveal(index, seen, rowHeight)
        if (top !== null) element.scrollTo({ top })
      }),
    goToTop() {
      frame.drop()
      scroller.current?.scrollTo({ top: 0 })
    },
    place: () => current.current,
    restore(place) {
      frame.drop()
      current.current = { ...current.current, leftAt: place.leftAt }
      scroller.current?.scrollTo({ top: place.leftAt === null ? 0 : keptTop(place, rows) })
    },
  }))
  const newer = newerCount(view, rows)
  useEffect(() => onNewer?.(newer), [newer, onNewer])
  const { first, end } = renderedRows(view, rows)
  const [rowKeys] = useState(() => new RowKeys())
  const keys = reuses ? rowKeys.of({ first, end, count }) : null
  return (
    <div
      ref={scroller}
      // Chromium makes a scroller without focusable content a tab stop unless it has a tabindex. One that has it needs a
      // role that the list allows around its rows.
      {...(label === undefined
        ? { tabIndex: -1, role: within === 'grid' ? 'rowgroup' : 'group' }
        : { role: 'group', 'aria-label': label, tabIndex: 0 })}
      className={className}
      style={{ overflow: 'auto', overflowAnchor: 'none', flex: 1, minHeight: 0 }}
      onFocus={keepFocus}
    >
      <Rows {...{ count, rowHeight, row, active, numbered, first, end, keys }} />
    </div>
  )
}

interface AfterFrame {
  /** Runs it after the next frame, in place of what waits for that frame. */
  run(task: () => void): void
  /** Drops what waits. */
  drop(): void
}

/**
 * For scrolling: the browser lays the page out before it scrolls. After a frame the page is laid out, so nothing is left to
 * do; and the rows at the new position are drawn in the frame that shows it.
 */
function useAfterFrame(): AfterFrame {
  const [frame] = useState<AfterFrame>(() => {
    const waiting = { frame: 0, task: 0 }
    const drop = (): void => {
      cancelAnimationFrame(waiting.frame)
      window.clearTimeout(waiting.task)
    }
    return {
      run(task) {
        drop()
        waiting.frame = requestAnimationFrame(() => {
          waiting.task = window.setTimeout(task)
        })
      },
      drop,
    }
  })
  useEffect(() => frame.drop, [frame])
  return frame
}

/**
 * Follows the scroll position by scroll and resize events. Nothing reads the layout when rows are added: that would
 * force a layout of the whole page at every write. `view` is for rendering and may lag by less than a row; `current` is
 * exact.
 */
function useListView(
  scroller: RefObject<HTMLDivElement | null>,
  rows: ListRows,
  guess: number,
): { readonly view: ListView; readonly current: { current: ListView }; readonly unmeasured: ListView } {
  const [unmeasured] = useState<ListView>(() => ({ ...topOfList, height: guess }))
  const [view, setView] = useState(unmeasured)
  const current = useRef(unmeasured)
  const latest = useRef(rows)
  useLayoutEffect(() => {
    latest.current = rows
    const { leftAt, top } = current.current
    if (leftAt === null) return
    const kept = keptTop(current.current, rows)
    if (kept !== top) scroller.current?.scrollTo({ top: kept })
  })
  useLayoutEffect(() => {
    const element = scroller.current
    if (element === null) return undefined
    const note = (top: number, height: number) => {
      const next = viewAt(current.current, { top, height }, latest.current)
      current.current = next
      setView((shown) => (isSameView(shown, next, latest.current) ? shown : next))
    }
    const onScroll = () => note(element.scrollTop, current.current.height)
    const observer = new ResizeObserver(([entry]) =>
      note(current.current.top, entry?.contentRect.height ?? current.current.height),
    )
    observer.observe(element)
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', onScroll)
    }
  }, [scroller])
  return { view, current, unmeasured }
}

/** Reports whether two positions show the same rows and count the same newer ones. */
function isSameView(a: ListView, b: ListView, rows: ListRows): boolean {
  const [one, other] = [renderedRows(a, rows), renderedRows(b, rows)]
  return (
    a.leftAt === b.leftAt &&
    (a.leftAt === null || a.newest === b.newest) &&
    one.first === other.first &&
    one.end === other.end &&
    newerCount(a, rows) === newerCount(b, rows)
  )
}
