import type { ClusterInfo } from '#facts/clusters-api.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { clustersStore, openCluster } from './store.ts'

/** A branch with the cluster that it left. */
interface Pair {
  readonly live: ClusterInfo
  readonly branch: ClusterInfo
}

/** Exchanges the branch with its cluster and shows the cluster. A refusal is shown at the top of the page. [MC11] */
export async function makeItTheCluster(lab: Lab, { branch }: Pair): Promise<void> {
  const clusters = clustersStore(lab)
  const cluster = await clusters.promote(branch.name)
  if (cluster === null) lab.overlay.showRefusal(clusters.store.getState().refused)
  else openCluster(cluster)
}

/** Deletes the branch and shows its cluster. It can be restored in the list of clusters. [MC4] */
export async function discardBranch(lab: Lab, { live, branch }: Pair): Promise<void> {
  await clustersStore(lab).remove(branch.name)
  const { refused } = clustersStore(lab).store.getState()
  if (refused !== '') lab.overlay.showRefusal(refused)
  else openCluster(live)
}
