import type { Clock } from './clock.ts'

/** The maximum delay of a timer; a longer one would fire at once. */
const DELAY_MS_MAX = 2 ** 31 - 1

/** The system time. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(delayMs, run) {
    const timer = setTimeout(run, Math.min(delayMs, DELAY_MS_MAX))
    return () => clearTimeout(timer)
  },
}
