import { later } from '#ui/kit/later.tsx'
import type { InspectorPanel } from '#ui/lab/part.ts'

/** The inspector section "Why there?" of a pod: the scheduler's verdict on each node. [LI3] */
export const schedulingPanel: InspectorPanel = {
  id: 'scheduling',
  title: 'Why there?',
  Body: later(async () => (await import('./why-there.tsx')).WhyThere),
}
