import { lazy, Suspense } from 'react'
import type { WorkPanel } from '../../panels/panel.ts'
import { YamlTools } from './yaml-tools.tsx'

const Body = lazy(() => import('./yaml-body.tsx').then(({ YamlBody }) => ({ default: YamlBody })))

/** The selected object as text, and the way to write it. */
export const yamlPanel: WorkPanel = {
  id: 'yaml',
  title: 'YAML',
  Tools: YamlTools,
  Body: () => (
    <Suspense fallback={null}>
      <Body />
    </Suspense>
  ),
}
