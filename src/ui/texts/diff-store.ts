import { errorText } from '#api/error-text.ts'
import { createStore } from 'zustand/vanilla'
import type { JsonObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { DebugRevision } from '#facts/debug-api.ts'
import type { RevisionRow } from '#facts/fact.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { getJson } from '#ui/model/api.ts'
import type { ReadableStore } from '#ui/model/owned-store.ts'
import { mergePatchBetween } from './merge-edit.ts'

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

/** The revisions from which the two sides of a diff follow. */
export interface SidesInput extends Pick<DiffState, 'from' | 'to'> {
  /** The selected revision. */
  readonly chosen: number | null
  /** The revision that the page shows; `null` at Live. */
  readonly at: number | null
}

/**
 * Returns the two sides to compare: the user's choice, else the selected or newest write and the one before it. In the past,
 * the version of that moment is compared with the newest one. [DF1]
 */
export function sidesOf(
  writes: readonly RevisionRow[],
  { from: fromRevision, to: toRevision, chosen, at }: SidesInput,
): { readonly from: RevisionRow | null; readonly to: RevisionRow } | null {
  const find = (revision: number | null) => writes.find((row) => row.revision === revision)
  const to = find(toRevision) ?? find(chosen) ?? writes.at(-1)
  if (to === undefined) return null
  const before = writes[writes.indexOf(to) - 1] ?? null
  const isChosen = find(toRevision) !== undefined || find(chosen) !== undefined
  const shown = at === null || isChosen ? undefined : writes.findLast(({ revision }) => revision <= at)
  const from = find(fromRevision) ?? (shown === to ? undefined : shown) ?? before
  if (from !== null && from.revision > to.revision) return { from: to, to: from }
  return { from: from === to ? before : from, to }
}

/**
 * Returns the last write between the two sides that changed a path, for the list of paths. A write whose list of changes is
 * incomplete counts only if it is the one write that can have changed it. [DF2]
 */
export function lastWriteOf(
  writes: readonly RevisionRow[],
  path: string,
  from: number,
  to: number,
): RevisionRow | undefined {
  const between = writes.filter(({ revision }) => revision > from && revision <= to)
  const listed = between.findLast(({ changes }) => changes.some((change) => touches(change.path, path)))
  if (listed !== undefined) return listed
  const [only, ...others] = between.filter(({ changes, changeCount }) => changeCount > changes.length)
  return others.length === 0 ? only : undefined
}

const touches = (one: string, other: string): boolean => one === other || one.startsWith(other) || other.startsWith(one)

/** Fields that the server sets by itself. */
const assigned: ReadonlySet<string> = new Set(['resourceVersion', 'managedFields', 'generation'])

/** Returns an object without the fields of its metadata that every write changes. */
function withoutAssigned(object: ApiObject): JsonObject {
  const metadata = Object.entries(object.metadata).filter(([name]) => !assigned.has(name))
  return { ...object, metadata: Object.fromEntries(metadata) } as JsonObject
}

/** Returns the JSON merge patch that turns one version of an object into another. [DF3] */
export const versionsPatch = (before: ApiObject, after: ApiObject): JsonObject =>
  mergePatchBetween(withoutAssigned(before), withoutAssigned(after))
