import { lazy, Suspense } from 'react'
import type { WorkPanel } from '#ui/lab/part.ts'
import { openWork } from '#ui/lab/actions.ts'
import { labRoom } from '#ui/lab/room.ts'

const load = () => import('./race-body.tsx')
const Body = lazy(() => load().then(({ RaceBody }) => ({ default: RaceBody })))
const Tools = lazy(() => load().then(({ RaceTools }) => ({ default: RaceTools })))

/** The work tab in which two clients race for a field of the selected object. [RA1] */
export const racePanel: WorkPanel = {
  id: 'race',
  title: 'Race',
  foldsDock: true,
  isWide: true,
  commands: [
    {
      id: 'race',
      section: 'Work',
      title: 'Race: two clients write the same field',
      keys: [],
      icon: 'goto',
      when: (lab) => lab.rooms.getState().open === labRoom,
      run: (lab) => openWork(lab, 'race'),
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
