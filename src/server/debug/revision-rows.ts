import { parseExactJson } from '#api/exact-json.ts'
import { isObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { type Revision, toResourceVersion, toRevision } from '#api/revision.ts'
import type { PathChange, RevisionRow, WriteVerb } from '#facts/fact.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import type { ResourceTable } from '#server/registry/resource-table.ts'
import { parseObjectKey } from '#server/storage/keys.ts'
import { type Log, type LogEntry, StorageError } from '#server/storage/log.ts'
import { leafCount, pathChanges } from './path-changes.ts'

const decoder = new TextDecoder()

/**
 * Returns the object that an entry stored, with its resourceVersion set; `null` for a deletion. The result is a copy
 * that the caller may mutate.
 */
export function objectOfEntry(entry: LogEntry | null): ApiObject | null {
  if (entry === null || entry.value === null) return null
  const object: unknown = parseExactJson(decoder.decode(entry.value))
  if (!isApiObject(object)) throw new Error(`the entry at ${entry.revision} holds no object`)
  const { name, generateName, namespace, uid, ...others } = object.metadata
  const named = Object.fromEntries(
    Object.entries({ name, generateName, namespace, uid }).filter(([, value]) => value !== undefined),
  )
  return { ...object, metadata: { ...named, resourceVersion: toResourceVersion(entry.revision), ...others } }
}

const isApiObject = (value: unknown): value is ApiObject =>
  typeof value === 'object' && value !== null && 'metadata' in value && typeof value.metadata === 'object'

const verbs: readonly WriteVerb[] = ['create', 'update', 'patch', 'apply', 'delete']

function verbOf({ author, value, previous }: LogEntry): WriteVerb {
  const recorded = verbs.find((verb) => verb === author.verb)
  if (recorded !== undefined) return recorded
  if (author.verb === 'deletecollection' || value === null) return 'delete'
  return previous === 0 ? 'create' : 'update'
}

function effectOf(before: ApiObject | null, after: ApiObject | null): RevisionRow['effect'] {
  if (after === null) return 'removed'
  if (before === null) return 'created'
  if (after.metadata.deletionTimestamp === undefined) return 'updated'
  if (before.metadata.deletionTimestamp === undefined) return 'deletion-requested'
  return holderCount(after) < holderCount(before) ? 'finalizer-removed' : 'updated'
}

/** Counts the finalizers in metadata and, for a namespace, in its spec. */
function holderCount(object: ApiObject): number {
  const spec = object['spec']
  const inSpec = isObject(spec) && Array.isArray(spec['finalizers']) ? spec['finalizers'].length : 0
  return (object.metadata.finalizers?.length ?? 0) + inSpec
}

/**
 * Builds the display row of a write. `before` is the version that it replaced; `null` if there was none or it was
 * compacted. [DB3]
 */
export function toRevisionRow(entry: LogEntry, before: LogEntry | null, resources: ResourceTable): RevisionRow {
  const name = parseObjectKey(entry.key) ?? { group: '', resource: '', namespace: '', name: entry.key }
  const definition = resources.findStored(name.group, name.resource)
  const [old, next] = [objectOfEntry(before), objectOfEntry(entry)]
  return {
    revision: entry.revision,
    resourceVersion: toResourceVersion(entry.revision),
    timeMs: entry.timeMs,
    actor: entry.author.actor,
    manager: entry.author.manager,
    ...(entry.author.host === undefined ? {} : { host: entry.author.host }),
    verb: verbOf(entry),
    effect: isBeforeUnknown(entry, old) ? 'updated' : effectOf(old, next),
    ...name,
    version: definition?.version ?? 'v1',
    ...identityOf(next ?? old, definition),
    cause: entry.author.cause ?? 0,
    previous: entry.previous,
    bytes: entry.value?.byteLength ?? 0,
    ...whatChanged(old, next, definition),
  }
}

/** A version whose predecessor was compacted is not a creation. */
const isBeforeUnknown = ({ previous, value }: LogEntry, old: ApiObject | null): boolean =>
  old === null && previous !== 0 && value !== null

const identityOf = (
  object: ApiObject | null,
  definition: ResourceDefinition | undefined,
): Pick<RevisionRow, 'kind' | 'uid'> => ({
  kind: object?.kind ?? definition?.kind ?? '',
  uid: object?.metadata.uid ?? '',
})

function whatChanged(
  before: ApiObject | null,
  after: ApiObject | null,
  definition: ResourceDefinition | undefined,
): Pick<RevisionRow, 'changes' | 'changeCount'> {
  if (after === null)
    return { changes: before === null ? [] : lastFinalizers(before), changeCount: leafCount(before ?? undefined) }
  if (before === null) return { changes: [], changeCount: leafCount(after) }
  const withoutVersion = (object: ApiObject): ApiObject => {
    const { resourceVersion: _resourceVersion, ...metadata } = object.metadata
    return { ...object, metadata }
  }
  const { changes, count } = pathChanges(withoutVersion(before), withoutVersion(after), definition?.schema ?? null)
  return { changes, changeCount: count }
}

/**
 * Returns the finalizers that were removed together with the object, as changes: the write that removes the last
 * finalizer deletes the object, so that no version without it is stored.
 */
const lastFinalizers = ({ metadata }: ApiObject): readonly PathChange[] =>
  (metadata.finalizers ?? []).map((name) => ({
    path: `metadata.finalizers[${name}]`,
    before: JSON.stringify(name),
    after: null,
  }))

/** Returns the version that `entry` replaced; `null` if there was none or it was compacted. */
export async function versionBefore(log: Log, entry: LogEntry): Promise<LogEntry | null> {
  if (entry.previous === 0) return null
  try {
    return await log.get(entry.key, toRevision(entry.revision - 1))
  } catch (error) {
    if (error instanceof StorageError && error.code === 'compacted') return null
    throw error
  }
}

/** Returns the write of exactly this revision; `null` if there is none. @throws StorageError compacted, future */
export async function entryAt(log: Log, revision: Revision): Promise<LogEntry | null> {
  const [entry] = await log.history({ after: toRevision(revision - 1), limit: 1 })
  return entry?.revision === revision ? entry : null
}
