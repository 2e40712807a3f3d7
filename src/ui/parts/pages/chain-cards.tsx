import { useStore } from 'zustand'
import { Button, classes, IconButton } from '#ui/kit/button.tsx'
import { cutMiddle } from '#ui/model/words.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import type { Chains } from './chains-store.ts'
import { type Chain, decodeToken, type Page, type PageItem } from './chains-state.ts'
import styles from './pages.module.css'

/** The pages read so far, the next one, and a note about the snapshot. */
export function ChainCards({ chain, chains }: { readonly chain: Chain; readonly chains: Chains }) {
  const gone = useGone(chain)
  const next = chain.state === 'finished' ? null : chain.pages.length + 1
  return (
    <section
      className={styles.cards}
      aria-label={`Paged list of ${chain.path}`}
      data-testid="chain"
      data-state={chain.state}
    >
      <header>
        <span className={styles.pin}>
          {chain.pages.length}/{pageTotal(chain)}
        </span>
        <code title={chain.path}>
          GET {cutMiddle(chain.path, 34)}?limit={chain.limit}
        </code>
        <span className={styles.space} />
        <IconButton
          icon="x"
          size="small"
          iconSize={12}
          label="Close this list"
          onClick={() => chains.close(chain.id)}
        />
      </header>
      <ol className={styles.pages}>
        {chain.pages.map((page) => (
          <PageCard key={page.number} page={page} gone={gone} />
        ))}
        {next !== null && (
          <li className={classes(styles.page, chain.token === '' ? styles.notAsked : styles.next)}>
            <b>Page {next}</b>
            <small>{chain.state === 'expired' ? '410' : chain.state === 'loading' ? 'asked' : 'next'}</small>
          </li>
        )}
      </ol>
      <p className={styles.sentence}>
        {chain.resourceVersion !== '' && (
          <>
            Snapshot <code>{chain.resourceVersion}</code>
          </>
        )}
        {chain.remaining !== null && (
          <>
            {' '}
            · remainingItemCount <b>{chain.remaining}</b>
          </>
        )}
        {chain.state === 'finished' && ' · the last page had an empty continue'}
        {gone.size > 0 &&
          ` · ${[...gone].map((key) => key.slice(key.indexOf('/') + 1)).join(', ')} removed since, still listed here`}
      </p>
    </section>
  )
}

/** The number of pages of the whole list, as the rail's pin says it: `?` while the server does not know it. */
function pageTotal({ state, pages, remaining, limit }: Chain): string {
  if (state === 'finished') return String(pages.length)
  return remaining === null || limit === 0 ? '?' : String(pages.length + Math.ceil(remaining / limit))
}

const keyOf = (item: PageItem): string => `${item.namespace}/${item.name}`

/** Returns the items of the snapshot that no longer exist. */
function useGone(chain: Chain): ReadonlySet<string> {
  const rows = useStore(useLab().cluster, (state) => state.rows)
  const snapshot = Number(chain.resourceVersion)
  const listed = new Set(chain.pages.flatMap((page) => page.items).map(keyOf))
  const resource = chain.path.split('/').at(-1)
  return new Set(
    rows
      .filter((row) => row.revision > snapshot && row.effect === 'removed' && row.resource === resource)
      .map((row) => `${row.namespace}/${row.name}`)
      .filter((key) => listed.has(key)),
  )
}

function PageCard({ page, gone }: { readonly page: Page; readonly gone: ReadonlySet<string> }) {
  return (
    <li className={styles.page}>
      <b>Page {page.number}</b>
      <small className={styles.ok}>{page.status}</small>
      <ul>
        {page.items.map((item) => (
          <li
            key={keyOf(item)}
            className={classes(gone.has(keyOf(item)) && styles.isGone)}
            title={`${keyOf(item)} at ${item.resourceVersion}`}
          >
            {item.name}
          </li>
        ))}
      </ul>
    </li>
  )
}

/** Shows the continue token, encoded and decoded, and the actions for the next page. */
export function TokenView({ chain, chains }: { readonly chain: Chain; readonly chains: Chains }) {
  const lab = useLab()
  const createdMs = chain.pages.at(-1)?.timeMs ?? 0
  const nowMs = useStore(lab.clock.store, (state) => state.nowMs)
  return (
    <section className={styles.token} aria-label="Continue token">
      <h3>continue</h3>
      <TokenText chain={chain} ageMs={Math.max(0, nowMs - createdMs)} />
      <Button
        size="small"
        look="primary"
        disabled={chain.token === '' || chain.state === 'loading'}
        onClick={() => chains.next(chain.id)}
        data-testid="pages-next"
      >
        {chain.state === 'expired' ? 'Continue without the snapshot' : `Fetch page ${chain.pages.length + 1}`}
      </Button>
    </section>
  )
}

function TokenText({ chain, ageMs }: { readonly chain: Chain; readonly ageMs: number }) {
  if (chain.refusal !== null) {
    return (
      <>
        <p className={styles.refusal} role="status">
          <b>
            {chain.refusal.code === 0 ? 'No answer' : chain.refusal.code} {chain.refusal.reason}
          </b>{' '}
          {chain.refusal.message}
        </p>
        {chain.state === 'expired' && (
          <p className={styles.sentence}>
            The response has a fresh token: it continues after the last page, at the newest version.
          </p>
        )}
      </>
    )
  }
  if (chain.token === '')
    return (
      <p className={styles.sentence}>
        No token: {chain.state === 'finished' ? 'nothing is left to read.' : 'the first page is loading.'}
      </p>
    )
  return (
    <>
      <code className={styles.raw}>{chain.token}</code>
      <Decoded token={chain.token} ageMs={ageMs} />
    </>
  )
}

function Decoded({ token, ageMs }: { readonly token: string; readonly ageMs: number }) {
  const decoded = decodeToken(token)
  const left = Math.max(0, Math.ceil((300_000 - ageMs) / 1000))
  return (
    <dl className={styles.decoded}>
      {decoded !== null && (
        <>
          <dt>rv</dt>
          <dd>
            <code>{decoded.resourceVersion}</code>
          </dd>
          <dt>start</dt>
          <dd>
            <code>{JSON.stringify(decoded.start).slice(1, -1)}</code>
          </dd>
        </>
      )}
      <dt>ends</dt>
      <dd>
        in {Math.floor(left / 60)}:{String(left % 60).padStart(2, '0')}, or when its snapshot is compacted: then{' '}
        <b className={styles.bad}>410</b>
      </dd>
    </dl>
  )
}
