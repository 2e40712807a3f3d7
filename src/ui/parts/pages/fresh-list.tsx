import { Button, classes } from '#ui/kit/button.tsx'
import type { Chains } from './chains-store.ts'
import { type Chain, compareWithFresh, type Difference } from './chains-state.ts'
import styles from './pages.module.css'

/** Shows a current list next to the snapshot, with the changes that the pages cannot show. */
export function FreshList({ chain, chains }: { readonly chain: Chain; readonly chains: Chains }) {
  return (
    <section className={styles.fresh} aria-label="The same list now">
      <header>
        <h3>The same list now</h3>
        {chain.fresh !== null && <small>at {chain.fresh.resourceVersion}</small>}
        <span className={styles.space} />
        <Button size="small" onClick={() => chains.compare(chain.id)} data-testid="pages-compare">
          {chain.fresh === null ? 'List' : 'List again'}
        </Button>
      </header>
      {chain.fresh !== null && (
        <ul>
          {compareWithFresh(chain).map((difference) => (
            <li
              key={difference.key}
              className={classes(difference.now === null && styles.removed, difference.before === null && styles.added)}
            >
              <span>{difference.key.replace(/^\//, '')}</span>
              <small>{words(difference, chain)}</small>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function words({ now, before }: Difference, chain: Chain): string {
  if (now === null) return 'removed since'
  if (before === null) return chain.token === '' ? 'created since' : 'not on the pages read so far'
  return now.resourceVersion === before.resourceVersion
    ? 'unchanged'
    : `at ${now.resourceVersion}, snapshot ${before.resourceVersion}`
}
