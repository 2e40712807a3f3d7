import { lazy, Suspense } from 'react'
import { openWork } from '#ui/lab/actions.ts'
import type { WorkPanel } from '#ui/lab/part.ts'
import { labRoom } from '#ui/lab/room.ts'

const load = () => import('./versions-body.tsx')
const Body = lazy(() => load().then(({ VersionsBody }) => ({ default: VersionsBody })))
const Tools = lazy(() => load().then(({ VersionsTools }) => ({ default: VersionsTools })))

/** The work tab with all reads that take a resourceVersion. [VM1] */
export const versionsPanel: WorkPanel = {
  id: 'versions',
  title: 'Versions',
  foldsDock: true,
  isWide: true,
  commands: [
    {
      id: 'versions',
      section: 'Work',
      title: 'Versions: what each resourceVersion and match answers',
      keys: [],
      icon: 'goto',
      when: (lab) => lab.rooms.getState().open === labRoom,
      run: (lab) => openWork(lab, 'versions'),
    },
  ],
  Tools: () => (
    <Suspense fallback={null}>
      <Tools />
    </Suspense>
  ),
  Body: () => (
    <Suspense fallback={<p className="visually-hidden">Loading</p>}>
      <Body />
    </Suspense>
  ),
}
