/** Somebody to whom something can be written now. */
export interface Delivery {
  /** Whether the client was seen to read. */
  readonly isReading: boolean
  /** Writes a little. True when there may be more to write at once. */
  deliver(): boolean
}

/** A slice where nobody else has anything to do. */
const IDLE_SLICE_MS = 1
const SLICE_MS_MAX = 20
/** Smaller slices are saved up: a turn of its own for each would cost more than what it does. */
const SLICE_MS_MIN = 0.4
/** A turn of the event loop in which nobody else did anything takes less. */
const IDLE_TURN_MS = 0.1
/** Of the time while others work too, so much is for deliveries. */
const SHARE = 0.15
/**
 * Clients that read and have waited so long get more, so that they do not fall behind for ever. Others do not: filling the
 * buffers of the system for 2,000 clients that never read would take minutes.
 */
const LATE_MS = 2_000
const LATE_SHARE = 0.5
/** Deliveries between two looks at the clock. */
const STRIDE = 4

/**
 * Lets all watches write in turn, in slices between which requests are answered, so that a thousand watches do not hold up
 * a writer. What comes while a watch waits for its turn goes out in one write. [ND13]
 */
export class Deliveries {
  /** Who waits since when, longest first. */
  readonly #waiting = new Map<Delivery, number>()
  #isScheduled = false
  #turnFromMs = 0
  #savedMs = 0
  readonly #now: () => number

  readonly #later: (run: () => void) => void

  /** `later` runs something after what others have to do now. */
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

  /** How long deliveries may go on now; 0: others first. */
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
