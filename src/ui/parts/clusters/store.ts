import { createStore } from 'zustand/vanilla'
import {
  CLUSTERS_PATH,
  type ClusterInfo,
  type DebugClusters,
  LAST_CLUSTER_KEY,
  type NewCluster,
} from '#facts/clusters-api.ts'
import { Refusal } from '#client/refusal.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { leavePage } from '#ui/lab/page/leave-page.ts'
import { partState } from '#ui/lab/part-state.ts'
import { getJson, postJson } from '#ui/model/api.ts'
import { currentCluster } from '#ui/model/current-cluster.ts'
import type { ReadableStore } from '#ui/model/owned-store.ts'
import { holdShown } from './shown-elsewhere.ts'

export interface ClustersState {
  /** Oldest first; empty before the first read, and on a server that has one cluster only. */
  readonly clusters: readonly ClusterInfo[]
  /** The reason why the last change was refused; `''` if it was not. */
  readonly refused: string
}

/** The clusters of the server, and the changes of their list. */
export interface ClustersStore {
  readonly store: ReadableStore<ClustersState>
  refresh(): Promise<void>
  /** Returns the new cluster, or `null` if it was refused. */
  create(cluster: NewCluster): Promise<ClusterInfo | null>
  rename(name: string, title: string): Promise<void>
  remove(name: string): Promise<void>
  restore(name: string): Promise<void>
  /** Expires the history of a cluster: only its objects as they are now can be read. [MC17] */
  expire(name: string): Promise<void>
  /** Replaces the content of a cluster by a sample of the host. [MC19] */
  loadSample(name: string, id: string): Promise<void>
  /** Makes a branch the cluster that it left. Returns that cluster, or `null` if it was refused. [MC11] */
  promote(name: string): Promise<ClusterInfo | null>
}

function createClustersStore({ read }: Lab): ClustersStore {
  const store = createStore<ClustersState>(() => ({ clusters: [], refused: '' }))
  const refresh = async (): Promise<void> => {
    const { clusters } = await getJson<DebugClusters>(read, CLUSTERS_PATH)
    store.setState({ clusters })
  }
  /** Shows a refusal of the server beside the list. */
  const change = async <Value>(send: () => Promise<Value>): Promise<Value | null> => {
    try {
      const value = await send()
      store.setState({ refused: '' })
      await refresh()
      return value
    } catch (error) {
      if (!(error instanceof Refusal || error instanceof TypeError)) throw error
      store.setState({ refused: error.message })
      return null
    }
  }
  const at = (name: string): string => `${CLUSTERS_PATH}/${encodeURIComponent(name)}`
  const send = (method: string, name: string, body?: object): Promise<unknown> =>
    getJson(read, at(name), {
      method,
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
  return {
    store,
    // A server without clusters answers 404: the page then shows one cluster without a list.
    refresh: () =>
      refresh().catch((error: unknown) => {
        if (!(error instanceof Refusal || error instanceof TypeError)) throw error
      }),
    create: (cluster) => change(() => postJson<ClusterInfo>(read, CLUSTERS_PATH, cluster)),
    rename: async (name, title) => void (await change(() => send('PATCH', name, { title }))),
    remove: async (name) => void (await change(() => send('DELETE', name))),
    restore: async (name) => void (await change(() => postJson(read, `${at(name)}/restore`, {}))),
    expire: async (name) =>
      void (await change(() => postJson(read, `/clusters/${encodeURIComponent(name)}/debug/compact`, {}))),
    loadSample: async (name, id) =>
      void (await change(() => postJson(read, `/clusters/${encodeURIComponent(name)}/debug/samples`, { id }))),
    promote: (name) => change(() => postJson<ClusterInfo>(read, `${at(name)}/promote`, {})),
  }
}

export const clustersStore = (lab: Lab): ClustersStore => partState(lab, createClustersStore)

/**
 * Reads the list whenever the page gets a connection, and says to other tabs which cluster this one shows. Returns a function
 * that stops it.
 */
export function followClusters(lab: Lab): () => void {
  const { refresh } = clustersStore(lab)
  const ending = new AbortController()
  holdShown(ending.signal)
  void import('./tab-names.ts').then(
    ({ answerTabs }) => answerTabs(lab, ending.signal),
    // Without it this tab has no name in the sheets of others.
    () => undefined,
  )
  if (lab.cluster.getState().connection === 'open') void refresh()
  const stop = lab.cluster.subscribe(({ connection }, before) => {
    if (connection === 'open' && before.connection !== 'open') void refresh()
  })
  return () => {
    stop()
    ending.abort()
  }
}

/** Returns the cluster that this tab shows; `undefined` before the list was read. */
export function shownCluster({ clusters }: ClustersState): ClusterInfo | undefined {
  const name = currentCluster()
  return clusters.find((cluster) => (name === '' ? cluster.isDefault : cluster.name === name))
}

/** The cluster from whose objects those of a cluster were made: its own name, if they were made anew. */
const sourceOf = ({ name, origin }: ClusterInfo): string => ('of' in origin ? origin.of : name)

/**
 * The address of a cluster in this page. The room stays, and so does the selected object, unless the cluster was made of a
 * sample or empty: then the page chooses its first object as after each such start. [MC5]
 */
export function clusterAddress(cluster: ClusterInfo, search: string, shown?: ClusterInfo): string {
  const query = new URLSearchParams(search)
  const { name, isDefault, origin } = cluster
  const isOwnStart = origin.type === 'empty' || origin.type === 'sample'
  const leaves = isOwnStart && shown !== undefined && sourceOf(shown) !== name ? ['kind', 'ns', 'obj'] : []
  for (const parameter of ['rv', 'missing', 'cluster', ...leaves]) query.delete(parameter)
  if (!isDefault) query.set('cluster', name)
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}

/** Shows another cluster in this tab. `shown` is given where the two may have nothing in common. */
export function openCluster(cluster: ClusterInfo, shown?: ClusterInfo): void {
  if (cluster.isDefault) localStorage.removeItem(LAST_CLUSTER_KEY)
  else localStorage.setItem(LAST_CLUSTER_KEY, cluster.name)
  leavePage(clusterAddress(cluster, location.search, shown))
}
