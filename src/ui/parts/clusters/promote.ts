import type { ClusterInfo } from '#facts/clusters-api.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { saveFor } from '#ui/model/saved.ts'
import { clustersStore, openCluster } from './store.ts'

/** A branch with the cluster that it left. */
interface Pair {
  readonly live: ClusterInfo
  readonly branch: ClusterInfo
}

/** Name in the browser's storage of the note that the page of the new cluster shows. */
export const PROMOTED_KEY = 'promoted'

/** The titles of an exchange, kept until the person dismisses the notice. */
export interface PromotedNote {
  /** The name of the branch, `''` for no note. */
  readonly branch: string
  /** The title that the new line of the cluster had as a branch. */
  readonly was: string
  readonly now: string
  /** The title under which the old line goes on as a branch. */
  readonly kept: string
}

/** Exchanges the branch with its cluster and shows the cluster. A refusal is shown at the top of the page. [MC11] */
export async function makeItTheCluster(lab: Lab, { branch }: Pair): Promise<void> {
  const clusters = clustersStore(lab)
  const cluster = await clusters.promote(branch.name)
  if (cluster === null) lab.overlay.showRefusal(clusters.store.getState().refused)
  else {
    const kept = clusters.store.getState().clusters.find(({ name }) => name === branch.name)
    const note: PromotedNote = { branch: branch.name, was: branch.title, now: cluster.title, kept: kept?.title ?? '' }
    saveFor(cluster.isDefault ? '' : cluster.name, PROMOTED_KEY, note)
    openCluster(cluster)
  }
}

/** Exchanges the two again, which undoes the exchange. */
export async function undoPromotion(lab: Lab, branch: string): Promise<void> {
  const clusters = clustersStore(lab)
  const cluster = await clusters.promote(branch)
  if (cluster === null) return lab.overlay.showRefusal(clusters.store.getState().refused)
  const again = clusters.store.getState().clusters.find(({ name }) => name === branch)
  openCluster(again ?? cluster)
}

/** Deletes the branch and shows its cluster. It can be restored in the list of clusters. [MC4] */
export async function discardBranch(lab: Lab, { live, branch }: Pair): Promise<void> {
  await clustersStore(lab).remove(branch.name)
  const { refused } = clustersStore(lab).store.getState()
  if (refused !== '') lab.overlay.showRefusal(refused)
  else openCluster(live)
}
