import { lazy, Suspense } from 'react'
import type { SheetPanel } from '#ui/lab/part.ts'

const Body = lazy(() => import('./create-sheet.tsx').then(({ CreateSheet }) => ({ default: CreateSheet })))

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
