import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { Button, type ButtonProps } from './button.tsx'
import { Icon } from './icon.tsx'
import styles from './menu.module.css'

export interface MenuItem {
  readonly id: string
  readonly label: ReactNode
  readonly note?: ReactNode
  readonly run: () => void
}

export interface MenuSection {
  readonly heading?: string
  readonly items: readonly MenuItem[]
}

interface MenuProps extends Omit<ButtonProps, 'onClick'> {
  /** Accessible name of the menu. */
  readonly menuLabel: string
  readonly sections: readonly MenuSection[]
  /** Ids of the selected items; a menu of choices shows a check next to them. */
  readonly chosen?: readonly string[]
}

/** Positions the menu below its button, within the window. */
function place(menu: HTMLElement, button: HTMLElement): void {
  const { left, bottom, top } = button.getBoundingClientRect()
  const { offsetWidth, offsetHeight } = menu
  const below = bottom + 4 + offsetHeight <= innerHeight
  menu.style.left = `${Math.max(8, Math.min(left, innerWidth - offsetWidth - 8))}px`
  menu.style.top = `${below ? bottom + 4 : Math.max(8, top - 4 - offsetHeight)}px`
}

const itemsOf = (menu: HTMLElement | null): HTMLElement[] =>
  menu === null ? [] : [...menu.querySelectorAll<HTMLElement>('[role^=menuitem]')]

/** Moves the focus on arrows, Home, End and first letters. */
function moveFocus(event: KeyboardEvent<HTMLElement>, menu: HTMLElement | null): void {
  const items = itemsOf(menu)
  const at = items.findIndex((item) => item === document.activeElement)
  const target = menuTarget(event.key, at, items)
  if (target === undefined) return
  event.preventDefault()
  event.stopPropagation()
  target.focus()
}

function menuTarget(key: string, at: number, items: readonly HTMLElement[]): HTMLElement | undefined {
  if (key === 'ArrowDown') return items[(at + 1) % items.length]
  if (key === 'ArrowUp') return items[(at + items.length - 1) % items.length]
  if (key === 'Home') return items[0]
  if (key === 'End') return items.at(-1)
  if (key.length !== 1 || key === ' ') return undefined
  const letter = key.toLowerCase()
  const after = [...items.slice(at + 1), ...items.slice(0, at + 1)]
  return after.find((item) => (item.textContent ?? '').trim().toLowerCase().startsWith(letter))
}

/** A button that opens a menu in the top layer; Esc and a click outside close it. */
export function MenuButton({ menuLabel, sections, chosen, children, ...button }: MenuProps) {
  const id = useId()
  const buttonRef = useRef<HTMLButtonElement>(null)
  const menuRef = useRef<HTMLDivElement>(null)
  const open = () => {
    const menu = menuRef.current
    if (menu === null || buttonRef.current === null) return
    menu.showPopover()
    place(menu, buttonRef.current)
    const items = itemsOf(menu)
    const current = items.find((item) => item.getAttribute('aria-checked') === 'true')
    ;(current ?? items[0])?.focus()
  }
  const close = () => {
    menuRef.current?.hidePopover()
    buttonRef.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key === 'Escape' || event.key === 'Tab') {
      event.preventDefault()
      event.stopPropagation()
      close()
    } else moveFocus(event, menuRef.current)
  }
  return (
    <>
      <Button {...button} ref={buttonRef} aria-haspopup="menu" aria-controls={id} onClick={open}>
        {children}
        <Icon name="down" size={12} />
      </Button>
      <div
        ref={menuRef}
        id={id}
        popover="auto"
        role="menu"
        aria-label={menuLabel}
        tabIndex={-1}
        className={styles.menu}
        onKeyDown={onKeyDown}
      >
        {sections.map((section, at) => (
          // The sections of a menu never change their order, so the index is a stable key.
          <MenuGroup key={section.heading ?? at} section={section} chosen={chosen} close={close} />
        ))}
      </div>
    </>
  )
}

interface MenuGroupProps {
  readonly section: MenuSection
  readonly chosen: readonly string[] | undefined
  readonly close: () => void
}

function MenuGroup({ section, chosen, close }: MenuGroupProps) {
  return (
    <div role="group" aria-label={section.heading}>
      {section.heading !== undefined && (
        <div className={styles.heading} aria-hidden="true">
          {section.heading}
        </div>
      )}
      {section.items.map(({ id, label, note, run }) => (
        <button
          key={id}
          type="button"
          role={chosen === undefined ? 'menuitem' : 'menuitemradio'}
          aria-checked={chosen === undefined ? undefined : chosen.includes(id)}
          tabIndex={-1}
          className={styles.item}
          onClick={() => {
            close()
            run()
          }}
        >
          {chosen !== undefined && (
            <span className={styles.mark}>{chosen.includes(id) && <Icon name="check" size={12} />}</span>
          )}
          {label}
          {note !== undefined && <span className={styles.note}>{note}</span>}
        </button>
      ))}
    </div>
  )
}
