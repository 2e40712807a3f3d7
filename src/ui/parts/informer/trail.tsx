import { useStore } from 'zustand'
import { classes } from '#ui/kit/button.tsx'
import { useLab } from '#ui/lab/use-lab.ts'
import { informerBench } from './store.ts'
import { useInformer } from './use-informer.ts'
import styles from './informer.module.css'

/** Writes that were built on the cache, with the server's answers. */
export function Attempts() {
  const writes = useStore(informerBench(useLab()).writes)
  if (writes.length === 0) return null
  return (
    <section aria-label="Updates from the cache">
      <h3>
        Updates from the cache <small>dry runs, nothing is stored</small>
      </h3>
      <ul className={styles.trail} data-testid="informer-writes">
        {writes.map(({ id, key, version, code, words }) => (
          <li key={id} data-code={code}>
            <code>
              PUT {key} built on {version}
            </code>{' '}
            <b className={classes(code >= 400 ? styles.bad : styles.good)}>{code}</b> {words}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The requests of the client, the newest first. */
export function Trail() {
  const { trail } = useInformer()
  return (
    <section aria-label="Requests of the client">
      <h3>What the client did</h3>
      <ol className={styles.trail} data-testid="informer-trail">
        {trail.toReversed().map(({ id, words, code }) => (
          <li key={id} data-code={code}>
            {code > 0 && <b className={classes(code >= 400 ? styles.bad : styles.good)}>{code}</b>} {words}
          </li>
        ))}
      </ol>
    </section>
  )
}
