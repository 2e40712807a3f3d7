import { benchPanel } from '#ui/lab/bench-panel.tsx'
import type { WorkPanel } from '#ui/lab/part.ts'

/** The work tab in which two managers apply their files to one object. [AN1] */
export const applyPanel: WorkPanel = benchPanel({
  id: 'apply',
  title: 'Apply',
  command: 'Apply: two managers negotiate the fields of an object',
  load: async () => {
    const { ApplyBody, ApplyTools } = await import('./apply-body.tsx')
    return { Body: ApplyBody, Tools: ApplyTools }
  },
})
