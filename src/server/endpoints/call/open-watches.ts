import type { Clock } from '#api/clock.ts'
import type { Fact, WatchInfo } from '#facts/fact.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import { SharedEvents } from '#server/storage/shared-events.ts'

type WhyClosed = Extract<Fact, { type: 'watch-closed' }>['why']

/** One open watch, as its endpoint describes it. */
export interface OpenWatch {
  readonly id: number
  info(): WatchInfo
  /** Ends the stream gracefully. */
  cut(): void
}

/**
 * The open watches. Reports facts when a watch opens, progresses (at most four times a second each, and once more after
 * its last event) and closes. [WA16]
 */
export interface OpenWatches {
  /**
   * A watch from an older revision is refused with 410: the history of the server's own initial objects is not
   * served. [WA13]
   */
  readonly oldest: number
  beginAt(revision: number): void
  readonly count: number
  list(): readonly WatchInfo[]
  /** Ends a watch. Returns false if it does not exist. */
  cut(id: number): boolean
  nextId(): number
  opened(watch: OpenWatch): void
  progressed(watch: OpenWatch): void
  closed(watch: OpenWatch, why: WhyClosed): void
  /** Returns the encoded events that watches of one type share. */
  eventsOf(definition: ResourceDefinition): SharedEvents
}

const progressEveryMs = 250

interface Entry {
  readonly watch: OpenWatch
  /** Time of the last report. */
  toldMs: number
  /** Cancels the report that is due; `null` when all progress is reported. */
  cancel: (() => void) | null
}

/** Without `tellsProgress` nobody hears of it, and watches need no timer. */
export function createOpenWatches(clock: Clock, report: (fact: Fact) => void, tellsProgress = true): OpenWatches {
  const nowMs = () => clock.now()
  const watches = new Map<number, Entry>()
  const tell = (entry: Entry): void => {
    entry.cancel = null
    entry.toldMs = nowMs()
    report({ type: 'watch-progress', watch: entry.watch.info() })
  }
  /** Keyed by definition, since a changed definition encodes its objects differently. */
  const events = new WeakMap<ResourceDefinition, SharedEvents>()
  let lastId = 0
  let oldest = 0
  return {
    get oldest() {
      return oldest
    },
    beginAt(revision) {
      oldest = revision
    },
    get count() {
      return watches.size
    },
    list: () => [...watches.values()].map(({ watch }) => watch.info()),
    cut(id) {
      const found = watches.get(id)
      found?.watch.cut()
      return found !== undefined
    },
    nextId: () => (lastId += 1),
    opened(watch) {
      watches.set(watch.id, { watch, toldMs: nowMs(), cancel: null })
      report({ type: 'watch-opened', watch: watch.info() })
    },
    progressed(watch) {
      if (!tellsProgress) return
      // Called for each event of each watch: the fact is built only when it is reported.
      const entry = watches.get(watch.id)
      if (entry === undefined || entry.cancel !== null) return
      const waitMs = progressEveryMs - (nowMs() - entry.toldMs)
      if (waitMs <= 0) tell(entry)
      else entry.cancel = clock.after(waitMs, () => tell(entry))
    },
    closed(watch, why) {
      const info = watch.info()
      watches.get(info.id)?.cancel?.()
      if (watches.delete(info.id)) report({ type: 'watch-closed', watch: info, why, timeMs: nowMs() })
    },
    eventsOf(definition) {
      const known = events.get(definition)
      if (known !== undefined) return known
      const made = new SharedEvents()
      events.set(definition, made)
      return made
    },
  }
}
