/** A stream that can be written to now. */
export interface Delivery {
  /** True if the client has been seen to read. */
  readonly isReading: boolean
  /** Writes a little. Returns true if more can be written at once. */
  deliver(): boolean
}

/** The length of a slice while there is no other work. */
const IDLE_SLICE_MS = 1
const SLICE_MS_MAX = 20
/** Shorter slices are accumulated: the overhead of a separate turn would exceed their work. */
const SLICE_MS_MIN = 0.4
/** A turn of the event loop without other work takes less than this. */
const IDLE_TURN_MS = 0.1
/** The share of time for deliveries while there is other work. */
const SHARE = 0.15
/**
 * A client that reads and has waited this long gets a larger share, so that it does not fall behind forever. Other
 * clients do not: filling the system's buffers for 2,000 clients that never read would take minutes.
 */
const LATE_MS = 2_000
const LATE_SHARE = 0.5
/** The number of deliveries between two readings of the clock. */
const STRIDE = 4

/**
 * Writes to all watches in turn, in slices between which requests are served, so that a thousand watches do not delay
 * writers. Events that arrive while a watch waits for its turn are sent in one write. [ND13]
 */
export class Deliveries {
  /** Waiting deliveries with the time since when, longest first. */
  readonly #waiting = new Map<Delivery, number>()
  #isScheduled = false
  #turnFromMs = 0
  #savedMs = 0
  readonly #now: () => number

  readonly #later: (run: () => void) => void

  /** `later` runs a callback after the work that is already queued. */
  constructor(now = (): number => performance.now(), later: (run: () => void) => void = setImmediate) {
    this.#now = now
    this.#later = later
  }

  add(delivery: Delivery): void {
    if (this.#waiting.has(delivery)) return
    this.#waiting.set(delivery, this.#now())
    this.#schedule()
  }

  remove(delivery: Delivery): void {
    this.#waiting.delete(delivery)
  }

  #schedule(): void {
    if (this.#isScheduled || this.#waiting.size === 0) return
    this.#isScheduled = true
    this.#turnFromMs = this.#now()
    this.#later(() => this.#run())
  }

  #run(): void {
    const startMs = this.#now()
    const sliceMs = this.#sliceMs(startMs)
    let count = 0
    if (sliceMs > 0) {
      for (const [delivery] of this.#waiting) {
        count += 1
        if (count % STRIDE === 0 && this.#now() - startMs >= sliceMs) break
        this.#waiting.delete(delivery)
        if (delivery.deliver()) this.#waiting.set(delivery, startMs)
      }
    }
    this.#isScheduled = false
    this.#schedule()
  }

  /** Returns how long deliveries may run now; 0 to let other work run first. */
  #sliceMs(nowMs: number): number {
    const othersMs = nowMs - this.#turnFromMs
    if (othersMs < IDLE_TURN_MS) return IDLE_SLICE_MS
    const [[oldest, sinceMs] = [null, nowMs]] = this.#waiting
    const share = oldest?.isReading === true && nowMs - sinceMs > LATE_MS ? LATE_SHARE : SHARE
    this.#savedMs = Math.min(SLICE_MS_MAX, this.#savedMs + (othersMs * share) / (1 - share))
    if (this.#savedMs < SLICE_MS_MIN) return 0
    const sliceMs = this.#savedMs
    this.#savedMs = 0
    return sliceMs
  }
}
