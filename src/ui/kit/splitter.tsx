import { type CSSProperties, type KeyboardEvent, type PointerEvent, useRef } from 'react'
import styles from './splitter.module.css'

interface SplitterProps {
  /** Which region it sizes, in words. */
  readonly label: string
  /** Direction of the line itself. */
  readonly orientation: 'vertical' | 'horizontal'
  readonly size: number
  readonly min: number
  readonly max: number
  /** 1 when the region grows as the pointer goes right or down, -1 when it grows the other way. */
  readonly direction: 1 | -1
  readonly onSize: (size: number) => void
  readonly onReset: () => void
  /** Folds the region: Enter, and dragging far below the smallest size. */
  readonly onFold: () => void
  readonly style?: CSSProperties
}

const keyStep = 16

/** A focusable separator between two regions (WAI-ARIA window splitter): drag, arrows, Home, End, Enter folds. [UI6] */
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
    // A separator that is focusable is a widget: it has a value and takes keys.
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
