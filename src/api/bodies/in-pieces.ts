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

/** Collects what each item gives, with a turn for others after every few items. [ER8] */
export function* eachInPieces<Item, Result>(
  items: readonly Item[],
  results: (item: Item, at: number) => Iterable<Result>,
): Pieces<Result[]> {
  const collected: Result[] = []
  for (const [at, item] of items.entries()) {
    if (at > 0 && at % pieceLength === 0) yield
    for (const result of results(item, at)) collected.push(result)
  }
  if (items.length > pieceLength) yield
  return collected
}

/** The number of items that are done in one piece. */
const pieceLength = 200

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
