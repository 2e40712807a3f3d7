import { type ReactNode, useId, useRef } from 'react'
import styles from './popover.module.css'

interface PillPopoverProps {
  readonly label: ReactNode
  readonly children: ReactNode
}

/** A pill that opens an explanation when pressed. */
export function PillPopover({ label, children }: PillPopoverProps) {
  const id = useId()
  const trigger = useRef<HTMLButtonElement>(null)
  const pop = useRef<HTMLDivElement>(null)
  return (
    <>
      <button
        ref={trigger}
        type="button"
        className={styles.trigger}
        popoverTarget={id}
        onClick={() => {
          const box = trigger.current?.getBoundingClientRect()
          if (box === undefined || pop.current === null) return
          pop.current.style.top = `${box.bottom + 6}px`
          pop.current.style.left = `${Math.max(8, Math.min(box.left, innerWidth - 368))}px`
        }}
      >
        {label}
      </button>
      <div ref={pop} id={id} popover="auto" className={styles.pop}>
        {children}
      </div>
    </>
  )
}
