import { createSimulatedClock, type SimulatedClock } from '#server/debug/simulated-clock.ts'

/** Returns a clock that stands at `nowMs` (milliseconds since 1970) and that only its test advances. */
export function frozenClock(nowMs = 1_700_000_000_000): SimulatedClock {
  const clock = createSimulatedClock({ now: () => nowMs, setTimeout: () => null, clearTimeout: () => undefined })
  clock.setFrozen(true)
  return clock
}
