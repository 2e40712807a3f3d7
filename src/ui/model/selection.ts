import type { RevisionRow } from '#facts/fact.ts'
import { createOwnedStore, type ReadableStore } from './owned-store.ts'

/** Identifies one object at all revisions: the resource id of its collection, its namespace and its name. */
export interface ObjectRef {
  readonly resourceId: string
  readonly namespace: string
  readonly name: string
}

/** The selection that all panels share. */
export interface SelectionState {
  readonly object: ObjectRef | null
  /** The revision under the pointer or keyboard focus in any panel; `null` for none. */
  readonly hovered: number | null
  /** The revision selected in the table or on the rail. */
  readonly revision: number | null
  /** The selected request of the log, by id. */
  readonly request: number | null
  /** The selected storage key. */
  readonly key: string | null
}

interface SelectionVerbs {
  /** Selects an object and keeps the selected revision. */
  selectObject(object: ObjectRef): void
  /** Selects an object and clears the selected revision. */
  openObject(object: ObjectRef): void
  /** Selects a write together with its object. */
  chooseWrite(row: RevisionRow): void
  hover(revision: number | null): void
  selectRequest(id: number | null): void
  selectKey(key: string | null): void
}

export type SelectionStore = ReadableStore<SelectionState> & SelectionVerbs

const nothing: SelectionState = { object: null, hovered: null, revision: null, request: null, key: null }

export const createSelectionStore = (): SelectionStore =>
  createOwnedStore<SelectionState, SelectionVerbs>(nothing, ({ setState }) => ({
    selectObject: (object) => setState({ object }),
    openObject: (object) => setState({ object, revision: null }),
    chooseWrite: (row) =>
      setState(({ object }) => {
        const ref = toObjectRef(row)
        // Keeps the reference for the same object, so that subscribers of the object are not called.
        return { revision: row.revision, object: isSameObject(object, ref) ? object : ref }
      }),
    hover: (hovered) => setState({ hovered }),
    selectRequest: (request) => setState({ request }),
    selectKey: (key) => setState({ key }),
  }))

/** Returns the resource id of a row in the same form as discovery. */
export const rowResourceId = (row: RevisionRow): string =>
  row.group === '' ? `${row.version}.${row.resource}` : `${row.group}.${row.version}.${row.resource}`

export const toObjectRef = (row: RevisionRow): ObjectRef => ({
  resourceId: rowResourceId(row),
  namespace: row.namespace,
  name: row.name,
})

export const isSameObject = (a: ObjectRef | null, b: ObjectRef | null): boolean =>
  a === b ||
  (a !== null && b !== null && a.name === b.name && a.namespace === b.namespace && a.resourceId === b.resourceId)

/** Reports whether `row` wrote the object `ref`. */
export const isWriteOf = (row: RevisionRow, ref: ObjectRef): boolean =>
  row.name === ref.name && row.namespace === ref.namespace && rowResourceId(row) === ref.resourceId

/**
 * Returns the write to compare: the one under the pointer or the selected one, else the newest of the selected object up
 * to the cursor, else the newest of all. [KB9]
 */
export function writeToCompare(
  { hovered, revision, object }: Pick<SelectionState, 'hovered' | 'revision' | 'object'>,
  rows: readonly RevisionRow[],
  at: number | null,
): RevisionRow | undefined {
  const chosen = hovered ?? revision
  if (chosen !== null) return rows.find((row) => row.revision === chosen)
  const isShown = (row: RevisionRow): boolean => at === null || row.revision <= at
  const own = object === null ? undefined : rows.findLast((row) => isShown(row) && isWriteOf(row, object))
  return own ?? rows.findLast(isShown)
}
