import { lazy, Suspense } from 'react'
import { useStore } from 'zustand'
import { Button } from '../../controls/button.tsx'
import { partState } from '../../part-state.ts'
import type { WorkPanel } from '../../panels/panel.ts'
import { useLab } from '../../use-lab.ts'
import { createDiffs } from './diff-store.ts'

const Body = lazy(() => import('./diff-body.tsx').then(({ DiffBody }) => ({ default: DiffBody })))

/** Two revisions of one object. */
export const diffPanel: WorkPanel = {
  id: 'diff',
  title: 'Diff',
  foldsDock: true,
  Tools,
  Body: () => (
    <Suspense fallback={null}>
      <Body />
    </Suspense>
  ),
}

function Tools() {
  const { store } = partState(useLab(), createDiffs)
  const sideBySide = useStore(store, (state) => state.sideBySide)
  return (
    <>
      <Button size="small" aria-pressed={!sideBySide} onClick={() => store.setState({ sideBySide: false })}>
        Inline
      </Button>
      <Button size="small" aria-pressed={sideBySide} onClick={() => store.setState({ sideBySide: true })}>
        Side by side
      </Button>
    </>
  )
}
