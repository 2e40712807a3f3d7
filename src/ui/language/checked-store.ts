import type { ManifestProblem } from '#manifest/problem.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { createOwnedStore, type ReadableStore } from '#ui/model/owned-store.ts'

/** The problems of one text. */
export interface Checked {
  /** Key of the object's draft. */
  readonly key: string
  readonly text: string
  readonly problems: readonly ManifestProblem[]
  /** True after the server has tried the text too. */
  readonly isTried: boolean
}

interface CheckedState {
  /** The latest result; it may be about an older text. */
  readonly checked: Checked | null
}

export type CheckedStore = ReadableStore<CheckedState> & { show(checked: Checked): void }

/** Creates the store of the last check. Apart from the checker, so that the palette can read it without loading that. */
export const createCheckedStore = (_lab: Lab): CheckedStore =>
  createOwnedStore<CheckedState, { show(checked: Checked): void }>({ checked: null }, ({ setState }) => ({
    show: (checked) => setState({ checked }),
  }))
