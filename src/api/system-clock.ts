import type { Clock } from './clock.ts'

/** The longest delay that a timer takes; beyond it a timer would fire at once. */
const DELAY_MS_MAX = 2 ** 31 - 1

/** The time of the machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(delayMs, run) {
    const timer = setTimeout(run, Math.min(delayMs, DELAY_MS_MAX))
    return () => clearTimeout(timer)
  },
}
