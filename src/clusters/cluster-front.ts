import { ApiError } from '#api/api-error.ts'
import { requestAt } from '#api/bodies/lazy-request.ts'
import { CLUSTER_HEADER, CLUSTERS_PATH } from '#facts/clusters-api.ts'
import { StorageError } from '#server/storage/log.ts'
import type { ClusterHandler } from './cluster-host.ts'
import { splitClusterPath } from './cluster-path.ts'
import type { Clusters } from './clusters.ts'

/** Lets a host pass path and query beside the `Request`, whose URL is normalized. */
export interface RawTargets<Extras> {
  /** Path and query as the client sent them. */
  targetOf(request: Request, extras: Extras): string
  /** Returns `extras` with another path and query. */
  retarget(extras: Extras, target: string): Extras
}

/** Reads the target from the URL of the `Request`, for hosts that have nothing more exact. */
export const urlTargets = <Extras>(): RawTargets<Extras> => ({
  targetOf({ url }) {
    const { pathname, search } = new URL(url)
    return `${pathname}${search}`
  },
  retarget: (extras) => extras,
})

/**
 * Serves all clusters of a host. `/clusters/NAME/…` reaches the named one, without the prefix; other paths reach the
 * cluster of the header, or the oldest one. [MC2]
 */
export function clusterFront<Extras>(
  clusters: Clusters<Extras>,
  { targetOf, retarget }: RawTargets<Extras>,
): ClusterHandler<Extras> {
  return async (request, extras) => {
    const url = new URL(request.url)
    const inPath = splitClusterPath(targetOf(request, extras))
    try {
      if (inPath === null) {
        const name = chosen(clusters, request, url)
        refuseWrites(clusters, name, request, url)
        return await (await clusters.server(name)).handle(request, extras)
      }
      refuseWrites(clusters, inPath.cluster, request, new URL(`${url.origin}${inPath.rest}`))
      const { handle } = await clusters.server(inPath.cluster)
      return await handle(requestAt(request, `${url.origin}${inPath.rest}`), retarget(extras, inPath.rest))
    } catch (error) {
      return refusal(error)
    }
  }
}

const readMethods = new Set(['GET', 'HEAD', 'OPTIONS'])
/** Answered without storing anything. */
const reviews =
  /^\/(?:apis\/(?:authorization|authentication)\.|debug\/clusters|debug\/clock|debug\/watches|debug\/world)/

/** Refuses what would change a view of a moment. [SH9] */
function refuseWrites(
  clusters: Clusters<never>,
  name: string,
  { method }: Request,
  { pathname, searchParams }: URL,
): void {
  if (!clusters.isReadOnly(name) || readMethods.has(method) || reviews.test(pathname)) return
  if (searchParams.get('dryRun') === 'All') return
  throw new ApiError('Forbidden', 'this cluster is a read-only view of a shared moment; duplicate it to write')
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
