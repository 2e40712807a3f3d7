import { CLUSTERS_PATH, type ClusterInfo } from '#facts/clusters-api.ts'
import type { DebugMoment } from '#facts/moment.ts'
import { fileOf } from '#share/link.ts'
import { downloadText } from '#ui/kit/copy-text.ts'
import { getJson } from '#ui/model/api.ts'

/** The name of a file with a cluster's history. */
export const exportName = (title: string, revision: number): string =>
  `${title.replace(/[^A-Za-z0-9-]+/g, '-').slice(0, 60)}-${revision}.orchard.json`

/** Downloads a cluster with its history and its authors, without the values of Secrets. [MC17] @throws Refusal */
async function exportCluster(read: typeof fetch, { name }: ClusterInfo): Promise<void> {
  const { moment } = await getJson<DebugMoment>(read, `${CLUSTERS_PATH}/${encodeURIComponent(name)}/moment`)
  const { title, revision } = moment
  const file = fileOf({ mode: 'edit', moment, view: null, files: {}, drafts: {}, world: null, steps: [], watches: [] })
  downloadText(file, exportName(title, revision), 'application/json')
}

/** Downloads one file for each cluster, one after the other. [MC17] @throws Refusal */
export async function exportClusters(read: typeof fetch, clusters: readonly ClusterInfo[]): Promise<void> {
  for (const cluster of clusters) await exportCluster(read, cluster)
}
