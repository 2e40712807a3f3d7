import { useStore } from 'zustand'
import { OwnerLetter } from '#ui/kit/text.tsx'
import { partState } from '#ui/lab/part-state.ts'
import { useManagerMark } from '#ui/lab/manager-marks.ts'
import { clockText, cutMiddle } from '#ui/model/words.ts'
import { useLab, useSelectedObject } from '#ui/lab/use-lab.ts'
import { type ManagerEntry, type OwnedNode, pathText } from './fields-v1.ts'
import { lineWords, operationWords } from './owner-words.ts'
import type { LineOwners } from './owners-of-lines.ts'
import { createOwnership } from './ownership-store.ts'
import styles from './gutter.module.css'

interface LineStripProps {
  readonly owners: LineOwners
  readonly entries: readonly ManagerEntry[]
  readonly tree: OwnedNode
}

/** Explains who owns the hovered line, else the line of the cursor, and why. [OW2] */
export function LineStrip({ owners, entries, tree }: LineStripProps) {
  const managerMark = useManagerMark(useSelectedObject())
  const line = useStore(partState(useLab(), createOwnership), ({ hoverLine, cursorLine }) => hoverLine ?? cursorLine)
  const owned = owners.lines[line - 1]
  const path = owned === undefined ? '' : pathText(owned.path)
  return (
    <p className={styles.strip} aria-live="polite" data-testid="ownership-line">
      <span className={styles.lineNumber}>{line}</span>
      {path !== '' && <code title={path}>{cutMiddle(path, 52)}</code>}
      {owned?.owners
        .flatMap((at) => entries[at] ?? [])
        .map((entry) => (
          <span key={`${entry.manager} ${entry.operation} ${entry.subresource}`} className={styles.who}>
            <OwnerLetter {...managerMark(entry.manager)} name={entry.manager} />
            <b aria-hidden="true">{entry.manager}</b> {operationWords(entry)}
            {entry.time !== '' && <time dateTime={entry.time}>{clockText(Date.parse(entry.time))}</time>}
          </span>
        ))}
      <span className={styles.why}>{lineWords(owned, tree)}</span>
    </p>
  )
}
