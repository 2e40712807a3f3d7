import { benchPanel } from '#ui/lab/bench-panel.tsx'
import type { WorkPanel } from '#ui/lab/part.ts'

/** The work tab with all reads that take a resourceVersion. [VM1] */
export const versionsPanel: WorkPanel = benchPanel({
  id: 'versions',
  title: 'Versions',
  command: 'Versions: what each resourceVersion and match answers',
  load: async () => {
    const { VersionsBody, VersionsTools } = await import('./versions-body.tsx')
    return { Body: VersionsBody, Tools: VersionsTools }
  },
})
