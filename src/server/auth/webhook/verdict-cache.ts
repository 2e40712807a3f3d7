import { keepNewest } from '#api/caching/keep-newest.ts'
import type { Clock } from '#api/clock.ts'
import type { Verdict } from './read-answer.ts'

/** The size of the reference's cache. */
const maxEntries = 8192

/** Caches verdicts, least recently used first out, up to 8192. A hit does not extend the lifetime. [AZ6] */
export class VerdictCache {
  readonly #clock: Clock
  readonly #entries = new Map<string, { readonly verdict: Verdict; readonly untilMs: number }>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  get size(): number {
    return this.#entries.size
  }

  get(key: string): { readonly verdict: Verdict; readonly untilMs: number } | null {
    const entry = this.#entries.get(key)
    if (entry === undefined) return null
    this.#entries.delete(key)
    if (entry.untilMs <= this.#clock.now()) return null
    // A Map iterates in insertion order: reinsertion makes the entry the most recently used one.
    this.#entries.set(key, entry)
    return entry
  }

  put(key: string, verdict: Verdict, ttlMs: number): void {
    keepNewest(this.#entries, [key, { verdict, untilMs: this.#clock.now() + ttlMs }], maxEntries)
  }
}
