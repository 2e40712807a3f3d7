import { configKindNames } from '#facts/config-api.ts'
import type { StoredCluster } from '#clusters/cluster-host.ts'
import { deleteDatabase } from '#indexeddb/database.ts'
import { keptValues, type KeptValues } from '#indexeddb/kept-values.ts'
import { GATES } from './kept-gates.ts'

/*
 * The storage of the clusters of a page: one database for the list, and per cluster one for its log and one for its
 * configuration files and simulated world. The cluster of earlier versions keeps the names without an id.
 */

const list = keptValues('orchard-clusters')

const suffix = ({ id }: StoredCluster): string => (id === '' ? '' : `-${id}`)

/** Name of the database of a cluster's log. */
export const logDatabase = (cluster: StoredCluster): string => `orchard${suffix(cluster)}`

const settingsDatabase = (cluster: StoredCluster): string => `orchard-world${suffix(cluster)}`

/** Name under which the key that signs a cluster's service account tokens is kept. */
export const signingKeyName = (cluster: StoredCluster): string => `service-account${suffix(cluster)}`

/** The configuration files and the simulated world of a cluster. */
export const settingsOf = (cluster: StoredCluster): KeptValues => keptValues(settingsDatabase(cluster))

const settingNames = ['world', GATES, ...configKindNames]

/** Copies configuration files and world to those of a new cluster. */
export async function copySettings(from: StoredCluster, target: KeptValues): Promise<void> {
  const values = await settingsOf(from).getMany(settingNames)
  for (const [at, name] of settingNames.entries()) {
    const value = values[at]
    if (value !== undefined) await target.put(name, value)
  }
}

/** Returns a copy of configuration files and world in memory, for a trial. */
export async function memorySettings(from: StoredCluster): Promise<KeptValues> {
  const values = new Map<string, unknown>()
  const memory: KeptValues = {
    get: async (name) => values.get(name),
    getMany: async (names) => names.map((name) => values.get(name)),
    all: async () => [...values.values()],
    put: async (name, value) => void values.set(name, value),
    putAll: async (all) => all.forEach(([name, value]) => values.set(name, value)),
    delete: async (name) => void values.delete(name),
  }
  await copySettings(from, memory)
  return memory
}

/** Reads the list of clusters. */
export async function loadClusters(): Promise<readonly StoredCluster[]> {
  return (await list.all()).filter(isStoredCluster)
}

export const saveClusters = (clusters: readonly StoredCluster[]): Promise<void> =>
  list.putAll(clusters.map((cluster) => [cluster.name, cluster]))

/** Deletes the databases of a cluster, then its record. */
export async function eraseCluster(cluster: StoredCluster): Promise<void> {
  await deleteDatabase(indexedDB, logDatabase(cluster))
  await deleteDatabase(indexedDB, settingsDatabase(cluster))
  await list.delete(cluster.name)
}

function isStoredCluster(value: unknown): value is StoredCluster {
  if (typeof value !== 'object' || value === null) return false
  const { id, name, title } = value as Partial<Record<keyof StoredCluster, unknown>>
  return typeof id === 'string' && typeof name === 'string' && typeof title === 'string'
}
