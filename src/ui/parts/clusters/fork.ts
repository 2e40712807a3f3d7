import { meantRevision } from '#ui/lab/actions.ts'
import type { ClusterInfo } from '#facts/clusters-api.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { readSaved, saveFor } from '#ui/model/saved.ts'
import { freeTitle } from './cluster-rows.ts'
import { clustersStore, openCluster, shownCluster } from './store.ts'

/** Activity in a branch: its writers and their names, the draft of the console, and the ghost writer. */
const carriedOver = ['actor', 'ghost', 'field-manager', 'request'] as const

/** Makes a branch of the shown cluster from `revision` on. A refusal is shown at the top of the page. [MC6] */
export async function makeBranch(lab: Lab, revision: number | null): Promise<ClusterInfo | null> {
  const clusters = clustersStore(lab)
  await clusters.refresh()
  const state = clusters.store.getState()
  const shown = shownCluster(state)
  if (shown === undefined || revision === null) {
    lab.overlay.showRefusal('This server has no branches.')
    return null
  }
  const title = freeTitle(`${shown.title} from ${revision}`.slice(0, 60), state.clusters)
  const branch = await clusters.create({ title, from: { type: 'branch', of: shown.name, at: revision } })
  if (branch === null) lab.overlay.showRefusal(clusters.store.getState().refused)
  else for (const key of carriedOver) saveFor(branch.name, key, readSaved(key, {}))
  return branch
}

/** Makes a branch and shows it. */
export async function forkAt(lab: Lab, revision: number | null): Promise<void> {
  const branch = await makeBranch(lab, revision)
  if (branch !== null) openCluster(branch)
}

/** Forks at the revision that the person means: hovered, selected, shown, or the newest. */
export const forkHere = (lab: Lab): Promise<void> => forkAt(lab, meantRevision(lab))

/**
 * Makes a branch from `revision` on, writes to it, and shows it once the write is stored. `write` gets the beginning of
 * the branch's paths and its name, and returns `''`, or why the write was refused; then no branch is left. [MC10]
 */
export async function writeOnBranch(
  lab: Lab,
  revision: number,
  write: (prefix: string, branch: string) => Promise<string>,
): Promise<void> {
  const branch = await makeBranch(lab, revision)
  if (branch === null) return
  const refusal = await write(`/clusters/${branch.name}`, branch.name)
  if (refusal === '') return openCluster(branch)
  await clustersStore(lab).remove(branch.name)
  lab.overlay.showRefusal(`No branch was made, because its first write was refused: ${refusal}`)
}
