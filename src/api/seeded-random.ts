/** A pseudo-random generator (mulberry32) that repeats its numbers for the same seed. Not for secrets. */
export class SeededRandom {
  #state: number

  /** @param seed a whole number; only its lower 32 bits count */
  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** Returns a whole number from 0 up to, but not including, `limit`, which is at most 2^32. */
  below(limit: number): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    const state = this.#state
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit
  }

  /** Returns a generator that continues with the same numbers as this one. */
  copy(): SeededRandom {
    return new SeededRandom(this.#state)
  }
}

/** Returns {@link SeededRandom.below} of a new generator, so that a failing random walk can be repeated. */
export function seededRandom(seed: number): (below: number) => number {
  const random = new SeededRandom(seed)
  return (below) => random.below(below)
}
