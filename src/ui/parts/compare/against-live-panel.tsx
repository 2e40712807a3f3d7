import { later } from '#ui/kit/later.tsx'
import type { InspectorPanel } from '#ui/lab/part.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { shownBranch, useShownCluster } from '#ui/parts/clusters/part.tsx'

const AgainstLive = later(async () => (await import('./against-live.tsx')).AgainstLive)
const BranchWriters = later(async () => (await import('./branch-writers.tsx')).BranchWriters)

/** The inspector sections of a branch: the selected object against the cluster's, and who writes on the branch. [BC2] [BC3] */
export const againstLivePanel: InspectorPanel = { id: 'against-live', title: 'Against live', Body: OfBranch }

function OfBranch() {
  const lab = useLab()
  useShownCluster(lab)
  return shownBranch(lab) === null ? null : (
    <>
      <AgainstLive />
      <BranchWriters />
    </>
  )
}
