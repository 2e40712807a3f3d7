import { useStore } from 'zustand'
import { classes } from '#ui/kit/button.tsx'
import { actorName } from '#ui/model/actor-name.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { mostFrequent } from './most-frequent.ts'
import styles from './side.module.css'

/** Lists the most frequent requests by user and resource: the permissions that are used. */
export function MostFrequent() {
  const rows = mostFrequent(useStore(useLab().cluster, (state) => state.requests))
  const most = rows[0]?.count ?? 1
  return (
    <section className={styles.section} aria-label="Most frequent requests">
      <h3>Most frequent of the last 200 requests</h3>
      {rows.length === 0 && <p>No requests yet, except those of this page.</p>}
      <ul className={styles.asked}>
        {rows.map(({ key, status, actor, verb, what, count }) => (
          <li key={key} title={actor}>
            <code className={classes(status >= 400 ? styles.bad : styles.good)}>{status}</code>
            <span>
              {actorName(actor)} <b>{verb}</b> {what}
            </span>
            <span className={styles.meter} aria-hidden="true">
              <i style={{ width: `${(count / most) * 100}%` }} />
            </span>
            <span className={styles.count}>{count}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
