import { lazy, Suspense } from 'react'
import { useStore } from 'zustand'
import { Button } from '#ui/kit/button.tsx'
import { openDiff } from '#ui/lab/actions.ts'
import { partState } from '#ui/lab/part-state.ts'
import type { WorkPanel } from '#ui/lab/part.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { isWriteOf } from '#ui/model/selection.ts'
import { createDiffs } from '#ui/texts/diff-store.ts'

const Body = lazy(() => import('./diff-body.tsx').then(({ DiffBody }) => ({ default: DiffBody })))

/** The work tab that compares two revisions of an object. */
export const diffPanel: WorkPanel = {
  id: 'diff',
  title: 'Diff',
  foldsDock: true,
  objectActions: (lab, object) => {
    const writes = lab.cluster.getState().rows.filter((row) => isWriteOf(row, object))
    const last = writes.at(-1)
    if (last === undefined) return []
    const note = () => `${writes.length} kept`
    const run = () => openDiff(lab, last)
    return [
      { id: 'do-diff', section: 'Objects', title: 'Diff with another revision', keys: ['d'], icon: 'goto', note, run },
    ]
  },
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
