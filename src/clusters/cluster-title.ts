import { ApiError, badRequest } from '#api/api-error.ts'
import type { StoredCluster } from './cluster-host.ts'

const TITLE_LENGTH_MAX = 63

/** Returns a title as it was given. @throws ApiError BadRequest */
export function checkTitle(title: string): string {
  const length = title.trim().length
  if (length === 0 || title.length > TITLE_LENGTH_MAX)
    throw badRequest(`the title of a cluster has between 1 and ${TITLE_LENGTH_MAX} characters`)
  if (/[\p{Cc}\p{Cs}]/u.test(title) || !/[^\p{C}\p{Z}]/u.test(title))
    throw badRequest('the title of a cluster has at least one visible character, and no control characters')
  return title
}

/** Refuses to rename a cluster to the title of another one: a list with both would not say which is which. [MC3] @throws ApiError AlreadyExists */
export function refuseTaken(title: string, name: string, clusters: Iterable<StoredCluster>): void {
  for (const other of clusters)
    if (other.name !== name && other.title.trim() === title.trim())
      throw new ApiError(
        'AlreadyExists',
        `another cluster is called ${JSON.stringify(other.title)}; choose another title`,
      )
}

/** Returns a title that no other cluster has: the wanted one, or with a number, so that a list tells them apart. [MC3] */
export function freeTitle(wanted: string, name: string, clusters: readonly StoredCluster[]): string {
  // A temporary cluster is in no list. [MC21]
  const listed = clusters.filter((other) => other.isTemporary !== true && other.name !== name)
  const taken = new Set(listed.map(({ title }) => title.trim()))
  for (let n = 1; ; n += 1) {
    const end = n === 1 ? '' : ` ${n}`
    const title = `${cutTitle(wanted, TITLE_LENGTH_MAX - end.length)}${end}`
    if (!taken.has(title.trim())) return title
  }
}

/** Cuts no character in two. */
const cutTitle = (title: string, length: number): string => title.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')

/** Returns the records of a cluster and of its branch after their logs exchanged names and titles. [MC11] */
export function exchange(cluster: StoredCluster, branch: StoredCluster): readonly [StoredCluster, StoredCluster] {
  const line = ({ id, figures }: StoredCluster) => ({ id, ...(figures === undefined ? {} : { figures }) })
  const { figures, lineTitle, ...place } = cluster
  const { figures: _figures, ...branchPlace } = branch
  // A log that was a branch before has its title again.
  const title = lineTitle ?? `${cluster.title}@${figures?.revision ?? 0}`.slice(0, TITLE_LENGTH_MAX)
  return [
    { ...place, ...line(branch), lineTitle: branch.title },
    { ...branchPlace, ...line(cluster), title },
  ]
}
