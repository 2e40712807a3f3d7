import { ApiError, badRequest } from '#api/api-error.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { type Revision, toRevision } from '#api/revision.ts'
import type { DebugKey, DebugKeys, DebugLog, DebugObjects, DebugRevision } from '#facts/debug-api.ts'
import type { ServerContext } from '#server/endpoints/call/server-context.ts'
import { type Log, StorageError } from '#server/storage/log.ts'
import type { ObjectStore } from '#server/storage/object-store.ts'
import { entryAt, objectOfEntry, toRevisionRow, versionBefore } from './revision-rows.ts'

const ROOT = '/registry/'
const rowsMax = 10_000

/** Parses an integer parameter; `fallback` if absent. @throws ApiError BadRequest */
export function numberOf(query: URLSearchParams, name: string, fallback: number): number {
  const text = query.get(name)
  if (text === null || text === '') return fallback
  if (!/^[0-9]{1,15}$/.test(text)) throw badRequest(`${name} is a whole number`)
  return Number(text)
}

/** Converts storage errors of reads from history to ApiErrors. [DB4] */
export async function reading<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
    if (error.code === 'compacted') throw new ApiError('Expired', `that revision is no longer kept: ${error.message}`)
    if (error.code === 'future') throw new ApiError('NotFound', `that revision is not there yet: ${error.message}`)
    throw new ApiError('ServiceUnavailable', error.message)
  }
}

/** Returns the retained writes, oldest first. [DB3] */
export async function readLog({ registry, resources }: ServerContext, query: URLSearchParams): Promise<DebugLog> {
  const { log } = registry.objects
  const key = query.get('key')
  const after = toRevision(Math.max(numberOf(query, 'after', 0), log.compacted()))
  const limit = Math.min(rowsMax, numberOf(query, 'limit', 1000))
  const entries = await log.history({ after, limit, ...(key === null ? {} : { key }) })
  const table = resources()
  const rows = await Promise.all(
    entries.map(async (entry) => toRevisionRow(entry, await versionBefore(log, entry), table)),
  )
  return { rows, published: log.revision(), compacted: log.compacted() }
}

/** Returns one write with the object before and after. @throws ApiError NotFound, Expired */
export async function readRevision({ registry, resources }: ServerContext, revision: Revision): Promise<DebugRevision> {
  const { log } = registry.objects
  if (revision <= log.compacted()) throw new ApiError('Expired', `revision ${revision} is no longer kept`)
  const entry = await entryAt(log, revision)
  if (entry === null) throw new ApiError('NotFound', `there is no write at revision ${revision}`)
  const before = await versionBefore(log, entry)
  return { row: toRevisionRow(entry, before, resources()), before: objectOfEntry(before), after: objectOfEntry(entry) }
}

/** Returns all objects as of a revision, or those that differ from another revision while that is kept. [DB4] [DB14] */
export async function readObjects({ registry }: ServerContext, query: URLSearchParams): Promise<DebugObjects> {
  const at = numberOf(query, 'at', 0)
  const since = numberOf(query, 'since', 0)
  const { objects } = registry
  if (at > 0 && since > Math.max(0, objects.compacted()) && since <= objects.revision())
    return readDifference(objects, { at: toRevision(at), since: toRevision(since) })
  const { revision, items } = await objects.list({ prefix: ROOT, ...(at === 0 ? {} : { at: toRevision(at) }) })
  return { revision, items: items.map(({ object }) => object) }
}

/** Reads the objects that were written between two revisions, in either direction. */
async function readDifference(
  objects: ObjectStore,
  { at, since }: { readonly at: Revision; readonly since: Revision },
): Promise<DebugObjects> {
  const [first, last] = [Math.min(at, since), Math.max(at, since)]
  // Reading at `first` refuses a revision that is not kept, also if nothing was written in between.
  await objects.get(ROOT, at)
  const between = await objects.log.history({ after: toRevision(first), limit: last - first })
  const written = new Set(between.filter(({ revision }) => revision <= last).map(({ key }) => key))
  const items: ApiObject[] = []
  const removed: string[] = []
  for (const key of written) {
    if (!key.startsWith(ROOT)) continue
    const before = (await objects.get(key, since))?.object.metadata.uid
    const now = (await objects.get(key, at))?.object
    if (now !== undefined) items.push(now)
    if (before !== undefined && before !== now?.metadata.uid) removed.push(before)
  }
  return { revision: at, since, items, removed }
}

interface VersionCount {
  count: number
  modified: number
  deleted: boolean
}

async function countVersions(log: Log): Promise<ReadonlyMap<string, VersionCount>> {
  const counts = new Map<string, VersionCount>()
  for (const { key, revision, value } of await log.history({
    after: toRevision(log.compacted()),
    limit: Number.MAX_SAFE_INTEGER,
  })) {
    const known = counts.get(key) ?? { count: 0, modified: 0, deleted: false }
    counts.set(key, { count: known.count + 1, modified: revision, deleted: value === null })
  }
  return counts
}

/** Returns the keys of the store as etcd would: in order, with tombstones that are not yet compacted. */
export async function readKeys({ registry }: ServerContext, query: URLSearchParams): Promise<DebugKeys> {
  const { log } = registry.objects
  const prefix = query.get('prefix') ?? ''
  const limit = numberOf(query, 'limit', 1000)
  const counts = await countVersions(log)
  const { entries } = await log.range({ start: ROOT, end: '/registry0' })
  const live = entries.map((entry): DebugKey => {
    const kept = counts.get(entry.key)?.count ?? 0
    // The newest version before the compaction is retained.
    const older = entry.created <= log.compacted() ? 1 : 0
    return {
      key: entry.key,
      created: entry.created,
      modified: entry.revision,
      versionsKept: kept + older,
      bytes: entry.value?.byteLength ?? 0,
      deleted: false,
    }
  })
  const tombstones = [...counts]
    .filter(([, { deleted }]) => deleted)
    .map(([key, { count, modified }]): DebugKey => ({
      key,
      created: 0,
      modified,
      versionsKept: count,
      bytes: 0,
      deleted: true,
    }))
  const keys = [...live, ...tombstones]
    .filter(({ key }) => key.startsWith(prefix))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
  return { keys: keys.slice(0, limit), total: keys.length }
}
