import type { Command } from '#ui/lab/command.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { partState } from '#ui/lab/part-state.ts'
import { labRoom } from '#ui/lab/room.ts'
import { createOwnedStore, type ReadableStore } from '#ui/model/owned-store.ts'
import { readSaved, save } from '#ui/model/saved.ts'

interface CoachState {
  /** Index of the step that is shown. The tour is over when it is past the last step. */
  readonly at: number
}

type CoachStore = ReadableStore<CoachState> & { go(at: number): void }

/** Creates the position in the tour, which is saved for the next visit. */
function createCoachStore({ host }: Lab): CoachStore {
  // The tour is about the sample cluster, which a server elsewhere does not have.
  const isOver = host.getState().elsewhere !== ''
  return createOwnedStore<CoachState, { go(at: number): void }>(
    isOver ? { at: -1 } : readSaved('coach', { at: 0 }),
    ({ setState }) => ({
      go(at) {
        save('coach', { at })
        setState({ at })
      },
    }),
  )
}

export const coachStore = (lab: Lab): CoachStore => partState(lab, createCoachStore)

/** Begins the tour again. [TO1] */
export function startTour(lab: Lab): void {
  lab.goTo(labRoom)
  coachStore(lab).go(0)
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
