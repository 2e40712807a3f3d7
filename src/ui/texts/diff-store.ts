import { errorText } from '#api/error-text.ts'
import { createStore } from 'zustand/vanilla'
import type { ApiObject } from '#api/object-meta.ts'
import type { DebugRevision } from '#facts/debug-api.ts'
import type { RevisionRow } from '#facts/fact.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { getJson } from '#ui/model/api.ts'
import type { ReadableStore } from '#ui/model/owned-store.ts'

export interface DiffState {
  /** The revision that the user chose as the earlier side; `null`: the one before the later side. */
  readonly from: number | null
  /** The revision that the user chose as the later side; `null`: the selected or newest one. */
  readonly to: number | null
  readonly sideBySide: boolean
  /** Objects after a write, by revision; `null` where the write removed the object. */
  readonly loaded: ReadonlyMap<number, ApiObject | null>
  /** The server's message when a version could not be read. */
  readonly refused: string | null
}

const loadedMax = 200

export interface Diffs {
  readonly store: ReadableStore<DiffState>
  /** Reads the object as it was after the write `revision`, once. */
  load(revision: number): void
  /** Compares these two revisions until another object or write is selected. */
  pick(from: number, to: number): void
  setSideBySide(sideBySide: boolean): void
}

export function createDiffs(lab: Lab): Diffs {
  const store = createStore<DiffState>(() => ({
    from: null,
    to: null,
    sideBySide: true,
    loaded: new Map(),
    refused: null,
  }))
  const asked = new Set<number>()
  lab.selection.subscribe((state, before) => {
    if (state.object !== before.object || state.revision !== before.revision) store.setState({ from: null, to: null })
  })
  const read = async (revision: number): Promise<void> => {
    const { after } = await getJson<DebugRevision>(lab.read, `/debug/log/${revision}`)
    store.setState(({ loaded }) => ({
      loaded: new Map([...[...loaded].slice(-loadedMax), [revision, after]]),
      refused: null,
    }))
  }
  return {
    store,
    pick: (from, to) => store.setState({ from, to }),
    setSideBySide: (sideBySide) => store.setState({ sideBySide }),
    load(revision) {
      if (revision === 0 || asked.has(revision)) return
      asked.add(revision)
      void read(revision).catch((error: unknown) => {
        asked.delete(revision)
        store.setState({ refused: errorText(error) })
      })
    },
  }
}

/**
 * Returns the two sides to compare: the user's choice, else the selected or newest write and the one before it. [DF1]
 */
export function sidesOf(
  writes: readonly RevisionRow[],
  state: Pick<DiffState, 'from' | 'to'>,
  chosen: number | null,
): { readonly from: RevisionRow | null; readonly to: RevisionRow } | null {
  const find = (revision: number | null) => writes.find((row) => row.revision === revision)
  const to = find(state.to) ?? find(chosen) ?? writes.at(-1)
  if (to === undefined) return null
  const before = writes[writes.indexOf(to) - 1] ?? null
  const from = find(state.from) ?? before
  if (from !== null && from.revision > to.revision) return { from: to, to: from }
  return { from: from === to ? before : from, to }
}

/** Returns the last write between the two sides that changed a path, for the list of paths. */
export const lastWriteOf = (
  writes: readonly RevisionRow[],
  path: string,
  from: number,
  to: number,
): RevisionRow | undefined =>
  writes.findLast(
    (row) => row.revision > from && row.revision <= to && row.changes.some((change) => touches(change.path, path)),
  )

const touches = (one: string, other: string): boolean => one === other || one.startsWith(other) || other.startsWith(one)
