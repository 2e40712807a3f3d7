import { type KeyboardEvent, type MouseEvent, type RefObject, useRef, useState } from 'react'
import type { ListAnchor, WindowedHandle } from './windowed.tsx'

interface ListKeys {
  readonly count: number
  readonly open: (index: number) => void
  readonly onMove?: (index: number) => void
  /** For lists that grow at the top: the active row stays the same row. */
  readonly anchor?: ListAnchor | undefined
  /** The handle of the list, if somebody else needs it too. */
  readonly list?: RefObject<WindowedHandle | null> | undefined
}

/** Returns the index of the active row, by the list's first row at the time when it became active. [DOC6] */
export function activeIndex(
  active: { readonly index: number; readonly first: number | undefined } | null,
  { count, anchor }: Pick<ListKeys, 'count' | 'anchor'>,
): number {
  if (active === null) return 0
  const added = active.first === undefined ? 0 : (anchor?.indexOf(active.first) ?? 0)
  return added < 0 ? 0 : Math.max(0, Math.min(active.index + added, count - 1))
}

/** Key handling of a table with one tab stop: arrows, j and k, Page Up and Down; Enter opens the row. */
export function useListKeys({ count, open, onMove, anchor, list: givenList }: ListKeys) {
  const [active, setActive] = useState<{ readonly index: number; readonly first: number | undefined } | null>(null)
  const ownList = useRef<WindowedHandle>(null)
  const list = givenList ?? ownList
  const current = activeIndex(active, { count, anchor })
  const activate = (index: number) => setActive({ index, first: anchor?.first })
  const go = (index: number) => {
    const target = Math.max(0, Math.min(count - 1, index))
    activate(target)
    list.current?.reveal(target)
    onMove?.(target)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey || count === 0 || event.target !== event.currentTarget) return
    const moves: Readonly<Record<string, () => void>> = {
      ArrowDown: () => go(current + 1),
      j: () => go(current + 1),
      ArrowUp: () => go(current - 1),
      k: () => go(current - 1),
      PageDown: () => go(current + 10),
      PageUp: () => go(current - 10),
      Enter: () => open(current),
    }
    const move = moves[event.key]
    if (move === undefined) return
    event.preventDefault()
    event.stopPropagation()
    move()
  }
  /** A click activates its row. `aria-rowindex` of rows counts from 1, and 1 is the header. */
  const onClick = (event: MouseEvent<HTMLElement>) => {
    const row = event.target instanceof Element ? event.target.closest('[aria-rowindex]') : null
    const index = Number(row?.getAttribute('aria-rowindex') ?? 0) - 2
    if (index >= 0) activate(index)
  }
  return { active: current, list, onKeyDown, onClick }
}
