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
export async function doneInPieces<Value>(pieces: Pieces<Value>, rest: () => Promise<void>): Promise<Value> {
  for (;;) {
    const { done, value } = pieces.next()
    if (done === true) return value
    await rest()
  }
}
