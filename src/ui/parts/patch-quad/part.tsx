import { benchPanel } from '#ui/lab/bench-panel.tsx'
import type { WorkPanel } from '#ui/lab/part.ts'

/** The work tab that says one intent in the four kinds of patches. [PQ1] */
export const quadPanel: WorkPanel = benchPanel({
  id: 'patch-quad',
  title: 'Patch quad',
  command: 'Patch quad: one change as four kinds of patches',
  load: async () => {
    const { QuadBody, QuadTools } = await import('./quad-body.tsx')
    return { Body: QuadBody, Tools: QuadTools }
  },
})
