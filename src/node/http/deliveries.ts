/** Somebody to whom something can be written now. */
export interface Delivery {
  /** Writes a little. True when there may be more to write at once. */
  deliver(): boolean
}

/** What a slice takes where nobody else had anything to do since the last one. */
const SLICE_MS_MIN = 1
const SLICE_MS_MAX = 20
/** Of the time while others work too, so much is for deliveries. */
const SHARE = 0.15
/** From here on deliveries get half of the time: clients that read must not fall behind for ever. */
const LATE_MS = 2_000
/** Deliveries between two looks at the clock. */
const STRIDE = 8

/**
 * Lets all watches write in turn, in slices between which requests are answered: a thousand watches must not hold up one
 * writer. What comes while a watch waits for its turn goes out with one write. [ND12]
 */
export class Deliveries {
  #ready: Delivery[] = []
  readonly #waiting = new Set<Delivery>()
  #scheduled = false
  #scheduledMs = 0
  /** When the oldest of those that wait was added; 0 for none. */
  #lateFromMs = 0

  add(delivery: Delivery): void {
    if (this.#waiting.has(delivery)) return
    this.#waiting.add(delivery)
    this.#ready.push(delivery)
    this.#schedule()
  }

  #schedule(): void {
    if (this.#scheduled) return
    this.#scheduled = true
    this.#scheduledMs = performance.now()
    setImmediate(() => this.#run())
  }

  #run(): void {
    const startMs = performance.now()
    const endMs = startMs + this.#sliceMs(startMs)
    const round = this.#ready
    let at = 0
    while (at < round.length && (at % STRIDE !== 0 || at === 0 || performance.now() < endMs)) {
      const delivery = round[at] as Delivery
      at += 1
      this.#waiting.delete(delivery)
      if (delivery.deliver()) this.add(delivery)
    }
    this.#ready = at === round.length ? [] : round.slice(at)
    this.#scheduled = false
    if (this.#ready.length === 0) this.#lateFromMs = 0
    else this.#schedule()
  }

  #sliceMs(nowMs: number): number {
    if (this.#lateFromMs === 0) this.#lateFromMs = nowMs
    const othersMs = nowMs - this.#scheduledMs
    const share = nowMs - this.#lateFromMs > LATE_MS ? 0.5 : SHARE
    return Math.min(SLICE_MS_MAX, Math.max(SLICE_MS_MIN, (othersMs * share) / (1 - share)))
  }
}
