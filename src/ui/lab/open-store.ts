import { createOwnedStore, type ReadableStore } from '#ui/model/owned-store.ts'

interface Openable {
  readonly open: boolean
}

interface OpenVerbs {
  open(): void
  close(): void
}

/** Creates an open/closed store for a form that a button and a command open. */
export const createOpenStore = (): ReadableStore<Openable> & OpenVerbs =>
  createOwnedStore<Openable, OpenVerbs>({ open: false }, ({ setState }) => ({
    open: () => setState({ open: true }),
    close: () => setState({ open: false }),
  }))
