import type { Command } from '#ui/lab/command.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { partState } from '#ui/lab/part-state.ts'
import { labRoom } from '#ui/lab/room.ts'
import { createOwnedStore, type ReadableStore } from '#ui/model/owned-store.ts'
import { readSaved, save } from '#ui/model/saved.ts'

interface CoachState {
  /** Index of the step that is shown. The tour is over when it is past the last step. */
  readonly at: number
  /** The person asked for the tour, and the focus has not moved to it yet. */
  readonly isAsked: boolean
}

interface CoachActions {
  go(at: number): void
  /** Begins the tour because the person asked for it. */
  ask(): void
  /** Called when the focus moves to the tour. */
  answer(): void
}

type CoachStore = ReadableStore<CoachState> & CoachActions

/** Creates the position in the tour, which is saved for the next visit. */
function createCoachStore({ host }: Lab): CoachStore {
  // The tour is about the sample cluster, which a server elsewhere does not have.
  const isOver = host.getState().elsewhere !== ''
  return createOwnedStore<CoachState, CoachActions>(
    { at: isOver ? -1 : readSaved('coach', { at: 0 }).at, isAsked: false },
    ({ setState }) => {
      const go = (at: number): void => {
        save('coach', { at })
        setState({ at })
      }
      const ask = (): void => {
        go(0)
        setState({ isAsked: true })
      }
      return { go, ask, answer: () => setState({ isAsked: false }) }
    },
  )
}

export const coachStore = (lab: Lab): CoachStore => partState(lab, createCoachStore)

/** Begins the tour again. [TO1] */
export function startTour(lab: Lab): void {
  lab.goTo(labRoom)
  coachStore(lab).ask()
}

/** The palette command that begins the tour again. */
export const tourCommand: Command = {
  id: 'tour',
  section: 'Everywhere',
  title: 'Take the tour',
  keys: [],
  icon: 'goto',
  run: startTour,
}
