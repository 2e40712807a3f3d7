import type { RevisionRow } from '#facts/fact.ts'
import { classes } from '#ui/kit/button.tsx'
import { markOf, MiniGlyph } from '#ui/kit/glyph.tsx'
import { clockText } from '#ui/model/words.ts'
import styles from './diff.module.css'

interface RevisionPickerProps {
  readonly writes: readonly RevisionRow[]
  readonly you: string
  readonly from: number
  readonly to: number
  readonly newest: number
  readonly onPick: (side: 'from' | 'to', revision: number) => void
}

/** The object's writes as a small rail; a click moves the nearer side of the comparison. */
export function RevisionPicker({ writes, you, from, to, newest, onPick }: RevisionPickerProps) {
  const pick = (revision: number): void => {
    const nearTo = Math.abs(revision - to) <= Math.abs(revision - from)
    onPick(revision > to || (revision > from && nearTo) ? 'to' : 'from', revision)
  }
  return (
    <div className={styles.picker} role="group" aria-label="Revisions of the object">
      {writes.map((row) => (
        <button
          key={row.revision}
          type="button"
          title={`${row.revision}, ${clockText(row.timeMs)}, ${row.actor}`}
          aria-pressed={row.revision === from || row.revision === to}
          className={classes(
            styles.stop,
            row.revision > from && row.revision <= to && styles.between,
            row.revision === from && styles.from,
            row.revision === to && (to === newest ? styles.toNewest : styles.to),
          )}
          onClick={() => pick(row.revision)}
        >
          <span className={styles.side}>{row.revision === from ? 'from' : row.revision === to ? 'to' : ''}</span>
          <MiniGlyph mark={markOf(row, you)} rings box={18} />
          <code>{row.revision}</code>
        </button>
      ))}
    </div>
  )
}
