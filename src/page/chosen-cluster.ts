import { CLUSTERS_PATH, type DebugClusters, LAST_CLUSTER_KEY } from '#facts/clusters-api.ts'

const PARAMETER = 'cluster'

/**
 * The cluster that this tab shows: the one in its address, or else the one that was last opened in this browser; `''`
 * for the oldest one. A remembered cluster is written into the address, so that a reload and a copied link keep it.
 * [MC5]
 */
export function chosenCluster(): string {
  const query = new URLSearchParams(location.search)
  const inAddress = query.get(PARAMETER)
  const name = inAddress ?? localStorage.getItem(LAST_CLUSTER_KEY) ?? ''
  if (name === '') return ''
  localStorage.setItem(LAST_CLUSTER_KEY, name)
  if (inAddress === null) {
    query.set(PARAMETER, name)
    history.replaceState(null, '', `${location.pathname}?${query.toString()}${location.hash}`)
  }
  return name
}

/** Leaves a cluster that does not exist here: opens the oldest one, which says so by `missing` in the address. */
export async function leaveMissingCluster(name: string, read: typeof fetch): Promise<void> {
  if (name === '') return
  const response = await read(CLUSTERS_PATH)
  if (!response.ok) return
  const { clusters } = (await response.json()) as DebugClusters
  if (clusters.some((cluster) => cluster.name === name && cluster.deletedMs === undefined)) return
  localStorage.removeItem(LAST_CLUSTER_KEY)
  location.replace(`${location.pathname}?missing=${encodeURIComponent(name)}`)
}
