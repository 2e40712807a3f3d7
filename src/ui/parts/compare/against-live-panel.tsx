import { later } from '#ui/kit/later.tsx'
import type { InspectorPanel } from '#ui/lab/part.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { shownBranch, useShownCluster } from '#ui/parts/clusters/part.tsx'

const AgainstLive = later(async () => (await import('./against-live.tsx')).AgainstLive)

/** The inspector section of a branch that compares the selected object with the one of the cluster that it left. [BC2] */
export const againstLivePanel: InspectorPanel = { id: 'against-live', title: 'Against live', Body: OfBranch }

function OfBranch() {
  const lab = useLab()
  useShownCluster(lab)
  return shownBranch(lab) === null ? null : <AgainstLive />
}
