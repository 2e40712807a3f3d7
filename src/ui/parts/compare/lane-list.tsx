import { useStore } from 'zustand'
import { markOf, MiniGlyph } from '#ui/kit/glyph.tsx'
import { ChangeSummary } from '#ui/kit/text.tsx'
import { countText } from '#ui/model/words.ts'
import { actorName } from '#ui/model/actor-name.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import type { LaneWrites } from './compare-store.ts'
import styles from './compare.module.css'

/** The writes of one side since the fork, newest first. */
export function LaneList({ title, writes }: { readonly title: string; readonly writes: LaneWrites }) {
  const you = useStore(useLab().actor, (state) => state.name)
  const { rows, isCut } = writes
  return (
    <section className={styles.writes} aria-label={title}>
      <h3>
        {title} <small>{isCut ? `the newest ${rows.length} writes` : countText(rows.length, 'write')}</small>
      </h3>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrow keys scroll it */}
      <ol tabIndex={0} aria-label={title}>
        {rows.map((row) => (
          <li key={row.revision}>
            <b>{row.revision}</b>
            <MiniGlyph mark={markOf(row, you)} k={0.9} rings box={18} />
            <span>{actorName(row.actor)}</span>
            <span>{row.verb}</span>
            <span className={styles.object}>
              <small>{row.kind}</small> {row.name}
            </span>
            <span className={styles.change}>
              <ChangeSummary row={row} />
            </span>
          </li>
        ))}
        {rows.length === 0 && <li className={styles.none}>No write.</li>}
      </ol>
    </section>
  )
}
