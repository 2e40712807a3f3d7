import { type KeyboardEvent, memo, useCallback, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { Windowed, type WindowedHandle } from '#ui/kit/lists/windowed.tsx'
import { useLab } from '#ui/lab/use-lab.ts'
import { isSameObject, type ObjectRef } from '#ui/model/selection.ts'
import type { TreeRow } from './object-rows.ts'
import { KindRow, ObjectRow } from './rows.tsx'
import { objectsPanelStore } from './store.ts'
import styles from './objects.module.css'

const refOf = ({ resource, object }: Extract<TreeRow, { type: 'object' }>): ObjectRef => ({
  resourceId: resource.id,
  namespace: object.metadata.namespace ?? '',
  name: object.metadata.name ?? '',
})

/** Handles keys of the tree; returns the next active row, or the action. */
function useTreeKeys(rows: readonly TreeRow[], select: (row: TreeRow) => void, toggle: (row: TreeRow) => void) {
  const [active, setActive] = useState(0)
  const list = useRef<WindowedHandle>(null)
  const go = (index: number) => {
    const target = Math.max(0, Math.min(rows.length - 1, index))
    setActive(target)
    list.current?.reveal(target)
  }
  const current = Math.min(active, rows.length - 1)
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const row = rows[current]
    if (row === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    const parent = rows.findLastIndex((candidate, at) => at < current && candidate.type === 'kind')
    const moves: Readonly<Record<string, () => void>> = {
      ArrowDown: () => go(current + 1),
      j: () => go(current + 1),
      ArrowUp: () => go(current - 1),
      k: () => go(current - 1),
      Home: () => go(0),
      End: () => go(rows.length - 1),
      PageDown: () => go(current + 10),
      PageUp: () => go(current - 10),
      ArrowRight: () => (row.type === 'kind' && !row.isOpen ? toggle(row) : go(current + 1)),
      ArrowLeft: () => (row.type === 'kind' && row.isOpen ? toggle(row) : go(Math.max(0, parent))),
      Enter: () => select(row),
      ' ': () => select(row),
    }
    const move = moves[event.key]
    if (move === undefined) return
    event.preventDefault()
    event.stopPropagation()
    move()
  }
  return { active: current, setActive, list, onKeyDown }
}

/** Scrolls an object that was selected elsewhere into view. */
function useRevealSelected(
  rows: readonly TreeRow[],
  list: { readonly current: { reveal(index: number): void } | null },
): void {
  const selected = useStore(useLab().selection, (state) => state.object)
  const index = rows.findIndex((row) => row.type === 'object' && isSameObject(selected, refOf(row)))
  const isThere = index >= 0
  useEffect(() => {
    if (isThere) list.current?.reveal(index)
    // Only when the selection changes or its row appears: other added or removed rows must not scroll the tree.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [selected, isThere])
}

/** Shows the first match of a new filter: the list keeps its scroll position otherwise. */
function useTopOfFilter(filter: string, list: { readonly current: { goToTop(): void } | null }): void {
  const before = useRef(filter)
  useEffect(() => {
    if (before.current !== filter) list.current?.goToTop()
    before.current = filter
  }, [filter, list])
}

const columnHeads = (
  <div role="row" className={styles.columns}>
    <span role="columnheader">Name</span>
    <span role="columnheader" className={styles.number}>
      RV
    </span>
    <span role="columnheader" className={styles.age}>
      Age
    </span>
    <span role="columnheader" className={styles.manager} aria-label="Last manager">
      Mgr
    </span>
  </div>
)

/** The rows of all kinds and objects, with their keys. */
export function Tree({ rows }: { readonly rows: readonly TreeRow[] }) {
  const lab = useLab()
  const store = objectsPanelStore(lab)
  const namespace = useStore(store, (state) => state.namespace)
  const density = useStore(lab.layout, (state) => state.density)
  const toggle = useCallback((row: TreeRow) => store.toggleKind(row.resource.id), [store])
  const select = useCallback(
    (row: TreeRow) => {
      if (row.type === 'kind') return toggle(row)
      const object = refOf(row)
      lab.selection.openObject(object)
      lab.layout.closeDrawer()
    },
    [lab, toggle],
  )
  const { active, setActive, list, onKeyDown } = useTreeKeys(rows, select, toggle)
  const press = useCallback(
    (row: TreeRow, index: number) => {
      setActive(index)
      select(row)
    },
    [setActive, select],
  )
  useRevealSelected(rows, list)
  const filter = useStore(store, (state) => state.filter)
  useTopOfFilter(filter, list)
  return (
    <div
      role="treegrid"
      aria-label="Objects by kind"
      aria-rowcount={rows.length + 1}
      aria-activedescendant={rows.length > 0 ? `tree-${active}` : undefined}
      tabIndex={0}
      data-main-stop
      className={styles.tree}
      onKeyDown={onKeyDown}
    >
      {columnHeads}
      <Windowed
        ref={list}
        active={active}
        count={rows.length}
        rowHeight={density === 'roomy' ? 32 : 28}
        row={(index) => (
          <TreeLine
            key={rowKey(rows[index], index)}
            row={rows[index]}
            index={index}
            isActive={index === active}
            quietNamespace={namespace === '' ? mainNamespace(rows) : null}
            onPress={press}
          />
        )}
      />
    </div>
  )
}

const rowKey = (row: TreeRow | undefined, index: number): string | number =>
  row === undefined ? index : row.type === 'kind' ? row.resource.id : (row.object.metadata.uid ?? index)

interface TreeLineProps {
  readonly row: TreeRow | undefined
  readonly index: number
  readonly isActive: boolean
  /** The namespace that rows omit; `null` when one is selected. */
  readonly quietNamespace: string | null
  readonly onPress: (row: TreeRow, index: number) => void
}

/** Drawn again only when its row changed: a write changes one row of the tree. [PF5] */
const TreeLine = memo(function TreeLine({ row, index, isActive, quietNamespace, onPress }: TreeLineProps) {
  const isSelected = useStore(
    useLab().selection,
    ({ object }) => row?.type === 'object' && isSameObject(object, refOf(row)),
  )
  if (row === undefined) return null
  if (row.type === 'kind')
    return <KindRow row={row} index={index} isActive={isActive} onToggle={() => onPress(row, index)} />
  return (
    <ObjectRow
      row={row}
      index={index}
      isActive={isActive}
      isSelected={isSelected}
      showNamespace={quietNamespace !== null && row.object.metadata.namespace !== quietNamespace}
      onSelect={() => onPress(row, index)}
    />
  )
})

/** The namespace of most rows, which their labels omit. */
const mainNamespaces = new WeakMap<readonly TreeRow[], string>()

function mainNamespace(rows: readonly TreeRow[]): string {
  const known = mainNamespaces.get(rows)
  if (known !== undefined) return known
  const counts = new Map<string, number>()
  // Rows are in the order of their namespaces, so they are counted run by run.
  let [current, run] = ['', 0]
  const count = (): unknown => run > 0 && counts.set(current, (counts.get(current) ?? 0) + run)
  for (const row of rows) {
    const namespace = row.type === 'object' ? row.object.metadata.namespace : undefined
    if (namespace === undefined) continue
    if (namespace !== current) {
      count()
      ;[current, run] = [namespace, 0]
    }
    run += 1
  }
  count()
  const [most = ''] = [...counts].toSorted((a, b) => b[1] - a[1])[0] ?? []
  mainNamespaces.set(rows, most)
  return most
}
