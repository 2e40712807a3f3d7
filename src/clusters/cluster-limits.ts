import { ApiError } from '#api/api-error.ts'
import type { StoredCluster } from './cluster-host.ts'

/** Clusters of a host, without those that were deleted. */
const CLUSTERS_MAX = 100

/** Deleted clusters that a host keeps to restore them. */
const DELETED_MAX = 100

type Dated = Pick<StoredCluster, 'deletedMs'>

/** Refuses one cluster more than a host holds; deleted ones do not count. [MC4] @throws ApiError Forbidden */
export function refuseOneMore(records: Iterable<Dated>): void {
  const count = [...records].filter(({ deletedMs }) => deletedMs === undefined).length
  if (count >= CLUSTERS_MAX)
    throw new ApiError('Forbidden', `there are ${CLUSTERS_MAX} clusters already; delete one first`)
}

/** Returns the deleted clusters that are too many to be kept, those first that were deleted first. [MC4] */
export function tooManyDeleted<Record extends Dated>(records: Iterable<Record>): readonly Record[] {
  const deleted = [...records].filter(({ deletedMs }) => deletedMs !== undefined)
  return deleted.toSorted((a, b) => (a.deletedMs ?? 0) - (b.deletedMs ?? 0)).slice(0, -DELETED_MAX)
}
