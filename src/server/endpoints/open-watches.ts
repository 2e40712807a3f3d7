import type { Fact, WatchInfo } from '#facts/fact.ts'

type WhyClosed = Extract<Fact, { type: 'watch-closed' }>['why']

/** One open watch, as the endpoint that serves it shows it. */
export interface OpenWatch {
  info(): WatchInfo
  /** Ends the stream in good order. */
  cut(): void
}

/** The watches that are open now. Facts go out on opening, on progress (at most four a second each) and on closing. */
export interface OpenWatches {
  readonly count: number
  list(): readonly WatchInfo[]
  /** False when there is no such watch. */
  cut(id: number): boolean
  nextId(): number
  opened(watch: OpenWatch): void
  progressed(watch: OpenWatch): void
  closed(watch: OpenWatch, why: WhyClosed): void
}

const progressEveryMs = 250

export function createOpenWatches(nowMs: () => number, report: (fact: Fact) => void): OpenWatches {
  const watches = new Map<number, { readonly watch: OpenWatch; toldMs: number }>()
  let lastId = 0
  return {
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
      const info = watch.info()
      watches.set(info.id, { watch, toldMs: nowMs() })
      report({ type: 'watch-opened', watch: info })
    },
    progressed(watch) {
      const info = watch.info()
      const entry = watches.get(info.id)
      if (entry === undefined || nowMs() - entry.toldMs < progressEveryMs) return
      entry.toldMs = nowMs()
      report({ type: 'watch-progress', watch: info })
    },
    closed(watch, why) {
      const info = watch.info()
      if (watches.delete(info.id)) report({ type: 'watch-closed', watch: info, why, timeMs: nowMs() })
    },
  }
}
