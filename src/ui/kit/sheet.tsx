import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { classes, IconButton } from './button.tsx'
import styles from './sheet.module.css'

interface SheetProps {
  readonly label: string
  /** Called when the user closes the sheet: Esc, a click outside, the close button. */
  readonly onClose: () => void
  /** Size and place. */
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** A modal dialog. The focus stays inside and returns to the element that had it before. */
export function Sheet({ label, onClose, className, children }: SheetProps) {
  const ref = useRef<HTMLDialogElement>(null)
  // A layout effect ends while the dialog is still in the page: only then does closing it give the focus back.
  useLayoutEffect(() => {
    const dialog = ref.current
    dialog?.showModal()
    return () => dialog?.close()
  }, [])
  return (
    // A click on the veil hits the dialog element itself. Esc does the same from the keyboard.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={ref}
      aria-label={label}
      className={classes(styles.sheet, className)}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => {
        if (event.target === ref.current) onClose()
      }}
    >
      {children}
    </dialog>
  )
}

interface SheetHeadProps {
  readonly title: string
  readonly note?: string
  readonly onClose: () => void
  readonly children?: ReactNode
}

/** The title, a secondary note and the close button. */
export function SheetHead({ title, note = '', onClose, children }: SheetHeadProps) {
  return (
    <header className={styles.head}>
      <h2>{title}</h2>
      <span className={styles.note}>{note}</span>
      {children}
      <IconButton icon="x" label="Close" aria-keyshortcuts="Escape" onClick={onClose} />
    </header>
  )
}
