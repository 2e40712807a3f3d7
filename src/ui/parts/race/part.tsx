import { benchPanel } from '#ui/lab/bench-panel.tsx'
import type { WorkPanel } from '#ui/lab/part.ts'

/** The work tab in which two clients race for a field of the selected object. [RA1] */
export const racePanel: WorkPanel = benchPanel({
  id: 'race',
  title: 'Race',
  command: 'Race: two clients write the same field',
  load: async () => {
    const { RaceBody, RaceTools } = await import('./race-body.tsx')
    return { Body: RaceBody, Tools: RaceTools }
  },
})
