import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Lab } from '#ui/lab/lab.ts'
import { readSaved, save } from '#ui/model/saved.ts'
import type { ApplyReview } from './review.ts'

export interface OwnershipState {
  /** Whether the gutter stands beside the text. */
  readonly shown: boolean
  /** {@link entryKey} of the entry whose lines are tinted; `''` for none. */
  readonly filter: string
  /** Field manager that an apply from here names. */
  readonly manager: string
  /** Line of the cursor, then the one under the pointer, which comes first; lines count from 1. */
  readonly cursorLine: number
  readonly hoverLine: number | null
  /** What an apply would do, before it is done; `null` while nobody asked. */
  readonly review: ApplyReview | null
}

/** The ownership view's own state: shown or not, and as whom one applies, survive a reload. */
export function createOwnership(_lab: Lab): StoreApi<OwnershipState> {
  const kept = readSaved('ownership', { shown: false, manager: 'orchctl' })
  const store = createStore<OwnershipState>(() => ({
    shown: kept.shown === true,
    manager: typeof kept.manager === 'string' ? kept.manager : 'orchctl',
    filter: '',
    cursorLine: 1,
    hoverLine: null,
    review: null,
  }))
  store.subscribe(({ shown, manager }, before) => {
    if (shown !== before.shown || manager !== before.manager) save('ownership', { shown, manager })
  })
  return store
}

/** Shows the gutter, or takes it away with its filter. */
export const toggleOwnership = (store: StoreApi<OwnershipState>): void =>
  store.setState(({ shown }) => ({ shown: !shown, filter: '' }))
