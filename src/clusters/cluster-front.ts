import { ApiError } from '#api/api-error.ts'
import { requestAt } from '#api/bodies/lazy-request.ts'
import { CLUSTER_HEADER, CLUSTERS_PATH } from '#facts/clusters-api.ts'
import { StorageError } from '#server/storage/log.ts'
import type { ClusterHandler } from './cluster-host.ts'
import { splitClusterPath } from './cluster-path.ts'
import type { Clusters } from './clusters.ts'

/**
 * Serves all clusters of a host. `/clusters/NAME/…` reaches the named one, without the prefix; other paths reach the
 * cluster of the header, or the oldest one. `retarget` replaces path and query in the extras of a request. [MC2]
 */
export function clusterFront<Extras>(
  clusters: Clusters<Extras>,
  retarget: (extras: Extras, target: string) => Extras,
): ClusterHandler<Extras> {
  return async (request, extras) => {
    const url = new URL(request.url)
    const inPath = splitClusterPath(`${url.pathname}${url.search}`)
    try {
      if (inPath === null) return await (await clusters.server(chosen(clusters, request, url))).handle(request, extras)
      const { handle } = await clusters.server(inPath.cluster)
      return await handle(requestAt(request, `${url.origin}${inPath.rest}`), retarget(extras, inPath.rest))
    } catch (error) {
      return refusal(error)
    }
  }
}

/** A tab whose cluster is gone can still read the list of clusters. */
function chosen(clusters: Clusters<never>, request: Request, { pathname }: URL): string {
  const name = request.headers.get(CLUSTER_HEADER)
  return name === null || (pathname.startsWith(CLUSTERS_PATH) && !clusters.has(name)) ? clusters.defaultName() : name
}

function refusal(error: unknown): Response {
  const status =
    error instanceof ApiError
      ? error.toStatus()
      : error instanceof StorageError
        ? new ApiError('ServiceUnavailable', error.message).toStatus()
        : null
  if (status === null) throw error
  return Response.json(status, { status: status.code ?? 500 })
}
