import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react'
import type { WindowedHandle } from './windowed.tsx'

/** Key handling of a table with one tab stop: arrows, j and k, Page Up and Down, Home, End; Enter opens the row. */
export function useListKeys(count: number, open: (index: number) => void, onMove?: (index: number) => void) {
  const [active, setActive] = useState(0)
  const list = useRef<WindowedHandle>(null)
  const current = Math.max(0, Math.min(active, count - 1))
  const go = (index: number) => {
    const target = Math.max(0, Math.min(count - 1, index))
    setActive(target)
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
    if (index >= 0) setActive(index)
  }
  return { active: current, list, onKeyDown, onClick }
}
