import { Suspense } from 'react'
import type { SheetPanel } from '#ui/lab/part.ts'
import { lazily } from '#ui/kit/later.tsx'

const Body = lazily(async () => (await import('./create-sheet.tsx')).CreateSheet)

/** The sheet that creates an object of a kind with one click. */
export const createPanel: SheetPanel = {
  id: 'create',
  title: 'Create from sample',
  Body: ({ close }) => (
    <Suspense fallback={null}>
      <Body close={close} />
    </Suspense>
  ),
}
