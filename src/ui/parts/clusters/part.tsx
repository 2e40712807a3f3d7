import { Suspense } from 'react'
import { useStore } from 'zustand'
import type { Lab } from '#ui/lab/lab.ts'
import type { SheetPanel } from '#ui/lab/part.ts'
import { forkHere } from './fork.ts'
import { clustersStore, openCluster, shownCluster } from './store.ts'
import { lazily } from '#ui/kit/later.tsx'

const Body = lazily(async () => (await import('./clusters-sheet.tsx')).ClustersSheet)

/** Reports whether this server has a list of clusters now. */
export const hasClusters = (lab: Lab): boolean => clustersStore(lab).store.getState().clusters.length > 0

/** Reports whether this server has a list of clusters, so that branches can be made. */
export const useHasClusters = (lab: Lab): boolean =>
  useStore(clustersStore(lab).store, ({ clusters }) => clusters.length > 0)

/** Shows the cluster that the shown branch left. */
export function leaveBranch(lab: Lab): void {
  const state = clustersStore(lab).store.getState()
  const parent = parentOf(lab, shownCluster(state)?.name ?? '')
  if (parent !== undefined) openCluster(parent)
}

function parentOf(lab: Lab, name: string) {
  const { clusters } = clustersStore(lab).store.getState()
  const origin = clusters.find((cluster) => cluster.name === name)?.origin
  return origin?.type === 'branch' ? clusters.find((cluster) => cluster.name === origin.of) : undefined
}

/** The branch that this tab shows, with the cluster that it left; `null` if it shows none or the cluster is gone. */
export function shownBranch(lab: Lab) {
  const branch = shownCluster(clustersStore(lab).store.getState())
  const live = parentOf(lab, branch?.name ?? '')
  if (branch?.origin.type !== 'branch' || live === undefined || live.deletedMs !== undefined) return null
  return { live, branch, forkedAt: branch.origin.at }
}

/** The shown cluster with the one that it left, if it is a branch. */
export function useShownCluster(lab: Lab) {
  const shown = useStore(clustersStore(lab).store, shownCluster)
  return { shown, parent: shown === undefined ? undefined : parentOf(lab, shown.name) }
}

/** The sheet that lists the clusters of this browser. */
export const clustersSheet: SheetPanel = {
  id: 'clusters',
  title: 'Clusters',
  commands: [
    {
      id: 'clusters',
      section: 'Everywhere',
      title: 'Clusters: open, make, duplicate, delete',
      keys: [],
      icon: 'branch',
      when: hasClusters,
      run: (lab) => lab.overlay.open('clusters'),
    },
    {
      id: 'fork',
      section: 'Time',
      title: 'Fork here: go on from this revision on a branch',
      keys: ['f'],
      icon: 'branch',
      isOfLab: true,
      when: hasClusters,
      run: (lab) => void forkHere(lab),
    },
    {
      id: 'leave-branch',
      section: 'Time',
      title: 'Leave the branch',
      keys: [],
      icon: 'branch',
      when: (lab) => parentOf(lab, shownCluster(clustersStore(lab).store.getState())?.name ?? '') !== undefined,
      run: leaveBranch,
    },
  ],
  Body: ({ close }) => (
    <Suspense fallback={null}>
      <Body close={close} />
    </Suspense>
  ),
}
