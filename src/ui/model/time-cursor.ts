import { createStore, type StoreApi } from 'zustand/vanilla'
import type { DebugObjects } from '#facts/debug-api.ts'
import type { RevisionRow } from '#facts/fact.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { Refusal } from '#client/refusal.ts'
import { getJson } from './api.ts'

/** The position of the page in time. `at` is `null` at Live, else the revision that every panel shows. */
export interface TimeCursor {
  readonly at: number | null
  /**
   * All objects at revision `shown`: `null` at Live and before the first response. Kept while the next revision loads.
   */
  readonly objects: readonly ApiObject[] | null
  /** Revision of `objects`. */
  readonly shown: number | null
  /** The server's message when the revision cannot be read. */
  readonly refused: string | null
}

export type TimeCursorStore = StoreApi<TimeCursor>

const live: TimeCursor = { at: null, objects: null, shown: null, refused: null }

export const createTimeCursorStore = (): TimeCursorStore => createStore<TimeCursor>(() => live)

const rememberedMax = 64

export interface TimeTravel {
  /** Shows the whole page as of `revision`. */
  travel(revision: number): void
  /** Reads the revision again if that failed: the server may have reached it in the meantime. */
  retry(): void
  returnToLive(): void
  /** Drops all cached revisions, because the server's history was reset. */
  forget(): void
}

/**
 * Moves the cursor and reads the objects of each revision. The latest call wins; a revision that was read is cached.
 * [UI5]
 */
export function createTimeTravel(store: TimeCursorStore, fetcher: typeof fetch): TimeTravel {
  const remembered = new Map<number, readonly ApiObject[]>()
  let reading: AbortController | null = null

  const read = async (revision: number): Promise<void> => {
    reading?.abort()
    const mine = new AbortController()
    reading = mine
    try {
      const { items } = await getJson<DebugObjects>(fetcher, `/debug/objects?at=${revision}`, { signal: mine.signal })
      if (remembered.size >= rememberedMax) remembered.clear()
      remembered.set(revision, items)
      if (store.getState().at === revision) store.setState({ objects: items, shown: revision, refused: null })
    } catch (error) {
      if (mine.signal.aborted) return
      // fetch throws a TypeError when the server cannot be reached.
      if (!(error instanceof Refusal || error instanceof TypeError)) throw error
      if (store.getState().at === revision) store.setState({ refused: error.message, objects: null, shown: null })
    }
  }

  return {
    travel(revision) {
      const known = remembered.get(revision)
      store.setState(
        known === undefined
          ? { at: revision, refused: null }
          : { at: revision, objects: known, shown: revision, refused: null },
      )
      if (known === undefined) void read(revision)
    },
    retry() {
      const { at, shown } = store.getState()
      if (at !== null && shown !== at) void read(at)
    },
    returnToLive() {
      reading?.abort()
      store.setState(live)
    },
    forget() {
      remembered.clear()
      store.setState(live)
    },
  }
}

/** Returns the index of the last row at or before `revision`, -1 for none. Rows are in order of revision. */
export function lastIndexAt(rows: readonly RevisionRow[], revision: number): number {
  let low = 0
  let high = rows.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((rows[middle]?.revision ?? Infinity) <= revision) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** Returns the revision `step` writes away from the cursor; past the newest is Live (`null`). [RL6] */
export function stepRevision(rows: readonly RevisionRow[], at: number | null, step: -1 | 1): number | null {
  const here = at === null ? rows.length - 1 : lastIndexAt(rows, at)
  const target = rows[Math.max(0, here + step)]
  if (target === undefined || (step === 1 && at === null)) return null
  return target === rows.at(-1) && step === 1 ? null : target.revision
}
