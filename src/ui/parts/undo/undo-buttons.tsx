import { useMemo } from 'react'
import { useStore } from 'zustand'
import { IconButton } from '#ui/kit/button.tsx'
import { partState } from '#ui/lab/part-state.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { chordText } from '#ui/keyboard/chord.ts'
import { createUndo, nothingKept } from './undo-store.ts'
import { undoChoices } from './undo-stack.ts'
import styles from './undo.module.css'

/** Undo and redo of the acting user's writes, with a sentence about what the last one did. [UN1] */
export function UndoButtons() {
  const lab = useLab()
  const undo = partState(lab, createUndo)
  const { taken, said } = useStore(undo.store)
  const actor = useStore(lab.actor, ({ name }) => name)
  const rows = useStore(lab.cluster, (state) => state.rows)
  // Reads all rows, which change less often than the rest of the store.
  const choices = useMemo(() => undoChoices(rows, taken, actor), [rows, taken, actor])
  const [last, again] = [String(choices.undo ?? ''), String(choices.redo ?? '')]
  const none = useStore(lab.cluster, ({ compacted }) => compacted > 0)
    ? nothingKept(actor)
    : `${actor} has written nothing`
  const isPast = useStore(lab.cursor, ({ at }) => at !== null)
  return (
    <div className={styles.buttons} role="group" aria-label="Undo and redo">
      <IconButton
        icon="undo"
        label={last === '' ? 'Undo' : `Undo revision ${last}`}
        title={last === '' ? none : `Undo revision ${last} (${chordText('Mod+z')})`}
        aria-keyshortcuts="Control+Z Meta+Z"
        disabled={last === '' || isPast}
        onClick={() => void undo.undo()}
      />
      <IconButton
        icon="redo"
        label={again === '' ? 'Redo' : `Redo what ${again} took back`}
        title={`Redo (${chordText('Mod+Shift+z')})`}
        aria-keyshortcuts="Control+Shift+Z Meta+Shift+Z"
        disabled={again === '' || isPast}
        onClick={() => void undo.redo()}
      />
      <span role="status" className={styles.said} title={said} data-said={said === '' ? undefined : ''}>
        {said}
      </span>
    </div>
  )
}
