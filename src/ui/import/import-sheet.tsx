import { lazy, Suspense } from 'react'
import type { SheetPanel } from '../panels/panel.ts'

const Body = lazy(() => import('./import-body.tsx').then(({ ImportBody }) => ({ default: ImportBody })))

/** Brings manifests in. */
export const importSheet: SheetPanel = {
  id: 'import',
  title: 'Import',
  Body: ({ close }) => (
    <Suspense fallback={null}>
      <Body close={close} />
    </Suspense>
  ),
}
