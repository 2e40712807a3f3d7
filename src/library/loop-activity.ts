import type { SimulatedClock } from '#server/debug/simulated-clock.ts'
import { nextTask } from '#server/storage/next-task.ts'
import { nextTurn } from './library-clock.ts'

/**
 * A change reaches a loop through a stream, which takes a few turns of the event loop; a loop that has sent nothing
 * for this many turns has nothing to do at the present time.
 */
const QUIET_TURNS = 6

/** Counts the requests of a server's loops, to find out when they are idle. [LIB4] */
export class LoopActivity {
  #pending = 0
  #sent = 0

  /** Wraps the `fetch` of the loops. */
  readonly observe =
    (send: typeof fetch): typeof fetch =>
    async (input, init) => {
      this.#pending += 1
      this.#sent += 1
      try {
        return await send(input, init)
      } finally {
        this.#pending -= 1
      }
    }

  /**
   * Moves the time forward from timer to timer, and lets the loops react at the time of each: what they plan in the
   * meantime happens within the same advance. [LIB3]
   */
  async advance(clock: SimulatedClock, byMs: number): Promise<void> {
    const endMs = clock.now() + byMs
    await this.idle(clock)
    for (let due = clock.nextDueMs(); due !== null && due <= endMs; due = clock.nextDueMs()) {
      const sent = this.#sent
      clock.advance(Math.max(0, due - clock.now()))
      // Most timers are of watches and of the server itself: only if a loop sends something, its reaction is waited for.
      await nextTask()
      if (this.#pending > 0 || this.#sent !== sent) await this.idle(clock)
    }
    clock.advance(Math.max(0, endMs - clock.now()))
    await this.idle(clock)
  }

  /** Resolves when no request is under way, none follows, and no timer is due. */
  async idle(clock: SimulatedClock): Promise<void> {
    let sent = -1
    for (let quiet = 0; quiet < QUIET_TURNS;) {
      // Runs timers that are due now, also on a stopped clock.
      clock.advance(0)
      await nextTurn()
      quiet = this.#pending === 0 && this.#sent === sent ? quiet + 1 : 0
      sent = this.#sent
    }
  }
}
