import type { Lab } from '#ui/lab/lab.ts'
import { partState } from '#ui/lab/part-state.ts'
import { createOwnedStore, type ReadableStore } from '#ui/model/owned-store.ts'
import type { RailFlag } from './flags.ts'

interface FlagsVerbs {
  /** Replaces all flags. Called by the part that opens watches. */
  show(flags: readonly RailFlag[]): void
}

const createFlags = (): ReadableStore<readonly RailFlag[]> & FlagsVerbs =>
  createOwnedStore<readonly RailFlag[], FlagsVerbs>([], ({ setState }) => ({
    show: (flags) => setState(flags, true),
  }))

/** Returns the store of the rail's flags. */
export const railFlags = (lab: Lab): ReturnType<typeof createFlags> => partState(lab, createFlags)
