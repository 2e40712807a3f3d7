import { Suspense } from 'react'
import { later, lazily } from '#ui/kit/later.tsx'
import { openDiff } from '#ui/lab/actions.ts'
import type { WorkPanel } from '#ui/lab/part.ts'
import { isWriteOf } from '#ui/model/selection.ts'

const Body = lazily(async () => (await import('./diff-body.tsx')).DiffBody)

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
  Tools: later(async () => (await import('./diff-tools.tsx')).DiffTools),
  Body: () => (
    <Suspense fallback={null}>
      <Body />
    </Suspense>
  ),
}
