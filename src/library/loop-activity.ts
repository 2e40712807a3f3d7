import { textOf } from '#api/json.ts'
import { ACTING_AS_HEADER } from '#facts/debug-api.ts'
import type { SimulatedClock } from '#server/debug/simulated-clock.ts'
import { nextTask } from '#server/storage/next-task.ts'
import { nextTurn } from './library-clock.ts'
import type { Turns } from './turns.ts'

/**
 * A change reaches a loop through a stream, which takes a few turns of the event loop; a loop that has sent nothing
 * for this many turns has nothing to do at the present time.
 */
const QUIET_TURNS = 6

/** Counts the requests of a server's loops, to find out when they are idle. [LIB4] */
export class LoopActivity {
  readonly #turns: Turns | null
  #pending = 0
  #sent = 0
  #outside = 0

  /** @param turns `null`: requests happen as they come */
  constructor(turns: Turns | null) {
    this.#turns = turns
  }

  /** Wraps the `fetch` of the loops. */
  readonly observe =
    (send: typeof fetch): typeof fetch =>
    async (input, init) => {
      this.#pending += 1
      this.#sent += 1
      try {
        const work = (): Promise<Response> => send(input, init)
        if (this.#turns === null) return await work()
        return this.#countReading(await this.#turns.ofLoop(orderOf(input, init), work))
      } finally {
        this.#pending -= 1
      }
    }

  /**
   * Engines may read a whole body outside of the event loop, for any number of turns: until the loop has it, the next
   * request does not begin. [LIB2]
   */
  #countReading(response: Response): Response {
    const readText = response.text.bind(response)
    return Object.assign(response, { text: () => this.during(readText()) })
  }

  /** Counts work of a loop that is no request. */
  readonly during = async <Value>(work: Promise<Value>): Promise<Value> => {
    this.#pending += 1
    try {
      return await (this.#turns?.during(work) ?? work)
    } finally {
      this.#pending -= 1
    }
  }

  /** Calls what a request waits for: requests that it sends do not wait for that one. */
  async outside(call: () => Promise<Response>): Promise<Response> {
    this.#outside += 1
    try {
      return await call()
    } finally {
      this.#outside -= 1
    }
  }

  /** Sends a request of a client. One that may write waits until the loops have reacted to all before. [LIB2] */
  async ofClient(method: string, send: () => Promise<Response>): Promise<Response> {
    const isAtOnce = method === 'GET' || method === 'HEAD' || this.#outside > 0
    if (this.#turns === null || isAtOnce) return send()
    this.#pending += 1
    try {
      return await this.#turns.ofClient(send)
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

/** A text by which requests that wait for their turn are ordered: the loop, the request, its body. */
function orderOf(input: RequestInfo | URL, { method = 'GET', headers, body }: RequestInit = {}): string {
  const actor = new Headers(headers).get(ACTING_AS_HEADER) ?? ''
  const target = input instanceof Request ? `${input.method} ${input.url}` : `${method} ${String(input)}`
  return JSON.stringify([actor, target, textOf(body)])
}
