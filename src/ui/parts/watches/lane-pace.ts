/** The way in which a client reads its watch; a frozen one keeps the connection and reads nothing. */
export type Pace = 'full' | 'slow' | 'frozen'

/** Pause of a slow client after each event, in ms. */
const SLOW_MS = 1_000

/** Holds the events of a stream back as its client reads. */
export interface PaceGate {
  readonly pace: Pace
  set(pace: Pace): void
  /** Resolves when the client takes the next event, and at once when the stream is left. */
  pass(signal: AbortSignal): Promise<void>
}

export function createPaceGate(first: Pace): PaceGate {
  let pace = first
  let wake: () => void = () => undefined
  const waited = (signal: AbortSignal, ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = ms === Infinity ? undefined : setTimeout(resolve, ms)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
      signal.addEventListener('abort', wake, { once: true })
    })
  return {
    get pace() {
      return pace
    },
    set(next) {
      pace = next
      wake()
    },
    async pass(signal) {
      if (pace === 'slow') await waited(signal, SLOW_MS)
      // A frozen client that becomes a slow one takes an event at once.
      while (pace === 'frozen' && !signal.aborted) await waited(signal, Infinity)
    },
  }
}
