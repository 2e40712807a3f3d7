import type { PolicyRoom } from './policy-room.ts'

type Room = Pick<PolicyRoom, 'store' | 'editor'>

/** Moves to the next or previous problem; after the last one follows the first. [CB9] */
export function stepPolicyProblem(room: Room, step: 1 | -1): void {
  const { check, problem } = room.store.getState()
  const count = check.problems.length
  if (count > 0) choosePolicyProblem(room, (problem + step + count) % count)
}

/** Selects a problem and its range in the editor. */
export function choosePolicyProblem({ store, editor }: Room, at: number): void {
  store.chooseProblem(at)
  store.showTab('problems')
  const found = store.getState().check.problems[at]
  if (found !== undefined) editor.showRange(found.range)
}
