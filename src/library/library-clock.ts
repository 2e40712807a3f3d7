import { DurationError, parseDurationMs } from '#go/duration.ts'
import { createSimulatedClock, type SimulatedClock } from '#server/debug/simulated-clock.ts'

/** Captured when the module is loaded, because tests replace the global ones by fakes. */
const { setTimeout: startTimer, clearTimeout: endTimer } = globalThis

/** In Node, lets the process end although the timer is pending; elsewhere timers are numbers. */
function release(timer: unknown): void {
  if (typeof timer === 'object' && timer !== null && 'unref' in timer && typeof timer.unref === 'function')
    timer.unref()
}

/** Creates the clock of a server: stopped at `stoppedMs`, or following the real time, moved by `offsetMs`. [LIB3] */
export function createLibraryClock(stoppedMs: number | null, offsetMs = 0): SimulatedClock {
  const clock = createSimulatedClock({
    now: () => stoppedMs ?? Date.now() + offsetMs,
    setTimeout(run, delayMs) {
      const timer = startTimer(run, delayMs)
      // A server that was not closed must not keep its process alive.
      release(timer)
      return timer
    },
    clearTimeout: (timer) => endTimer(timer as number),
  })
  if (stoppedMs !== null) clock.setFrozen(true)
  return clock
}

/** Resolves after other work of the process had its turn. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => void startTimer(resolve, 0))

/** Reads a number of milliseconds, or a duration of Go. @throws TypeError */
export function readDuration(by: number | string): number {
  const milliseconds = typeof by === 'number' ? by : parsed(by)
  if (!Number.isFinite(milliseconds) || milliseconds < 0)
    throw new TypeError(`clock.advance: ${JSON.stringify(by)} is no duration; 1500, "90s" and "1h30m" are`)
  return milliseconds
}

function parsed(text: string): number {
  try {
    return parseDurationMs(text)
  } catch (error) {
    if (error instanceof DurationError) return Number.NaN
    throw error
  }
}
