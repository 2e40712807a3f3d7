import { controlClusters } from '#clusters/cluster-control.ts'
import { clusterFront, urlTargets } from '#clusters/cluster-front.ts'
import type { StoredCluster } from '#clusters/cluster-host.ts'
import { Clusters } from '#clusters/clusters.ts'
import type { HostStorage } from '#facts/host-status.ts'
import type { WireExtras } from '#wire/served-port.ts'
import { eraseCluster, loadClusters, saveClusters } from './cluster-storage.ts'
import type { HostedServer } from './host.ts'
import { openCluster } from './open-cluster.ts'
import { ownEntries } from './own-entries.ts'

const newId = (): string => Array.from(crypto.getRandomValues(new Uint32Array(2)), (n) => n.toString(36)).join('')

/** The build contains the server in both vocabularies; the second is loaded when a cluster has its words. [VO6] */
const openerOf = async ({ vocabulary }: StoredCluster): Promise<typeof openCluster> =>
  vocabulary === 'kubernetes'
    ? (await import('#worker/open-cluster.ts?vocabulary=kubernetes')).openCluster
    : openCluster

/** Returns what the browser still grants this origin; `null` where it does not tell. */
async function freeBytes(): Promise<number | null> {
  // Old browsers have no storage manager.
  const { quota, usage } = (await navigator.storage?.estimate?.()) ?? {}
  return quota === undefined || usage === undefined ? null : quota - usage
}

/** Opens the clusters of this origin. The oldest is started at once, the others when they are first requested. [MC1] */
export async function openServer(report: (status: HostStorage) => void): Promise<HostedServer> {
  const clusters: Clusters<WireExtras> = await Clusters.start<WireExtras>({
    hasSample: true,
    hasKubernetesWords: true,
    load: loadClusters,
    save: saveClusters,
    erase: eraseCluster,
    async open(cluster, start) {
      const open = await openerOf(cluster)
      return open(cluster, start, { report, control: (request, path) => controlClusters(clusters, request, path) })
    },
    ownEntries,
    freeBytes,
    nowMs: () => Date.now(),
    newId,
  })
  await clusters.server(clusters.defaultName())
  return { handle: clusterFront(clusters, urlTargets()), close: () => clusters.close() }
}
