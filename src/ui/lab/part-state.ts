import type { Lab } from './lab.ts'

/** States of parts, by the function that creates them. */
export type PartStates = Map<(lab: Lab) => unknown, unknown>

/** Returns the state of a part. Calls `make` at first use; each Lab has one state, shared by all views of the part. */
export function partState<State>(lab: Lab, make: (lab: Lab) => State): State {
  const { partStates } = lab
  if (!partStates.has(make)) partStates.set(make, make(lab))
  return partStates.get(make) as State
}
