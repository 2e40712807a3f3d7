import { benchPanel } from '#ui/lab/bench-panel.tsx'
import type { WorkPanel } from '#ui/lab/part.ts'

/** The work tab in which a client's cache, built from list and watch, is shown beside the server's state. [IF1] */
export const informerPanel: WorkPanel = benchPanel({
  id: 'informer',
  title: 'Informer',
  command: 'Informer: what a client’s cache knows, and what it has missed',
  load: async () => {
    const { InformerBody, InformerTools } = await import('./informer-body.tsx')
    return { Body: InformerBody, Tools: InformerTools }
  },
})
