import { createStore } from 'zustand/vanilla'
import { attempt } from '#ui/lab/actions.ts'
import type { Lab } from '#ui/lab/lab.ts'
import type { ReadableStore } from '#ui/model/owned-store.ts'
import type { TakenBack } from './undo-stack.ts'

export interface UndoState {
  readonly taken: readonly TakenBack[]
  /** Describes the last undo or redo in one sentence; `''` before the first. */
  readonly said: string
  /** The refusal of the last undo or redo, which the page may still show; `''` if it succeeded. */
  readonly refused: string
  /** The number of undos and redos that are not finished. */
  readonly pendingCount: number
}

export interface UndoStore {
  readonly store: ReadableStore<UndoState>
  /**
   * Takes back the newest standing write of the acting user. A refusal is shown at the top of the page, until it is dismissed or
   * the next undo or redo succeeds. [UN1]
   */
  undo(): Promise<void>
  /** Takes back the newest undo. [UN3] */
  redo(): Promise<void>
  /** Takes the sentence about the last undo away. */
  dismiss(): void
}

/** The state for the code that takes a write back, which is loaded later. */
export interface UndoChanges {
  getState(): UndoState
  change(part: Partial<UndoState>): void
}

const nothingTaken: UndoState = { taken: [], said: '', refused: '', pendingCount: 0 }

/** Undos and redos run one after the other, in the order of their calls. [UN4] */
export function createUndo(lab: Lab): UndoStore {
  const store = createStore<UndoState>(() => nothingTaken)
  lab.actor.subscribe(({ name }, before) => {
    if (name !== before.name) store.setState({ taken: [], said: '' })
  })
  const countPending = (by: number): void => store.setState(({ pendingCount }) => ({ pendingCount: pendingCount + by }))
  const changes: UndoChanges = { getState: store.getState, change: (part) => store.setState(part) }
  let last: Promise<void> = Promise.resolve()
  const inTurn = async (isRedo: boolean): Promise<void> => {
    countPending(1)
    // Loaded with the first undo only. [PF6]
    const taken = last.then(async () => (await import('./take-back.ts')).takeBack(lab, changes, isRedo))
    const mine = attempt(lab, taken).finally(() => countPending(-1))
    last = mine.catch(() => undefined)
    return mine
  }
  return {
    store,
    undo: () => inTurn(false),
    redo: () => inTurn(true),
    dismiss: () => store.setState({ said: '' }),
  }
}

/** Says why there is nothing to undo while a part of the history has expired. */
export const nothingKept = (actor: string): string => `The kept history has no write of ${actor}.`
