import { type PointerEvent, useState } from 'react'

/** A card that follows the pointer: its place, and the place at which it would be put. */
export interface Drag {
  readonly from: number
  readonly to: number
}

/** Returns the place of the row that is nearest to a height in the window. */
function placeAt(rows: readonly Element[], y: number): number {
  const distances = rows.map((row) => {
    const { top, height } = row.getBoundingClientRect()
    return Math.abs(top + height / 2 - y)
  })
  return distances.indexOf(Math.min(...distances))
}

interface DragHandlers {
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void
  readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void
  readonly onPointerUp: () => void
  readonly onPointerCancel: () => void
}

/**
 * Lets a pointer put one of the first `count` rows of a list at another place. The buttons of a row do the same for keys.
 * `handlersOf` returns the handlers of the row at a place.
 */
export function useDrag(
  count: number,
  put: (from: number, to: number) => void,
): { readonly drag: Drag | null; readonly handlersOf: (place: number) => DragHandlers } {
  const [drag, setDrag] = useState<Drag | null>(null)
  const handlersOf = (place: number): DragHandlers => ({
    onPointerDown(event) {
      const { target, currentTarget, pointerId, button } = event
      if (button !== 0 || (target instanceof Element && target.closest('button') !== null)) return
      currentTarget.setPointerCapture(pointerId)
      setDrag({ from: place, to: place })
    },
    onPointerMove({ currentTarget, clientY }) {
      if (drag === null) return
      const rows = [...(currentTarget.closest('ol')?.children ?? [])].slice(0, count)
      const to = placeAt(rows, clientY)
      if (to >= 0 && to !== drag.to) setDrag({ ...drag, to })
    },
    onPointerUp() {
      if (drag !== null && drag.to !== drag.from) put(drag.from, drag.to)
      setDrag(null)
    },
    onPointerCancel: () => setDrag(null),
  })
  return { drag, handlersOf }
}
