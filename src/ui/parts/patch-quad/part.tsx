import { lazy, Suspense } from 'react'
import { openWork } from '#ui/lab/actions.ts'
import type { WorkPanel } from '#ui/lab/part.ts'
import { labRoom } from '#ui/lab/room.ts'

const load = () => import('./quad-body.tsx')
const Body = lazy(() => load().then(({ QuadBody }) => ({ default: QuadBody })))
const Tools = lazy(() => load().then(({ QuadTools }) => ({ default: QuadTools })))

/** The work tab that says one intent in the four kinds of patches. [PQ1] */
export const quadPanel: WorkPanel = {
  id: 'patch-quad',
  title: 'Patch quad',
  foldsDock: true,
  isWide: true,
  commands: [
    {
      id: 'patch-quad',
      section: 'Work',
      title: 'Patch quad: one change as four kinds of patches',
      keys: [],
      icon: 'goto',
      when: (lab) => lab.rooms.getState().open === labRoom,
      run: (lab) => openWork(lab, 'patch-quad'),
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
