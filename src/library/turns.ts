import type { SimulatedClock } from '#server/debug/simulated-clock.ts'
import { nextTask } from '#server/storage/next-task.ts'

/**
 * Tasks of the event loop without a new request after which everything has reacted to what happened. A change reaches a
 * loop through a stream, which takes other numbers of microtasks in other engines, and few tasks in all of them.
 */
const QUIET_TASKS = 6

interface Waiting {
  /** Loops go first, in the order of their texts; clients go in the order in which they came. */
  readonly order: string
  readonly begin: () => Promise<unknown>
}

/**
 * Lets requests happen one after the other. The next one begins when everything has reacted to the one before, so that
 * the speed and the scheduling of an engine do not matter. [LIB2]
 */
export class Turns {
  readonly #clock: SimulatedClock
  readonly #loops: Waiting[] = []
  readonly #clients: Waiting[] = []
  #arrived = 0
  #working = 0
  #isRunning = false

  constructor(clock: SimulatedClock) {
    this.#clock = clock
  }

  /** Waits for the turn of a request of a loop. `order` is the same in every run. */
  ofLoop<Value>(order: string, send: () => Promise<Value>): Promise<Value> {
    return this.#queue(this.#loops, order, send)
  }

  /** Waits until no loop has anything to do. */
  ofClient<Value>(send: () => Promise<Value>): Promise<Value> {
    return this.#queue(this.#clients, '', send)
  }

  /** Work of a loop that is no request: nothing else begins before it has ended. */
  async during<Value>(work: Promise<Value>): Promise<Value> {
    this.#working += 1
    try {
      return await work
    } finally {
      this.#working -= 1
    }
  }

  #queue<Value>(waiting: Waiting[], order: string, send: () => Promise<Value>): Promise<Value> {
    this.#arrived += 1
    const answer = new Promise<Value>((resolve, reject) => {
      waiting.push({
        order,
        begin() {
          const sent = send()
          sent.then(resolve, reject)
          return sent
        },
      })
    })
    if (!this.#isRunning) void this.#run()
    return answer
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    while (this.#loops.length + this.#clients.length > 0) {
      await this.#quiet()
      const next = takeFirst(this.#loops) ?? this.#clients.shift()
      // Whoever sent it hears of a failure.
      await next?.begin().catch(() => undefined)
    }
    this.#isRunning = false
  }

  async #quiet(): Promise<void> {
    let arrived = -1
    for (let tasks = 0; tasks < QUIET_TASKS;) {
      // Runs timers that are due now: the clock stands still.
      this.#clock.advance(0)
      await nextTask()
      tasks = this.#working === 0 && this.#arrived === arrived ? tasks + 1 : 0
      arrived = this.#arrived
    }
  }
}

/** Takes the first of those whose text is the smallest. */
function takeFirst(waiting: Waiting[]): Waiting | undefined {
  const [head, ...rest] = waiting
  if (head === undefined) return undefined
  const first = rest.reduce((found, each) => (each.order < found.order ? each : found), head)
  waiting.splice(waiting.indexOf(first), 1)
  return first
}
