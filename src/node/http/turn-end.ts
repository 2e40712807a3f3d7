/** The number of answers that are sent together at most, so that none waits long for requests that came after its own. */
const WAITING_MAX = 8

/**
 * Sends the answers of one turn of the event loop together. A write to a socket wakes the process at its other end, which costs more than
 * many requests do: a client with several requests in flight is woken once for all of their answers. [ND19]
 */
export class TurnEnd {
  #waiting: (() => void)[] = []
  readonly #later: (run: () => void) => void

  /** `later` runs a callback after what has arrived on sockets was handled. */
  constructor(later: (run: () => void) => void = setImmediate) {
    this.#later = later
  }

  /** Calls `send` at the end of this turn at the latest. */
  add(send: () => void): void {
    const count = this.#waiting.push(send)
    if (count === 1) this.#later(() => this.#sendAll())
    else if (count === WAITING_MAX) this.#sendAll()
  }

  #sendAll(): void {
    const sends = this.#waiting
    this.#waiting = []
    for (const send of sends) send()
  }
}
