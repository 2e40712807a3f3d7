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

/** Least time between two revisions that are shown while the cursor is dragged. */
const SHOW_MS_MIN = 100
/** A cluster whose objects take long to read is read less often, so that reading takes a quarter of the time. */
const READ_SHARE = 4

/** Returns the objects with those kept that are unchanged, so that what shows them is not drawn again. */
function withKnown(items: readonly ApiObject[], known: readonly ApiObject[]): readonly ApiObject[] {
  const byUid = new Map(known.map((object) => [object.metadata.uid ?? '', object]))
  return items.map((object) => {
    const old = byUid.get(object.metadata.uid ?? '')
    return old?.metadata.resourceVersion === object.metadata.resourceVersion ? (old ?? object) : object
  })
}

/** The difference of the objects of one revision from those of another. */
export interface PastDifference {
  readonly changed: readonly ApiObject[]
  readonly removed: readonly ApiObject[]
}

interface Origin extends PastDifference {
  /** Weak, because each list would else keep all that were read before it. */
  readonly from: WeakRef<readonly ApiObject[]>
}

const origins = new WeakMap<readonly ApiObject[], Origin>()

/** Remembers from which other list `objects` was made: whoever groups them need not look at all of them again. */
function rememberOrigin(
  objects: readonly ApiObject[],
  from: readonly ApiObject[],
  { changed, removed }: PastDifference,
): void {
  origins.set(objects, { from: new WeakRef(from), changed, removed })
}

/** Returns the difference of `objects` from `from`; `undefined` if they were not made from it. */
export function differenceFrom(from: readonly ApiObject[], objects: readonly ApiObject[]): PastDifference | undefined {
  const origin = origins.get(objects)
  return origin?.from.deref() === from ? origin : undefined
}

/** Returns the objects of `known` with the difference to another revision applied. */
export function withDifference(
  known: readonly ApiObject[],
  { items, removed = [] }: Pick<DebugObjects, 'items' | 'removed'>,
): readonly ApiObject[] {
  const changed = new Map(items.map((object) => [object.metadata.uid ?? '', object]))
  const gone = new Set(removed)
  const kept: ApiObject[] = []
  const dropped: ApiObject[] = []
  for (const object of known) {
    const uid = object.metadata.uid ?? ''
    if (gone.has(uid)) {
      dropped.push(object)
      continue
    }
    kept.push(changed.get(uid) ?? object)
    changed.delete(uid)
  }
  const objects = [...kept, ...changed.values()]
  rememberOrigin(objects, known, { changed: items, removed: dropped })
  return objects
}

/** All objects as of a revision. */
interface Past {
  readonly revision: number
  readonly objects: readonly ApiObject[]
}

/**
 * Reads the objects of revisions, one revision at a time, and keeps those that were read. After the first it reads only
 * the difference from the last one.
 */
class PastReader {
  readonly #store: TimeCursorStore
  readonly #fetcher: typeof fetch
  readonly #remembered = new Map<number, readonly ApiObject[]>()
  #last: Past | null = null
  #reading: AbortController | null = null

  constructor(store: TimeCursorStore, fetcher: typeof fetch) {
    this.#store = store
    this.#fetcher = fetcher
  }

  isReading(): boolean {
    return this.#reading !== null
  }

  /** Returns the objects of a revision, `undefined` if they cannot be read; the store then has the reason. */
  async read(revision: number): Promise<readonly ApiObject[] | undefined> {
    const known = this.#remembered.get(revision)
    if (known !== undefined) return known
    const mine = new AbortController()
    this.#reading = mine
    try {
      const objects = await this.#ask(revision, mine.signal)
      if (mine.signal.aborted) return undefined
      this.#last = { revision, objects }
      if (this.#remembered.size >= rememberedMax) this.#remembered.clear()
      this.#remembered.set(revision, objects)
      return objects
    } catch (error) {
      if (mine.signal.aborted) return undefined
      // fetch throws a TypeError when the server cannot be reached.
      if (!(error instanceof Refusal || error instanceof TypeError)) throw error
      if (this.#store.getState().at === revision)
        this.#store.setState({ refused: error.message, objects: null, shown: null })
      return undefined
    } finally {
      if (this.#reading === mine) this.#reading = null
    }
  }

  async #ask(revision: number, signal: AbortSignal): Promise<readonly ApiObject[]> {
    const { revision: since, objects: known } = this.#last ?? { revision: 0, objects: [] }
    const target = `/debug/objects?at=${revision}${since === 0 ? '' : `&since=${since}`}`
    const answer = await getJson<DebugObjects>(this.#fetcher, target, { signal })
    return answer.since === undefined ? withKnown(answer.items, known) : withDifference(known, answer)
  }

  stop(): void {
    this.#reading?.abort()
    this.#reading = null
  }

  forget(): void {
    this.#remembered.clear()
    this.#last = null
  }
}

/**
 * Moves the cursor at once, and shows the objects of its revision: one read at a time, at most ten a second, the last
 * one always. A revision that was read is cached. [UI5] [PF3]
 */
export function createTimeTravel(store: TimeCursorStore, fetcher: typeof fetch): TimeTravel {
  const reader = new PastReader(store, fetcher)
  let waiting: ReturnType<typeof setTimeout> | undefined
  let nextMs = 0

  const show = async (): Promise<void> => {
    waiting = undefined
    const began = performance.now()
    const { at, shown } = store.getState()
    if (at === null || at === shown) return
    nextMs = began + SHOW_MS_MIN
    const objects = await reader.read(at)
    nextMs = Math.max(nextMs, performance.now() + (READ_SHARE - 1) * (performance.now() - began))
    const now = store.getState().at
    // While the cursor moves on, an older revision is better than none.
    if (objects !== undefined && now !== null) store.setState({ objects, shown: at, refused: null })
    if (now !== null && now !== at) showSoon()
  }
  const showSoon = (): void => {
    if (reader.isReading() || waiting !== undefined) return
    const waitMs = nextMs - performance.now()
    if (waitMs <= 0) void show()
    else waiting = setTimeout(() => void show(), waitMs)
  }
  const stop = (): void => {
    clearTimeout(waiting)
    waiting = undefined
    reader.stop()
    store.setState(live)
  }

  return {
    travel(revision) {
      store.setState({ at: revision, refused: null })
      showSoon()
    },
    retry() {
      const { at, shown } = store.getState()
      if (at !== null && shown !== at) showSoon()
    },
    returnToLive: stop,
    forget() {
      reader.forget()
      stop()
    },
  }
}

/** Returns the index of the last row at or before `revision`, -1 for none. Rows are in order of revision. */
export function lastIndexAt(rows: readonly Pick<RevisionRow, 'revision'>[], revision: number): number {
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
