import type { Soon } from '#api/waiting/soon.ts'

/** Work that is done in pieces: the caller may do other work after each. [ER8] */
export type Pieces<Value> = Generator<void, Value>

/** Gives others a turn if this work took long since its last one, and returns nothing if it did not. [ER8] */
export type Rest = () => Soon<void>

/** Shorter texts are read in one piece. */
export const LONG_TEXT = 100_000

/** Work that is done. */
export function* already<Value>(value: Value): Pieces<Value> {
  yield* []
  return value
}

/** Does all of the work at once. */
export function doneAtOnce<Value>(pieces: Pieces<Value>): Value {
  for (;;) {
    const { done, value } = pieces.next()
    if (done === true) return value
  }
}

/** Does the work with a rest after each piece. */
export function doneInPieces<Value>(pieces: Pieces<Value>, rest: Rest): Soon<Value> {
  for (;;) {
    const { done, value } = pieces.next()
    if (done === true) return value
    const resting = rest()
    if (resting instanceof Promise) return resting.then(() => doneInPieces(pieces, rest))
  }
}
