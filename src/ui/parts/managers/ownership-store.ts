import type { Lab } from '#ui/lab/lab.ts'
import { createOwnedStore, type ReadableStore } from '#ui/model/owned-store.ts'
import { readSaved, save } from '#ui/model/saved.ts'
import type { ApplyReview } from './review.ts'

export interface OwnershipState {
  /** True while the gutter is shown. */
  readonly shown: boolean
  /** {@link entryKey} of the entry whose lines are highlighted; `''` for none. */
  readonly filter: string
  /** Line of the cursor, and the hovered line, which takes precedence; lines count from 1. */
  readonly cursorLine: number
  readonly hoverLine: number | null
  /** The open review of an apply; `null` for none. */
  readonly review: ApplyReview | null
}

interface OwnershipVerbs {
  /** Shows or hides the gutter. Hiding it clears the filter. */
  toggle(): void
  /** Highlights the lines of one entry; `''` for none. */
  setFilter(filter: string): void
  setCursorLine(line: number): void
  setHoverLine(line: number | null): void
  /** Shows a review instead of the previous one. */
  beginReview(review: ApplyReview): void
  /** Changes the open review, if any. */
  updateReview(change: Partial<ApplyReview>): void
  endReview(): void
}

export type OwnershipStore = ReadableStore<OwnershipState> & OwnershipVerbs

/** Creates the store of the ownership view. The gutter is shown until the person hides it, also in later visits. */
export function createOwnership(_lab: Lab): OwnershipStore {
  const kept = readSaved('ownership', { shown: true })
  const first: OwnershipState = {
    shown: kept.shown !== false,
    filter: '',
    cursorLine: 1,
    hoverLine: null,
    review: null,
  }
  const store = createOwnedStore<OwnershipState, OwnershipVerbs>(first, ({ setState }) => ({
    toggle: () => setState(({ shown }) => ({ shown: !shown, filter: '' })),
    setFilter: (filter) => setState({ filter, shown: true }),
    setCursorLine: (cursorLine) => setState({ cursorLine }),
    setHoverLine: (hoverLine) => setState({ hoverLine }),
    beginReview: (review) => setState({ shown: true, review }),
    updateReview: (change) => setState(({ review }) => ({ review: review === null ? null : { ...review, ...change } })),
    endReview: () => setState({ review: null }),
  }))
  store.subscribe(({ shown }, before) => {
    if (shown !== before.shown) save('ownership', { shown })
  })
  return store
}
