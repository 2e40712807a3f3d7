import type { Lab } from './lab.ts'

const states = new WeakMap<Lab, Map<(lab: Lab) => unknown, unknown>>()

/** A part's own state: made by `make` at first use, one for each Lab, shared by all views of the part. */
export function partState<State>(lab: Lab, make: (lab: Lab) => State): State {
  const own = states.get(lab) ?? new Map<(lab: Lab) => unknown, unknown>()
  states.set(lab, own)
  if (!own.has(make)) own.set(make, make(lab))
  return own.get(make) as State
}
