import type { Lab } from './lab.ts'

/** States of parts, by the function that makes them. */
export type PartStates = Map<(lab: Lab) => unknown, unknown>

/** The state of a part: made by `make` at first use, one for each Lab, shared by all views of the part. */
export function partState<State>(lab: Lab, make: (lab: Lab) => State): State {
  const { partStates } = lab
  if (!partStates.has(make)) partStates.set(make, make(lab))
  return partStates.get(make) as State
}
