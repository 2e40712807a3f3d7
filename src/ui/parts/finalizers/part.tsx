import { later } from '#ui/kit/later.tsx'
import type { InspectorPanel } from '#ui/lab/part.ts'

/** The inspector section that shows the deletion of the selected object as a state machine with its finalizers. */
export const finalizersPanel: InspectorPanel = {
  id: 'finalizers',
  title: 'Finalizers',
  Body: later(async () => (await import('./finalizers-section.tsx')).Finalizers),
}
