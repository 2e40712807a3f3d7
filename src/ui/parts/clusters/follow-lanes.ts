import type { ClusterInfo } from '#facts/clusters-api.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { createClusterStore, followFacts } from '#ui/model/cluster.ts'
import { type LaneChoice, railLanes } from '#ui/rail/lanes/lanes-store.ts'
import type { OtherLane } from '#ui/rail/lanes/lanes.ts'
import { type ClustersState, clustersStore, openCluster, shownCluster } from './store.ts'

type Branch = ClusterInfo & { readonly origin: { readonly type: 'branch'; readonly of: string; readonly at: number } }

interface Lanes {
  readonly own: OtherLane['own']
  readonly live: ClusterInfo
  readonly branch: Branch
  /** Further branches of the two clusters, the last used first. */
  readonly more: readonly Branch[]
}

const isBranchOf =
  (name: string) =>
  (cluster: ClusterInfo): cluster is Branch =>
    cluster.origin.type === 'branch' && cluster.origin.of === name && cluster.deletedMs === undefined

/**
 * Chooses the clusters that the rail shows as lanes: a branch with the cluster that it left, or a cluster with the
 * branch that was used last. `null` for a cluster without branches. [RL12]
 */
export function chooseLanes(state: ClustersState): Lanes | null {
  const shown = shownCluster(state)
  if (shown === undefined) return null
  const newestFirst = state.clusters.toSorted((a, b) => b.usedMs - a.usedMs)
  const branches = newestFirst.filter(isBranchOf(shown.name))
  const live = newestFirst.find(({ name }) => isBranchOf(name)(shown))
  if (live !== undefined && live.deletedMs === undefined && isBranchOf(live.name)(shown)) {
    const siblings = newestFirst.filter(isBranchOf(live.name)).filter(({ name }) => name !== shown.name)
    return { own: 'branch', live, branch: shown, more: [...branches, ...siblings] }
  }
  const [branch, ...more] = branches
  return branch === undefined ? null : { own: 'live', live: shown, branch, more }
}

const toChoice = ({ name, title, origin }: Branch): LaneChoice => ({ name, title, forkedAt: origin.at })

/** Shows the other cluster's writes since the fork as the rail's second lane, until `signal` is aborted. */
function followLane(lab: Lab, { own, live, branch, more }: Lanes, signal: AbortSignal): void {
  const other = own === 'live' ? branch : live
  const forkedAt = branch.origin.at
  const store = createClusterStore()
  const open = (name = other.name): void => {
    const target = clustersStore(lab)
      .store.getState()
      .clusters.find((cluster) => cluster.name === name)
    if (target !== undefined) openCluster(target)
  }
  const show = (): void => {
    const { rows, published, compacted } = store.getState()
    railLanes(lab).show({
      other: { own, liveTitle: live.title, branchTitle: branch.title, forkedAt, rows, published, compacted },
      more: more.map(toChoice),
      open,
      compare: () => lab.overlay.open('compare'),
    })
  }
  show()
  const prefix = `/clusters/${encodeURIComponent(other.name)}`
  const read: typeof fetch = (input, init) => lab.read(`${prefix}${String(input)}`, init)
  const stop = store.subscribe((state, before) => {
    // A cluster that was deleted or exchanged closes its stream: the list says what became of it.
    if (state.connection === 'lost' && before.connection !== 'lost') void clustersStore(lab).refresh()
    if (state.rows !== before.rows || state.published !== before.published) show()
  })
  signal.addEventListener('abort', stop)
  void followFacts(store, read, signal, { after: forkedAt })
}

/** Identifies what the lanes show: when it changes, another cluster is followed. */
const keyOf = (lanes: Lanes | null): string =>
  lanes === null
    ? ''
    : JSON.stringify([
        lanes.own,
        ...[lanes.live, lanes.branch, ...lanes.more].map(({ name, title, origin }) => [name, title, origin]),
      ])

/** Follows the list of clusters and keeps the rail's second lane. Returns a function that stops it. [RL12] */
export function followLanes(lab: Lab): () => void {
  const { store } = clustersStore(lab)
  let key = ''
  let following: AbortController | null = null
  const choose = (state: ClustersState): void => {
    const lanes = chooseLanes(state)
    const next = keyOf(lanes)
    if (next === key) return
    key = next
    following?.abort()
    following = null
    if (lanes === null) return railLanes(lab).show(null)
    following = new AbortController()
    followLane(lab, lanes, following.signal)
  }
  choose(store.getState())
  const stop = store.subscribe(choose)
  return () => {
    stop()
    following?.abort()
  }
}
