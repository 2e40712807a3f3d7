import { classes } from '#ui/kit/button.tsx'
import { ChangeSummary } from '#ui/kit/text.tsx'
import { writerName } from '#ui/model/actor-name.ts'
import { numberText } from '#ui/model/words.ts'
import type { PicturedWrite } from './writes-of-step.ts'
import styles from './picture.module.css'

/** The object of a step in the middle, version by version, and who wrote each of them. [PR5] */
export function Picture({ writes }: { readonly writes: readonly PicturedWrite[] }) {
  const last = writes.at(-1)
  if (last === undefined) return null
  return (
    <section className={styles.picture} aria-label={`Writes of ${last.row.name}`}>
      <div>
        <h2>
          {last.row.kind} {last.row.name}
        </h2>
        <ol>
          {writes.map(({ row, side }) => (
            <li
              key={row.revision}
              data-side={side}
              aria-current={row === last.row ? 'step' : undefined}
              className={classes(row === last.row && styles.now)}
            >
              <div className={styles.card}>
                <p>
                  <b>{writerName(row)}</b> <code>{row.verb}</code>
                </p>
                <p className={styles.change}>
                  <ChangeSummary row={row} />
                </p>
              </div>
              <span className={styles.arrow} aria-hidden="true">
                {side === 'left' ? '→' : '←'}
              </span>
              <b className={styles.version}>{numberText(row.revision)}</b>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}
