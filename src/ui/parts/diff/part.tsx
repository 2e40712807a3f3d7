import { lazy, Suspense } from 'react'
import { useStore } from 'zustand'
import { Button } from '#ui/kit/button.tsx'
import { partState } from '#ui/lab/part-state.ts'
import type { WorkPanel } from '#ui/lab/part.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { createDiffs } from '#ui/texts/diff-store.ts'

const Body = lazy(() => import('./diff-body.tsx').then(({ DiffBody }) => ({ default: DiffBody })))

/** The work tab that compares two revisions of an object. */
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
  const { store, setSideBySide } = partState(useLab(), createDiffs)
  const sideBySide = useStore(store, (state) => state.sideBySide)
  return (
    <>
      <Button size="small" aria-pressed={!sideBySide} onClick={() => setSideBySide(false)}>
        Inline
      </Button>
      <Button size="small" aria-pressed={sideBySide} onClick={() => setSideBySide(true)}>
        Side by side
      </Button>
    </>
  )
}
