import { lazy, Suspense } from 'react'
import { openWork } from '#ui/lab/actions.ts'
import type { WorkPanel } from '#ui/lab/part.ts'
import { labRoom } from '#ui/lab/room.ts'

const load = () => import('./bytes-body.tsx')
const Body = lazy(() => load().then(({ BytesBody }) => ({ default: BytesBody })))

/** The work tab with the selected object in each form, byte by byte. [BY3] */
export const bytesPanel: WorkPanel = {
  id: 'bytes',
  title: 'Bytes',
  foldsDock: true,
  isWide: true,
  commands: [
    {
      id: 'bytes',
      section: 'Work',
      title: 'Bytes: the object as JSON, YAML, protobuf and Table',
      keys: [],
      icon: 'goto',
      when: (lab) => lab.rooms.getState().open === labRoom,
      run: (lab) => openWork(lab, 'bytes'),
    },
  ],
  Body: () => (
    <Suspense fallback={<p className="visually-hidden">Loading</p>}>
      <Body />
    </Suspense>
  ),
}
