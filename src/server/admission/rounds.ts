import type { JsonObject } from '#api/json.ts'

/** Memory of one request's mutating run: it is made twice when somebody who came late changed the object. [DA10] */
export interface Rounds {
  readonly isSecond: boolean
  /** Asks for the second round. */
  again(): void
  /** Those who wish to see the object again if others change it after them, by id. */
  readonly invoked: Set<string>
  /** Those of them who will. */
  readonly pending: Set<string>
  /** What the webhooks left of the object in the first round. */
  lastOutput: JsonObject | null
}

/** The rounds of one request, with what only the chain may do. */
export interface OwnRounds extends Rounds {
  /** Whether a second round is due; begins it. */
  next(): boolean
}

export function createRounds(): OwnRounds {
  let isSecond = false
  let isWanted = false
  return {
    get isSecond() {
      return isSecond
    },
    again: () => (isWanted = true),
    next() {
      if (isSecond || !isWanted) return false
      isSecond = true
      return true
    },
    invoked: new Set(),
    pending: new Set(),
    lastOutput: null,
  }
}
