import { Suspense } from 'react'
import type { Lab } from '#ui/lab/lab.ts'
import type { SheetPanel } from '#ui/lab/part.ts'
import { shownBranch } from '#ui/parts/clusters/part.tsx'
import { lazily } from '#ui/kit/later.tsx'

const Body = lazily(async () => (await import('./compare-sheet.tsx')).CompareSheet)

/**
 * The sheet that compares the shown branch with the cluster that it left, and keeps, promotes or discards the branch.
 */
export const compareSheet: SheetPanel = {
  id: 'compare',
  title: 'Compare the branch',
  when: (lab) => shownBranch(lab) !== null,
  commands: [
    {
      id: 'compare-branch',
      section: 'Time',
      title: 'Compare the branch with its cluster',
      keys: [],
      icon: 'branch',
      when: (lab: Lab) => shownBranch(lab) !== null,
      run: (lab) => lab.overlay.open('compare'),
    },
  ],
  Body: ({ close }) => (
    <Suspense fallback={null}>
      <Body close={close} />
    </Suspense>
  ),
}
