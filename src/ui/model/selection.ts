import { createStore, type StoreApi } from 'zustand/vanilla'
import type { RevisionRow } from '#facts/fact.ts'

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

export type SelectionStore = StoreApi<SelectionState>

export const createSelectionStore = (): SelectionStore =>
  createStore<SelectionState>(() => ({ object: null, hovered: null, revision: null, request: null, key: null }))

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
