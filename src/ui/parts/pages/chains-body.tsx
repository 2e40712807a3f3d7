import { useStore } from 'zustand'
import { Button } from '#ui/kit/button.tsx'
import { partState } from '#ui/lab/part-state.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { ChainCards, TokenView } from './chain-cards.tsx'
import { createChainsPart } from './chains-part.ts'
import { createFormState } from './form-state.ts'
import { FreshList } from './fresh-list.tsx'
import styles from './pages.module.css'
import { StartForm } from './start-form.tsx'

/** The paged lists, the newest first. */
export function ChainsBody() {
  const lab = useLab()
  const chains = partState(lab, createChainsPart)
  const form = partState(lab, createFormState)
  const asking = useStore(form, (state) => state.open)
  const all = useStore(chains.store, (state) => state.chains)
  return (
    <div className={styles.panel}>
      {asking && <StartForm onDone={() => form.close()} />}
      {all.length === 0 && !asking && (
        <p className={styles.empty}>
          No paged lists.{' '}
          <Button size="small" onClick={() => form.open()}>
            List with limit
          </Button>{' '}
          Every page is read from the snapshot of the first.
        </p>
      )}
      {all.toReversed().map((chain) => (
        <div key={chain.id} className={styles.chain}>
          <ChainCards chain={chain} chains={chains} />
          <TokenView chain={chain} chains={chains} />
          <FreshList chain={chain} chains={chains} />
        </div>
      ))}
    </div>
  )
}
