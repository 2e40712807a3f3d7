import { type ReactNode, type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Button } from '#ui/kit/button.tsx'
import { useListKeys } from './use-list-keys.ts'
import type { RowList } from './row-list.ts'
import { Windowed, type WindowedHandle } from './windowed.tsx'
import styles from './growing-table.module.css'

export interface GrowingTableProps<Row> {
  /** The accessible name. */
  readonly label: string
  /** Prefix of the ids of rows: row 0 has the id `PREFIX-0`. */
  readonly idPrefix: string
  /** `treegrid` if some rows open and close. Default: `grid`. */
  readonly role?: 'grid' | 'treegrid'
  /** The row of column heads; its `aria-rowindex` is 1. */
  readonly heads: ReactNode
  /** The rows get their ids and numbers from the list, and need not be drawn again for them. */
  readonly numbersRows?: boolean
  /** The rows have no keys of their own: after a jump of the list, their elements show other rows. */
  readonly reusesRows?: boolean
  /** Newest first. */
  readonly rows: RowList<Row>
  /** Pixels of one row. */
  readonly rowHeight: number
  /** Called when a row is opened by Enter. */
  readonly open: (row: Row) => void
  /** Called when the keys move to another row. */
  readonly choose: (row: Row) => void
  readonly row: (row: Row, index: number, isActive: boolean) => ReactNode
  /** Receives the handle of the list, to scroll it from outside. */
  readonly list?: RefObject<WindowedHandle | null>
}

/** These tables are in the dock: a little more than its first height. */
const GUESSED_HEIGHT = 250

/**
 * A table that grows at its top. It follows its newest row until the person scrolls away; then the rows keep their place
 * and a button counts the newer ones. [DOC6]
 */
export function GrowingTable<Row>(props: GrowingTableProps<Row>) {
  const { label, idPrefix, heads, rows, rowHeight, open, choose, row } = props
  const grid = useRef<HTMLDivElement>(null)
  const [newer, setNewer] = useState(0)
  const anchor = useMemo(() => {
    const first = rows.at(0)
    return { first: first === undefined ? undefined : rows.keyOf(first), indexOf: rows.indexOf }
  }, [rows])
  const run = (what: (one: Row) => void) => (index: number) => {
    const one = rows.at(index)
    if (one !== undefined) what(one)
  }
  const { active, list, ...listeners } = useListKeys({
    count: rows.length,
    open: run(open),
    onMove: run(choose),
    anchor,
    list: props.list,
  })
  const focusGrid = useCallback(() => grid.current?.focus({ preventScroll: true }), [])
  return (
    <div className={styles.frame}>
      <div
        ref={grid}
        role={props.role ?? 'grid'}
        aria-label={label}
        aria-rowcount={rows.length + 1}
        aria-activedescendant={rows.length > 0 ? `${idPrefix}-${active}` : undefined}
        aria-readonly="true"
        tabIndex={0}
        data-main-stop
        className={styles.table}
        {...listeners}
      >
        {heads}
        <Windowed
          ref={list}
          guess={GUESSED_HEIGHT}
          active={active}
          anchor={anchor}
          count={rows.length}
          rowHeight={rowHeight}
          numbered={props.numbersRows === true ? idPrefix : undefined}
          reuses={props.reusesRows === true}
          onNewer={setNewer}
          row={(index) => {
            const one = rows.at(index)
            return one && row(one, index, index === active)
          }}
        />
      </div>
      {newer > 0 && <NewerPill count={newer} goToTop={() => list.current?.goToTop()} passFocus={focusGrid} />}
    </div>
  )
}

interface NewerPillProps {
  readonly count: number
  readonly goToTop: () => void
  /** Focuses the table. */
  readonly passFocus: () => void
}

/** Counts the rows above the view that the person has not seen, and scrolls to them. */
function NewerPill({ count, goToTop, passFocus }: NewerPillProps) {
  const button = useRef<HTMLButtonElement>(null)
  // The pill disappears when the table is at its top again; the focus must not fall to the page.
  useLayoutEffect(
    () => () => {
      if (document.activeElement === button.current) passFocus()
    },
    [passFocus],
  )
  return (
    <Button
      ref={button}
      size="small"
      className={styles.newer}
      title="Scroll to the newest row and follow it"
      onClick={() => {
        goToTop()
        passFocus()
      }}
    >
      {count.toLocaleString('en')} newer <span aria-hidden="true">↑</span>
    </Button>
  )
}
