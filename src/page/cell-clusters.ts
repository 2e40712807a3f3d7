import { CLUSTERS_PATH, type ClusterInfo, type DebugClusters } from '#facts/clusters-api.ts'

/** The key in localStorage of the names of clusters that cells created. */
const KEPT = 'orchard.cells'

/** Name of the lock that each open cell of a cluster holds in shared mode. */
const lockOf = (cluster: string): string => `orchard-cell-${cluster}`

interface CellClusters {
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>
  /** The locks of the browser. */
  readonly locks: {
    query(): Promise<LockManagerSnapshot>
    request(name: string, options: LockOptions, run: () => Promise<never>): Promise<unknown>
  }
  /** `fetch` of the page itself. */
  readonly read: typeof fetch
}

function keptNames(storage: CellClusters['storage']): readonly string[] {
  try {
    const names: unknown = JSON.parse(storage.getItem(KEPT) ?? '[]')
    return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : []
  } catch (error) {
    if (error instanceof SyntaxError) return []
    throw error
  }
}

/** Reports whether a person took the cluster over: a branch of it was made. */
const isTakenOver = (name: string, clusters: readonly ClusterInfo[]): boolean =>
  clusters.some(({ origin, deletedMs }) => deletedMs === undefined && 'of' in origin && origin.of === name)

/**
 * Deletes the clusters of cells whose page was left, when the next page with cells is opened. Those that a branch or a
 * copy left stay. Called under the lock of the clusters of cells. [EM6]
 */
export async function dropUnused({ storage, locks, read }: CellClusters): Promise<void> {
  const { held = [] } = await locks.query()
  const open = new Set(held.map(({ name }) => name))
  const unused = keptNames(storage).filter((name) => !open.has(lockOf(name)))
  if (unused.length === 0) return
  const { clusters } = (await (await read(CLUSTERS_PATH)).json()) as DebugClusters
  for (const name of unused) {
    const isThere = clusters.some((cluster) => cluster.name === name && cluster.deletedMs === undefined)
    if (isThere && !isTakenOver(name, clusters))
      await read(`${CLUSTERS_PATH}/${encodeURIComponent(name)}`, { method: 'DELETE' })
  }
  const left = keptNames(storage).filter((name) => open.has(lockOf(name)))
  storage.setItem(KEPT, JSON.stringify(left))
}

/** Keeps the cluster of a cell until the last cell that shows it is closed. Resolves when the cell holds it. [EM6] */
export function holdCluster({ storage, locks }: CellClusters, name: string): Promise<void> {
  storage.setItem(KEPT, JSON.stringify([...new Set([...keptNames(storage), name])]))
  return new Promise((resolve, reject) => {
    // Released by the browser when the page of the cell ends.
    const whileOpen = (): Promise<never> => {
      resolve()
      return new Promise<never>(() => undefined)
    }
    locks.request(lockOf(name), { mode: 'shared' }, whileOpen).catch(reject)
  })
}
