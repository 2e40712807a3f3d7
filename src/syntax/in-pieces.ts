import type { Soon } from '#api/waiting/soon.ts'

/** Work that is done in pieces: the caller may do other work after each. [ER8] */
export type Pieces<Value> = Generator<void, Value>

/** Shorter texts are read in one piece. */
export const LONG_TEXT = 100_000

/** Does all of the work at once. */
export function doneAtOnce<Value>(pieces: Pieces<Value>): Value {
  for (;;) {
    const { done, value } = pieces.next()
    if (done === true) return value
  }
}

/** Does the work with a rest after each piece. */
export function doneInPieces<Value>(pieces: Pieces<Value>, rest: () => Soon<void>): Soon<Value> {
  for (;;) {
    const { done, value } = pieces.next()
    if (done === true) return value
    const resting = rest()
    if (resting instanceof Promise) return resting.then(() => doneInPieces(pieces, rest))
  }
}
