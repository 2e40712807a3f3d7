import { Suspense } from 'react'
import type { SheetPanel } from '#ui/lab/part.ts'
import { openCassette } from './cassette-place.tsx'
import { lazily } from '#ui/kit/later.tsx'

const Body = lazily(async () => (await import('./record-sheet.tsx')).RecordSheet)

/** The sheet that makes tests, scripts and scenario files of requests. [RCD5] */
export const recordSheet: SheetPanel = {
  id: 'record',
  title: 'Record as test',
  commands: [
    {
      id: 'record',
      section: 'Everywhere',
      title: 'Record: make a test or a script of the last requests',
      keys: [],
      icon: 'file',
      run: (lab) => lab.overlay.open('record'),
    },
    {
      id: 'cassette',
      section: 'Everywhere',
      title: 'Cassette: record the answers to this tab, or replay a file',
      keys: [],
      icon: 'file',
      run: openCassette,
    },
  ],
  Body: ({ close }) => (
    <Suspense fallback={null}>
      <Body close={close} />
    </Suspense>
  ),
}
