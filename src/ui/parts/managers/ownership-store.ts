import type { Lab } from '#ui/lab/lab.ts'
import { createOwnedStore, type ReadableStore } from '#ui/model/owned-store.ts'
import { readSaved, save } from '#ui/model/saved.ts'
import type { ApplyReview } from './review.ts'

export interface OwnershipState {
  /** Whether the gutter is shown beside the text. */
  readonly shown: boolean
  /** {@link entryKey} of the entry whose lines are tinted; `''` for none. */
  readonly filter: string
  /** Field manager that an apply from here names. */
  readonly manager: string
  /** Line of the cursor, then the one under the pointer, which comes first; lines count from 1. */
  readonly cursorLine: number
  readonly hoverLine: number | null
  /** What an apply would do; `null` while none is being reviewed. */
  readonly review: ApplyReview | null
}

interface OwnershipVerbs {
  /** Shows the gutter, or hides it together with its filter. */
  toggle(): void
  /** Tints the lines of one entry; `''` ends that. */
  setFilter(filter: string): void
  setManager(manager: string): void
  setCursorLine(line: number): void
  setHoverLine(line: number | null): void
  /** Shows a review in place of the one before. */
  beginReview(review: ApplyReview): void
  /** Changes the review that is shown, if there is one. */
  updateReview(change: Partial<ApplyReview>): void
  endReview(): void
}

export type OwnershipStore = ReadableStore<OwnershipState> & OwnershipVerbs

/** The state of the ownership view. Whether it is shown and who applies survive a reload. */
export function createOwnership(_lab: Lab): OwnershipStore {
  const kept = readSaved('ownership', { shown: false, manager: 'orchctl' })
  const first: OwnershipState = {
    shown: kept.shown === true,
    manager: typeof kept.manager === 'string' ? kept.manager : 'orchctl',
    filter: '',
    cursorLine: 1,
    hoverLine: null,
    review: null,
  }
  const store = createOwnedStore<OwnershipState, OwnershipVerbs>(first, ({ setState }) => ({
    toggle: () => setState(({ shown }) => ({ shown: !shown, filter: '' })),
    setFilter: (filter) => setState({ filter, shown: true }),
    setManager: (manager) => setState({ manager }),
    setCursorLine: (cursorLine) => setState({ cursorLine }),
    setHoverLine: (hoverLine) => setState({ hoverLine }),
    beginReview: (review) => setState({ shown: true, review }),
    updateReview: (change) => setState(({ review }) => ({ review: review === null ? null : { ...review, ...change } })),
    endReview: () => setState({ review: null }),
  }))
  store.subscribe(({ shown, manager }, before) => {
    if (shown !== before.shown || manager !== before.manager) save('ownership', { shown, manager })
  })
  return store
}
