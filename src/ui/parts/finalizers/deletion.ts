import type { ApiObject } from '#api/object-meta.ts'
import type { RevisionRow } from '#facts/fact.ts'

/** A finalizer of an object in deletion, and when it was removed. */
export interface Holder {
  readonly name: string
  /** Revision at which it was removed, `null` while it remains. */
  readonly letGoAt: number | null
}

/** The three states of an object's life as the inspector draws them. [FI1] */
export type Deletion =
  | { readonly type: 'live'; readonly since: number; readonly finalizers: readonly string[] }
  | {
      readonly type: 'pending'
      readonly since: number
      /** Revision of the deletion request, 0 when it has been compacted. */
      readonly requestedAt: number
      readonly requestedMs: number
      readonly requestedBy: string
      readonly holders: readonly Holder[]
    }
  | { readonly type: 'gone'; readonly at: number; readonly holders: readonly Holder[] }

/**
 * Returns all finalizers of an object, including `spec.finalizers` of a namespace: both must be empty before the object
 * is removed.
 */
export function finalizersOf(object: ApiObject): readonly string[] {
  const spec = object['spec']
  const own = typeof spec === 'object' && spec !== null && !Array.isArray(spec) ? spec['finalizers'] : undefined
  const ofSpec = object.kind === 'Namespace' && Array.isArray(own) ? own.filter((name) => typeof name === 'string') : []
  return [...(object.metadata.finalizers ?? []), ...ofSpec]
}

/** Returns the finalizers that a write removed, from its path changes: `metadata.finalizers[name] name → `. */
function letGo(row: RevisionRow): readonly string[] {
  return row.changes.flatMap(({ path, before, after }) => {
    if (!path.includes('finalizers') || before === null) return []
    const gone = namesIn(before)
    const kept = new Set(after === null ? [] : namesIn(after))
    return gone.filter((name) => !kept.has(name))
  })
}

function namesIn(json: string): readonly string[] {
  try {
    const value: unknown = JSON.parse(json)
    if (typeof value === 'string') return [value]
    return Array.isArray(value) ? value.filter((name): name is string => typeof name === 'string') : []
  } catch {
    // The server truncates the value at 64 characters; the complete names are still readable.
    return [...json.matchAll(/"([^"]+)"/g)].map(([, name]) => name ?? '')
  }
}

/**
 * Computes the deletion state of an object from the object and its writes.
 * @param object its newest state, or its last one when it is gone
 */
export function deletionOf(object: ApiObject, rows: readonly RevisionRow[]): Deletion {
  const own = rows.filter((row) => row.uid === object.metadata.uid)
  const removed = own.find((row) => row.effect === 'removed')
  const requested = own.find((row) => row.effect === 'deletion-requested')
  const since = own.find((row) => row.effect === 'created')?.revision ?? 0
  const after = requested === undefined ? own : own.filter((row) => row.revision > requested.revision)
  const dropped = after.flatMap((row) => letGo(row).map((name) => ({ name, letGoAt: row.revision })))
  if (removed !== undefined) return { type: 'gone', at: removed.revision, holders: dropped }
  const { deletionTimestamp } = object.metadata
  const finalizers = finalizersOf(object)
  if (deletionTimestamp === undefined) return { type: 'live', since, finalizers }
  return {
    type: 'pending',
    since,
    requestedAt: requested?.revision ?? 0,
    requestedMs: requested?.timeMs ?? Date.parse(deletionTimestamp),
    requestedBy: requested?.actor ?? '',
    holders: [...dropped, ...finalizers.map((name) => ({ name, letGoAt: null }))],
  }
}

/**
 * Returns the JSON merge patch that removes a finalizer. It includes the resourceVersion that was read, so that two
 * controllers cannot undo each other's patch.
 */
export function letGoPatch(object: ApiObject, finalizer: string): string {
  const finalizers = (object.metadata.finalizers ?? []).filter((name) => name !== finalizer)
  return JSON.stringify({ metadata: { resourceVersion: object.metadata.resourceVersion, finalizers } })
}
