import { meantRevision } from '#ui/lab/actions.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { freeTitle } from './cluster-rows.ts'
import { clustersStore, openCluster, shownCluster } from './store.ts'

/** Makes a branch of the shown cluster from `revision` on, and shows it. A refusal is shown at the top of the page. [MC6] */
export async function forkAt(lab: Lab, revision: number | null): Promise<void> {
  const clusters = clustersStore(lab)
  await clusters.refresh()
  const state = clusters.store.getState()
  const shown = shownCluster(state)
  if (shown === undefined || revision === null) return lab.overlay.showRefusal('This server has no branches.')
  const title = freeTitle(`${shown.title} from ${revision}`.slice(0, 60), state.clusters)
  const branch = await clusters.create({ title, from: { type: 'branch', of: shown.name, at: revision } })
  if (branch === null) lab.overlay.showRefusal(clusters.store.getState().refused)
  else openCluster(branch)
}

/** Forks at the revision that the person means: hovered, selected, shown, or the newest. */
export const forkHere = (lab: Lab): Promise<void> => forkAt(lab, meantRevision(lab))
