import type { RevisionRow } from '#facts/fact.ts'
import { createOwnedStore, type ReadableStore } from './owned-store.ts'

/** Names one object across time: its collection by id of the resource, its place and its name. */
export interface ObjectRef {
  readonly resourceId: string
  readonly namespace: string
  readonly name: string
}

/** One selection for all panels. */
export interface SelectionState {
  readonly object: ObjectRef | null
  /** Revision under the pointer or the keyboard, anywhere; `null` for none. */
  readonly hovered: number | null
  /** Revision that was chosen in the table or on the rail. */
  readonly revision: number | null
  /** Request chosen in the log, by id. */
  readonly request: number | null
  /** Storage key chosen in key order. */
  readonly key: string | null
}

interface SelectionVerbs {
  /** Selects an object and keeps the chosen revision. */
  selectObject(object: ObjectRef): void
  /** Selects an object and gives up the chosen revision. */
  openObject(object: ObjectRef): void
  /** Chooses a write together with its object. */
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
        // The same reference for the same object, so that subscribers of the object are not called.
        return { revision: row.revision, object: isSameObject(object, ref) ? object : ref }
      }),
    hover: (hovered) => setState({ hovered }),
    selectRequest: (request) => setState({ request }),
    selectKey: (key) => setState({ key }),
  }))

/** The resource id of a row, as discovery forms it. */
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

/** Whether `row` wrote the object `ref`. */
export const isWriteOf = (row: RevisionRow, ref: ObjectRef): boolean =>
  row.name === ref.name && row.namespace === ref.namespace && rowResourceId(row) === ref.resourceId
