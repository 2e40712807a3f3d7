import type { KeyboardEvent } from 'react'

const arrows: Readonly<Record<string, readonly [columns: number, rows: number]>> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
}

/** Moves the focus by arrow keys between the cells of a grid: elements with `data-cell`, row by row. */
export function moveInGrid(event: KeyboardEvent<HTMLElement>, columnCount: number): void {
  const by = arrows[event.key]
  const cells = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-cell]')]
  const at = cells.findIndex((cell) => cell === event.target)
  if (by === undefined || at < 0) return
  const column = (at % columnCount) + by[0]
  const next = cells[at + by[0] + by[1] * columnCount]
  if (next === undefined || column < 0 || column >= columnCount) return
  event.preventDefault()
  event.stopPropagation()
  next.focus()
}
