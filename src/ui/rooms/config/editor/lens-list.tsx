import type { ReactNode } from 'react'
import type { EditorLayout } from '#editor/text-editor.ts'
import styles from './editor.module.css'

export const lensHeight = 20

/** A button below a line of the editor. */
export interface ShownLens {
  readonly id: string
  /** The line above it, from 1, and the column where it starts, from 0. */
  readonly line: number
  readonly column: number
  /** Read before its words. */
  readonly name: string
  readonly title: string
  readonly isPressed: boolean
  readonly onPress: () => void
  readonly words: ReactNode
}

interface LensListProps {
  readonly layout: EditorLayout
  readonly label: string
  readonly lenses: readonly ShownLens[]
}

/** Draws lenses at their lines while the editor scrolls. */
export function LensList({ layout, label, lenses }: LensListProps) {
  if (lenses.length === 0) return null
  return (
    <ul className={styles.lenses} style={{ left: layout.contentLeft }} aria-label={label}>
      {lenses.map(({ id, line, column, name, title, isPressed, onPress, words }) => {
        // A zone is below its line: the next line starts where the zone ends.
        const top = layout.topOfLine(line) + layout.lineHeight - layout.scrollTop
        if (top < -lensHeight || top > layout.height) return null
        return (
          <li key={id} style={{ top, left: column * layout.charWidth, height: lensHeight }}>
            <button type="button" className={styles.lens} aria-pressed={isPressed} title={title} onClick={onPress}>
              <span className="visually-hidden">{name}: </span>
              {words}
            </button>
          </li>
        )
      })}
    </ul>
  )
}
