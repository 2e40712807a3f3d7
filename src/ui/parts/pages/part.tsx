import { useStore } from 'zustand'
import { askExpire, openDock } from '#ui/lab/actions.ts'
import { Button } from '#ui/kit/button.tsx'
import { createOpenStore } from '#ui/lab/open-store.ts'
import { partState } from '#ui/lab/part-state.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import type { DockPanel } from '#ui/lab/part.ts'
import { ChainCards, TokenView } from './chain-cards.tsx'
import { createChainsPart } from './chains-part.ts'
import { FreshList } from './fresh-list.tsx'
import styles from './pages.module.css'
import { StartForm } from './start-form.tsx'

const createFormState = (): ReturnType<typeof createOpenStore> => createOpenStore()

/** The dock tab of paged lists, each on its own snapshot. */
export const pagesPanel: DockPanel = {
  id: 'pages',
  title: 'Pages',
  useCount: () => useStore(partState(useLab(), createChainsPart).store, (state) => state.chains.length),
  commands: [
    {
      id: 'list-pages',
      section: 'Objects',
      title: 'List with limit',
      keys: [],
      icon: 'plus',
      run: (lab) => {
        openDock(lab, 'pages')
        partState(lab, createFormState).open()
      },
    },
  ],
  Tools,
  Body,
}

function Tools() {
  const lab = useLab()
  const form = partState(lab, createFormState)
  return (
    <>
      <small className={styles.hint}>a paged list reads one snapshot, regardless of later writes</small>
      <Button size="small" onClick={() => askExpire(lab)} data-testid="pages-expire">
        Expire history…
      </Button>
      <Button size="small" icon="plus" onClick={() => form.open()} data-testid="pages-list">
        List with limit
      </Button>
    </>
  )
}

function Body() {
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
