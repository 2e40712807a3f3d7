import { deepEqual, type Json, type JsonObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { RevisionRow } from '#facts/fact.ts'
import { lastWriteOf } from '#ui/texts/diff-store.ts'
import { pathDifferences, rebase } from '#ui/texts/merge-edit.ts'

/** One field of a conflict; `undefined` where the field is absent. */
export interface ThreeWayRow {
  readonly path: string
  readonly read: Json | undefined
  readonly now: Json | undefined
  readonly sent: Json | undefined
  readonly after: Json | undefined
  /** True when the sender changed the field since the read; otherwise the sent value is only stale. */
  readonly isYours: boolean
  /** The last writer since the read with its revision, such as `alice, 126`; `''` for none. */
  readonly writer: string
}

interface Conflict {
  readonly read: ApiObject
  readonly now: ApiObject
  readonly sent: JsonObject
  /** Writes of the cluster in order; those of other objects are ignored. */
  readonly writes: readonly RevisionRow[]
}

const rowsMax = 12
const isQuiet = (path: string): boolean =>
  path === 'metadata.resourceVersion' || path === 'metadata.generation' || path.startsWith('metadata.managedFields')

/** Returns the fields that differ between the version read, the current version and the version sent. [RC11] */
export function threeWayRows({ read, now, sent, writes }: Conflict): readonly ThreeWayRow[] {
  const base = quietOf(read)
  const yours = sharedFields(base, sent)
  const mine = changes(base, yours)
  const theirs = changes(base, quietOf(now))
  // `rebase` keeps the sender's changes and takes all other fields from the current version.
  const after = changes(base, rebase(base, yours, now))
  const paths = [...new Set([...mine.keys(), ...theirs.keys()])].filter((path) => !isQuiet(path))
  const own = writes.filter((row) => row.uid === read.metadata.uid)
  const [from, to] = [Number(read.metadata.resourceVersion), Number(now.metadata.resourceVersion)]
  return paths.slice(0, rowsMax).map((path) => {
    const [me, them, end] = [mine.get(path), theirs.get(path), after.get(path)]
    const before = (me ?? them)?.before
    const isYours = me !== undefined
    const write = them === undefined ? undefined : lastWriteOf(own, path, from, to)
    return {
      path,
      read: before,
      now: them === undefined ? before : them.after,
      sent: isYours ? me.after : before,
      after: end === undefined ? before : end.after,
      isYours: isYours && !deepEqual(me.after, before),
      writer: write === undefined ? '' : `${write.actor}, ${write.revision}`,
    }
  })
}

const changes = (before: JsonObject, after: JsonObject) =>
  new Map(pathDifferences(before, after).map((difference) => [difference.path, difference]))

function quietOf(object: ApiObject): JsonObject {
  const { managedFields: _managedFields, ...metadata } = object.metadata
  return { ...object, metadata: metadata as JsonObject } as JsonObject
}

/** The sent object with the read values of server-owned fields, because omitting these is not a change. */
function sharedFields(base: JsonObject, sent: JsonObject): JsonObject {
  const metadata = { ...(base['metadata'] as JsonObject), ...(sent['metadata'] as JsonObject | undefined) }
  const { status, apiVersion, kind } = base
  return {
    ...(apiVersion === undefined ? {} : { apiVersion }),
    ...(kind === undefined ? {} : { kind }),
    ...(status === undefined ? {} : { status }),
    ...sent,
    metadata,
  }
}
