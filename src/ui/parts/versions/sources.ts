import type { CellAnswer } from './answers.ts'
import type { VersionsState } from './store.ts'

/** A place from which the server could answer, and what it says about this read. */
export interface Source {
  readonly title: string
  readonly note: string
  readonly isUsed: boolean
  /** It holds a state of the past. */
  readonly isOld: boolean
}

type Known = Pick<VersionsState, 'cached' | 'newest' | 'compacted' | 'versions'>

/**
 * The places from which a read can be answered, with the one that answered it by the stages of the request: the watch
 * cache, the store or its history, and what is gone. [VM7]
 */
export function sourcesOf({ ask, served, code }: CellAnswer, known: Known): readonly Source[] {
  const { cached, newest, compacted, versions } = known
  const isCache = served.includes('watch cache')
  const isPast = served.includes('history')
  const isStore = served.includes('store')
  const isGone = code === 410
  const cache: Source = {
    title: 'watch cache',
    note: isCache ? `knows ${cached}` : `knows ${cached}; not asked`,
    isUsed: isCache,
    isOld: false,
  }
  const isOfPast = isPast || (ask.column === 'old' && !isCache)
  const past: Source = {
    title: ask.verb === 'watch' ? `history after ${versions.old}` : `history at ${versions.old}`,
    note: isGone ? 'is no longer kept' : `is kept from ${compacted + 1}, so ${versions.old} can be read`,
    isUsed: isPast,
    isOld: true,
  }
  const store: Source = {
    title: 'store',
    note: isStore ? `at ${newest}, as new as the last stored write` : `at ${newest}; not asked`,
    isUsed: isStore,
    isOld: false,
  }
  const gone: Source = {
    title: `below ${compacted + 1}`,
    note: isGone ? '410: the version is too old' : 'would be 410: the version is too old',
    isUsed: isGone,
    isOld: false,
  }
  return [cache, isOfPast ? past : store, gone]
}
