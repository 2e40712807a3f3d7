import { type CSSProperties, type KeyboardEvent, type PointerEvent, useRef } from 'react'
import styles from './splitter.module.css'

interface SplitterProps {
  /** The region that it resizes, as an accessible name. */
  readonly label: string
  /** Orientation of the separator line. */
  readonly orientation: 'vertical' | 'horizontal'
  readonly size: number
  readonly min: number
  readonly max: number
  /** 1 when the region grows as the pointer moves right or down, -1 when it grows in the opposite direction. */
  readonly direction: 1 | -1
  readonly onSize: (size: number) => void
  readonly onReset: () => void
  /** Folds the region: on Enter, or on a drag far below the minimum size. */
  readonly onFold: () => void
  readonly style?: CSSProperties
}

const keyStep = 16

/**
 * A focusable separator between two regions (WAI-ARIA window splitter): drag, arrow keys, Home and End resize, Enter
 * folds. [UI6]
 */
export function Splitter(props: SplitterProps) {
  const { label, orientation, size, min, max, direction, onSize, onReset, onFold, style } = props
  const drag = useRef<{ readonly start: number; readonly size: number } | null>(null)
  const along = (event: PointerEvent) => (orientation === 'vertical' ? event.clientX : event.clientY)
  const grow = orientation === 'vertical' ? 'ArrowRight' : 'ArrowDown'
  const shrink = orientation === 'vertical' ? 'ArrowLeft' : 'ArrowUp'

  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    if (drag.current === null) return
    const wanted = drag.current.size + (along(event) - drag.current.start) * direction
    if (wanted < min / 2) {
      drag.current = null
      onFold()
    } else onSize(wanted)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const sizes: Readonly<Record<string, number>> = {
      [grow]: size + keyStep * direction,
      [shrink]: size - keyStep * direction,
      Home: min,
      End: max,
    }
    const wanted = sizes[event.key]
    if (event.key === 'Enter') onFold()
    else if (wanted === undefined) return
    else onSize(wanted)
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    // A focusable separator is a widget: it has a value and handles keys.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      role="separator"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      aria-label={label}
      aria-orientation={orientation}
      aria-valuenow={size}
      aria-valuemin={min}
      aria-valuemax={max}
      className={styles.splitter}
      style={style}
      onKeyDown={onKeyDown}
      onDoubleClick={onReset}
      onPointerDown={(event) => {
        drag.current = { start: along(event), size }
        event.currentTarget.setPointerCapture(event.pointerId)
        event.currentTarget.dataset.dragging = ''
      }}
      onPointerMove={onPointerMove}
      onPointerUp={(event) => {
        drag.current = null
        delete event.currentTarget.dataset.dragging
      }}
    />
  )
}
