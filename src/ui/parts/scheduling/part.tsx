import { useStore } from 'zustand'
import { later } from '#ui/kit/later.tsx'
import type { InspectorPanel } from '#ui/lab/part.ts'
import { useLab } from '#ui/lab/use-lab.ts'

const WhyThere = later(async () => (await import('./why-there.tsx')).WhyThere)

/** Loads the section with the first pod. */
function OfPod() {
  const isPod = useStore(useLab().selection, ({ object }) => object?.resourceId === 'v1.pods')
  return isPod ? <WhyThere /> : null
}

/** The inspector section "Why there?" of a pod: the scheduler's verdict on each node. [LI3] */
export const schedulingPanel: InspectorPanel = { id: 'scheduling', title: 'Why there?', Body: OfPod }
