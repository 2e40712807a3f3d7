import type { ApiObject } from '#api/object-meta.ts'
import type { RevisionRow } from '#facts/fact.ts'

/** A finalizer of an object in deletion, and when it was let go. */
export interface Holder {
  readonly name: string
  /** Revision at which it was removed, `null` while it holds. */
  readonly letGoAt: number | null
}

/** The three states of an object's life as the inspector draws them. "States and transitions". [FI1] */
export type Deletion =
  | { readonly type: 'live'; readonly since: number; readonly finalizers: readonly string[] }
  | {
      readonly type: 'pending'
      readonly since: number
      /** Revision of the request, 0 when it has been compacted away. */
      readonly requestedAt: number
      readonly requestedMs: number
      readonly requestedBy: string
      readonly holders: readonly Holder[]
    }
  | { readonly type: 'gone'; readonly at: number; readonly holders: readonly Holder[] }

/** All finalizers that an object has, `spec.finalizers` of a namespace included: both must be empty before it goes. */
export function finalizersOf(object: ApiObject): readonly string[] {
  const spec = object['spec']
  const own = typeof spec === 'object' && spec !== null && !Array.isArray(spec) ? spec['finalizers'] : undefined
  const ofSpec = object.kind === 'Namespace' && Array.isArray(own) ? own.filter((name) => typeof name === 'string') : []
  return [...(object.metadata.finalizers ?? []), ...ofSpec]
}

/** Finalizers that a write took away, read from its path changes: `metadata.finalizers[name] name → `. */
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
    // Cut at 64 characters by the server: the names that are whole can still be read.
    return [...json.matchAll(/"([^"]+)"/g)].map(([, name]) => name ?? '')
  }
}

/**
 * Reads the deletion of an object from itself and from its writes.
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

/** The JSON merge patch by which a holder lets go; with the version it read, so that two holders cannot undo each other. */
export function letGoPatch(object: ApiObject, finalizer: string): string {
  const finalizers = (object.metadata.finalizers ?? []).filter((name) => name !== finalizer)
  return JSON.stringify({ metadata: { resourceVersion: object.metadata.resourceVersion, finalizers } })
}
