import {
  type FocusEvent,
  type ReactNode,
  type Ref,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'

export interface WindowedHandle {
  /** Scrolls the row into view. */
  reveal(index: number): void
  /** Reports whether the newest rows are in view, that is, the list is scrolled to its top. */
  isAtTop(): boolean
}

interface WindowedProps {
  readonly count: number
  readonly rowHeight: number
  /** Renders one row; the row must be `rowHeight` high. */
  readonly row: (index: number) => ReactNode
  readonly className?: string | undefined
  readonly ref?: Ref<WindowedHandle>
  /**
   * For lists that grow at the top: the key of the first row, and a function from a key to its index. Rows then keep
   * their position under the pointer and while the list is scrolled.
   */
  readonly anchor?: { readonly first: number; readonly indexOf: (key: number) => number }
}

const overscanRows = 6

/** The table is the only tab stop, so a row that is clicked passes the focus to the table. */
function keepFocus({ target }: FocusEvent<HTMLElement>): void {
  if (target.role === 'row') target.closest<HTMLElement>('[data-main-stop]')?.focus({ preventScroll: true })
}

/**
 * A virtualized list of rows of equal height: only rows in view are in the DOM, so 20,000 rows cost as much as 20.
 * [UI8]
 */
export function Windowed({ count, rowHeight, row, className, ref, anchor }: WindowedProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const [view, setView] = useState({ top: 0, height: 600 })
  useLayoutEffect(() => {
    const element = scroller.current
    if (element === null) return undefined
    const measure = () => setView({ top: element.scrollTop, height: element.clientHeight })
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    element.addEventListener('scroll', measure, { passive: true })
    measure()
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', measure)
    }
  }, [])
  const firstBefore = useRef(anchor?.first)
  useLayoutEffect(() => {
    const element = scroller.current
    const before = firstBefore.current
    firstBefore.current = anchor?.first
    if (element === null || anchor === undefined || before === undefined || before === anchor.first) return
    const added = anchor.indexOf(before)
    if (added > 0 && (element.scrollTop > 0 || element.matches(':hover'))) element.scrollTop += added * rowHeight
  }, [anchor, rowHeight])
  useImperativeHandle(ref, () => ({
    reveal(index) {
      const element = scroller.current
      if (element === null) return
      const top = index * rowHeight
      if (top < element.scrollTop) element.scrollTop = top
      else if (top + rowHeight > element.scrollTop + element.clientHeight) {
        element.scrollTop = top + rowHeight - element.clientHeight
      }
    },
    isAtTop: () => (scroller.current?.scrollTop ?? 0) < rowHeight,
  }))
  const first = Math.max(0, Math.floor(view.top / rowHeight) - overscanRows)
  const last = Math.min(count, Math.ceil((view.top + view.height) / rowHeight) + overscanRows)
  const rows: ReactNode[] = []
  for (let index = first; index < last; index += 1) rows.push(row(index))
  return (
    <div
      ref={scroller}
      role="presentation"
      className={className}
      style={{ overflow: 'auto', flex: 1, minHeight: 0 }}
      onFocus={keepFocus}
    >
      <div role="presentation" style={{ height: count * rowHeight, position: 'relative' }}>
        <div role="presentation" style={{ transform: `translateY(${first * rowHeight}px)` }}>
          {rows}
        </div>
      </div>
    </div>
  )
}
