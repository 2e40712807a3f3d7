import { lazy, Suspense } from 'react'
import { openWork } from '#ui/lab/actions.ts'
import type { WorkPanel } from '#ui/lab/part.ts'
import { labRoom } from '#ui/lab/room.ts'

const load = () => import('./apply-body.tsx')
const Body = lazy(() => load().then(({ ApplyBody }) => ({ default: ApplyBody })))

/** The work tab in which two managers apply their files to one object. [AN1] */
export const applyPanel: WorkPanel = {
  id: 'apply',
  title: 'Apply',
  foldsDock: true,
  isWide: true,
  commands: [
    {
      id: 'apply',
      section: 'Work',
      title: 'Apply: two managers negotiate the fields of an object',
      keys: [],
      icon: 'goto',
      when: (lab) => lab.rooms.getState().open === labRoom,
      run: (lab) => openWork(lab, 'apply'),
    },
  ],
  Body: () => (
    <Suspense fallback={<p className="visually-hidden">Loading</p>}>
      <Body />
    </Suspense>
  ),
}
