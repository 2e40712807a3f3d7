import type { ApiObject } from '#api/object-meta.ts'
import type { RevisionRow } from '#facts/fact.ts'
import { isWriteOf, type ObjectRef } from './selection.ts'

/** A finalizer of an object in deletion, and when it was removed. */
export interface Holder {
  readonly name: string
  /** Revision at which it was removed, `null` while it remains. */
  readonly letGoAt: number | null
}

/** The request to delete an object. Revision 0 and `''`: the request has been compacted. */
export interface DeletionRequest {
  readonly at: number
  readonly timeMs: number
  readonly by: string
}

/**
 * The state of one name at the displayed revision. Every panel asks {@link lifeOf} for it, so that no two panels
 * contradict each other. [FI1] [LF1]
 */
export type Life =
  /** Not known yet: its kind is still being read, or the log is ahead of the watch. */
  | { readonly type: 'unknown' }
  /** The displayed revision cannot be read: it was compacted, or it is not written yet. */
  | { readonly type: 'unreadable'; readonly why: 'expired' | 'future' }
  | {
      readonly type: 'live'
      readonly object: ApiObject
      /** Revision of its creation, 0 when that has been compacted. */
      readonly since: number
      readonly finalizers: readonly string[]
    }
  | {
      readonly type: 'terminating'
      readonly object: ApiObject
      readonly since: number
      readonly requested: DeletionRequest
      readonly holders: readonly Holder[]
    }
  /** Removed by a write that the log still keeps. */
  | {
      readonly type: 'gone'
      /** The write that removed it. */
      readonly removal: RevisionRow
      readonly since: number
      /** `null` when it was removed at once. */
      readonly requested: DeletionRequest | null
      readonly holders: readonly Holder[]
      /** Its last state, if this page has seen it. */
      readonly last: ApiObject | undefined
    }
  /** This page has seen it, but the history of its end has been compacted. */
  | { readonly type: 'expired'; readonly last: ApiObject }
  /** No kept write has this name. `createdAt`: a later write creates it, `null` when none does. */
  | { readonly type: 'never'; readonly createdAt: number | null }

export interface LifeInput {
  readonly ref: ObjectRef
  /** The object as of the displayed revision. */
  readonly present: ApiObject | undefined
  /** Its last state that this page has seen at Live. */
  readonly last: ApiObject | undefined
  /** Kept writes of this name, oldest first, also those after the displayed revision. */
  readonly writes: readonly RevisionRow[]
  /** The displayed revision, `null` at Live. */
  readonly at: number | null
  readonly compacted: number
  readonly published: number
  /** True if the objects of its kind were read at the displayed revision. */
  readonly isRead: boolean
}

/** Reports whether the state at revision `at` can be read. */
export function revisionState(
  at: number,
  { compacted, published }: { readonly compacted: number; readonly published: number },
): 'kept' | 'expired' | 'future' {
  if (at <= compacted) return 'expired'
  return at > published ? 'future' : 'kept'
}

/** Returns the writes of a name. `known` are those of an earlier state of the same log, so that only new rows are read. */
export function writesOf(
  ref: ObjectRef,
  rows: readonly RevisionRow[],
  known?: { readonly rows: readonly RevisionRow[]; readonly writes: readonly RevisionRow[] },
): readonly RevisionRow[] {
  const count = known?.rows.length ?? 0
  if (known === undefined || count === 0 || rows[count - 1] !== known.rows[count - 1] || rows[0] !== known.rows[0])
    return rows.filter((row) => isWriteOf(row, ref))
  const added = rows.slice(count).filter((row) => isWriteOf(row, ref))
  return added.length === 0 ? known.writes : [...known.writes, ...added]
}

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

/** Decides the state of a name from its object and its kept writes. [LF1] */
export function lifeOf(input: LifeInput): Life {
  const { present, last, writes, at } = input
  const until = at === null ? writes : writes.filter(({ revision }) => revision <= at)
  const removal = removalOf(until.at(-1), present)
  const why = at === null || present !== undefined ? 'kept' : revisionState(at, input)
  if (why !== 'kept') return { type: 'unreadable', why }
  if (removal !== undefined) return goneLife(removal, until, last)
  return present === undefined ? absentLife(input, until.length > 0) : presentLife(present, until)
}

/** Returns the newest write if it removed the object. The log can be ahead of the watch that delivers the object. */
const removalOf = (newest: RevisionRow | undefined, present: ApiObject | undefined): RevisionRow | undefined =>
  newest?.effect === 'removed' && (present === undefined || present.metadata.uid === newest.uid) ? newest : undefined

function absentLife({ writes, at, last, isRead }: LifeInput, isWritten: boolean): Life {
  if (!isRead || isWritten) return { type: 'unknown' }
  if (at === null && last !== undefined) return { type: 'expired', last }
  const later = writes.find(({ effect }) => effect === 'created')
  return { type: 'never', createdAt: later?.revision ?? null }
}

const sinceOf = (own: readonly RevisionRow[]): number => own.find(({ effect }) => effect === 'created')?.revision ?? 0

function goneLife(removal: RevisionRow, writes: readonly RevisionRow[], last: ApiObject | undefined): Life {
  const own = writes.filter(({ uid }) => uid === removal.uid)
  const requested = own.find(({ effect }) => effect === 'deletion-requested')
  return {
    type: 'gone',
    removal,
    since: sinceOf(own),
    requested: requested === undefined ? null : requestOf(requested),
    holders: releasedHolders(own, requested),
    last: last?.metadata.uid === removal.uid ? last : undefined,
  }
}

function presentLife(object: ApiObject, writes: readonly RevisionRow[]): Life {
  const own = writes.filter(({ uid }) => uid === object.metadata.uid)
  const finalizers = finalizersOf(object)
  const { deletionTimestamp } = object.metadata
  if (deletionTimestamp === undefined) return { type: 'live', object, since: sinceOf(own), finalizers }
  const requested = own.find(({ effect }) => effect === 'deletion-requested')
  return {
    type: 'terminating',
    object,
    since: sinceOf(own),
    requested:
      requested === undefined ? { at: 0, timeMs: Date.parse(deletionTimestamp), by: '' } : requestOf(requested),
    holders: [...releasedHolders(own, requested), ...finalizers.map((name) => ({ name, letGoAt: null }))],
  }
}

const requestOf = ({ revision, timeMs, actor }: RevisionRow): DeletionRequest => ({ at: revision, timeMs, by: actor })

/** Returns the finalizers that were removed after the request to delete the object. */
function releasedHolders(own: readonly RevisionRow[], requested: RevisionRow | undefined): readonly Holder[] {
  const after = requested === undefined ? own : own.filter(({ revision }) => revision > requested.revision)
  return after.flatMap((row) => releasedBy(row).map((name) => ({ name, letGoAt: row.revision })))
}

/** Returns the finalizers that a write removed, from its path changes: `metadata.finalizers[name] name → `. */
export function releasedBy(row: RevisionRow): readonly string[] {
  return row.changes.flatMap(({ path, before, after }) => {
    if (!path.includes('finalizers') || before === null) return []
    const kept = new Set(after === null ? [] : namesIn(after))
    return namesIn(before).filter((name) => !kept.has(name))
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
