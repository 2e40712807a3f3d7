import type { Clock } from '#api/clock.ts'
import type { Revision } from '#api/revision.ts'
import type { ObjectStore, StoreEvent, WatchRequest } from './object-store.ts'

/**
 * Simulates the lag of a watch cache in front of a shared store. It holds no objects itself, since the log has all
 * versions; it only limits the revision that reads and watches see. Without a lag it passes everything through and
 * costs nothing. [WC1]
 */
export interface WatchCache {
  /**
   * Returns the newest revision that the cache has seen; every event up to it was delivered to the watchers of the
   * cache.
   */
  revision(): Revision | 0
  /** Returns the revision at which to read the content of the cache; `undefined`: the newest. */
  at(): Revision | undefined
  /** Watches like the store, but delivers each event only when the cache has seen it. */
  watch(request: WatchRequest): () => void
  lagMs(): number
  setLag(lagMs: number): void
  stop(): void
}

/** Events of one watcher that the cache has not seen yet. */
interface Late {
  readonly request: WatchRequest
  readonly waiting: { readonly events: readonly StoreEvent[]; readonly dueMs: number }[]
  end: (() => void) | null
}

export const createWatchCache = (objects: ObjectStore, clock: Clock, lagMs = 0): WatchCache => {
  const cache = new LaggingCache(objects, clock)
  cache.setLag(lagMs)
  return cache
}

class LaggingCache implements WatchCache {
  readonly #objects: ObjectStore
  readonly #clock: Clock
  readonly #late = new Set<Late>()
  #lagMs = 0
  #known: Revision | 0 = 0
  #stopOwn: (() => void) | null = null

  constructor(objects: ObjectStore, clock: Clock) {
    this.#objects = objects
    this.#clock = clock
  }

  lagMs(): number {
    return this.#lagMs
  }

  revision(): Revision | 0 {
    if (this.#stopOwn === null) return this.#objects.revision()
    this.#settle()
    return this.#known
  }

  at(): Revision | undefined {
    if (this.#stopOwn === null) return undefined
    const revision = this.revision()
    // A compacted revision can no longer be read: then newer data is better than none.
    return revision === 0 || revision <= this.#objects.compacted() ? undefined : revision
  }

  setLag(lagMs: number): void {
    this.#lagMs = lagMs
    if (lagMs === 0) {
      this.#stopOwn?.()
      this.#stopOwn = null
      this.#settle()
    } else if (this.#stopOwn === null) this.#follow()
  }

  stop(): void {
    this.#stopOwn?.()
    this.#late.clear()
  }

  watch(request: WatchRequest): () => void {
    const late: Late = { request, waiting: [], end: null }
    const stop = this.#objects.watch({
      ...request,
      onEvents: (events) => {
        if (this.#lagMs === 0 && late.waiting.length === 0) request.onEvents(events)
        else this.#delay(late, events)
      },
      onEnd: (error) => {
        if (late.waiting.length === 0) request.onEnd(error)
        else late.end = () => request.onEnd(error)
      },
    })
    return () => {
      late.waiting.length = 0
      late.end = null
      this.#late.delete(late)
      stop()
    }
  }

  /** Watches the whole log to find the revision that the cache has seen. */
  #follow(): void {
    const after = this.#objects.revision()
    this.#known = after
    const own: Late = {
      request: {
        prefix: '',
        after,
        onEvents: (events) => {
          this.#known = events.at(-1)?.stored.revision ?? this.#known
        },
        onEnd: () => undefined,
      },
      waiting: [],
      end: null,
    }
    const stop = this.#objects.watch({ ...own.request, onEvents: (events) => this.#delay(own, events) })
    this.#stopOwn = () => {
      this.#late.delete(own)
      stop()
    }
  }

  #delay(late: Late, events: readonly StoreEvent[]): void {
    const { timeMs } = events.at(-1)?.stored ?? { timeMs: 0 }
    const dueMs = timeMs + this.#lagMs
    late.waiting.push({ events, dueMs })
    this.#late.add(late)
    this.#clock.after(Math.max(0, dueMs - this.#clock.now()), () => this.#settle())
  }

  /**
   * Delivers the events that the cache has now seen. Watchers are notified before the revision advances, so that no
   * revision is visible before its events.
   */
  #settle(): void {
    const now = this.#clock.now()
    const isDue = (dueMs: number): boolean => this.#lagMs === 0 || dueMs <= now
    for (const late of [...this.#late].toReversed()) {
      for (let next = late.waiting[0]; next !== undefined && isDue(next.dueMs); next = late.waiting[0]) {
        late.waiting.shift()
        late.request.onEvents(next.events)
      }
      if (late.waiting.length > 0) continue
      this.#late.delete(late)
      late.end?.()
    }
  }
}
