import type { RevisionRow, StorageStatus } from '#facts/fact.ts'
import { toGroupResource } from '#api/group-version-resource.ts'
import { countText, numberText } from '#ui/model/words.ts'

/** States whether all writes are on disk. [DOC5] */
export function diskText({ kind, state, published, assigned }: StorageStatus): {
  readonly text: string
  readonly isLive: boolean
} {
  if (state !== 'open') return { text: `Storage ${state}`, isLive: false }
  if (assigned > published)
    return { text: `${countText(assigned - published, 'write')} not on disk yet`, isLive: false }
  if (kind === 'memory') return { text: `In memory only, at ${numberText(published)}`, isLive: false }
  return { text: `All writes on disk at ${numberText(published)}`, isLive: true }
}

/** Returns the storage key of the object that a row wrote. */
export function rowKey(row: Pick<RevisionRow, 'group' | 'resource' | 'namespace' | 'name'>): string {
  const within = row.namespace === '' ? '' : `${row.namespace}/`
  return `/registry/${toGroupResource(row)}/${within}${row.name}`
}

/** Width of the bar next to the number of versions, at most 44 pixels for the key with the most versions. */
export const versionsBar = (count: number, most: number): number => Math.round((count / Math.max(1, most)) * 44)

const averageMs = (commits: StorageStatus['commits']): number =>
  commits.length === 0 ? 0 : commits.reduce((sum, { ms }) => sum + ms, 0) / commits.length

/** Formats the durability and commit latency: `strict, 0.7 ms a commit`. */
export function commitText({ disk, commits }: StorageStatus): string {
  const durability = typeof disk.durability === 'string' ? `${disk.durability}, ` : ''
  return commits.length === 0
    ? durability.replace(', ', '')
    : `${durability}${averageMs(commits).toFixed(1)} ms a commit`
}

/** Returns a number that the disk reports, 0 when it reports none. */
export const diskNumber = ({ disk }: StorageStatus, name: string): number => {
  const value = Object.hasOwn(disk, name) ? disk[name] : undefined
  return typeof value === 'number' ? value : 0
}
