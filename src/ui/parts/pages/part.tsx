import { useStore } from 'zustand'
import { askExpire, openDock } from '#ui/lab/actions.ts'
import { later } from '#ui/kit/later.tsx'
import { Button } from '#ui/kit/button.tsx'
import { partState } from '#ui/lab/part-state.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import type { DockPanel } from '#ui/lab/part.ts'
import { createChainsPart } from './chains-part.ts'
import { createFormState } from './form-state.ts'
import styles from './pages.module.css'

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
  Body: later(async () => (await import('./chains-body.tsx')).ChainsBody),
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
