import type { Clock } from '#api/clock.ts'
import type { ClockStatus } from '#facts/fact.ts'

interface Timer {
  readonly dueMs: number
  readonly run: () => void
}

/** A clock that can be frozen and advanced by hand. It never goes back. [DB1] */
export interface SimulatedClock extends Clock {
  status(): ClockStatus
  setFrozen(frozen: boolean): void
  /** The time of the next timer; `null` without one. */
  nextDueMs(): number | null
  /** Advances the time by `advanceMs`. Timers that become due run in order, each at its own time. */
  advance(advanceMs: number): void
}

interface RealTime {
  readonly now: () => number
  readonly setTimeout: (run: () => void, delayMs: number) => unknown
  readonly clearTimeout: (timer: unknown) => void
}

const realTime: RealTime = {
  now: () => Date.now(),
  setTimeout: (run, delayMs) => setTimeout(run, delayMs),
  clearTimeout: (timer) => clearTimeout(timer as number),
}

/** The real time, moved: a cluster that began at a past moment goes on from it. [SH8] */
export const realTimeWith = (offsetMs: number): RealTime => ({ ...realTime, now: () => Date.now() + offsetMs })

/** The longest delay of the platform's timers. */
const delayMsMax = 2 ** 31 - 1

export function createSimulatedClock(real: RealTime = realTime): SimulatedClock {
  const timers = new Set<Timer>()
  let offsetMs = 0
  let frozenAtMs: number | null = null
  let alarm: unknown = null
  /** The timer for which the alarm is set. */
  let awaited: Timer | undefined

  const now = (): number => frozenAtMs ?? real.now() + offsetMs
  /** Returns the timer that is due first; the order of addition decides between equal times. */
  const earliest = (): Timer | undefined => {
    let first: Timer | undefined
    for (const timer of timers) if (first === undefined || timer.dueMs < first.dueMs) first = timer
    return first
  }
  const arm = (): void => {
    if (alarm !== null) real.clearTimeout(alarm)
    alarm = null
    awaited = frozenAtMs === null ? earliest() : undefined
    if (awaited === undefined) return
    alarm = real.setTimeout(runDue, Math.max(0, Math.min(delayMsMax, awaited.dueMs - now())))
  }
  function runDue(): void {
    awaited = undefined
    for (let next = earliest(); next !== undefined && next.dueMs <= now(); next = earliest()) {
      timers.delete(next)
      next.run()
    }
    arm()
  }
  return {
    now,
    after(delayMs, run) {
      const timer = { dueMs: now() + delayMs, run }
      timers.add(timer)
      if (awaited === undefined || timer.dueMs < awaited.dueMs) arm()
      return () => {
        if (timers.delete(timer) && timer === awaited) arm()
      }
    },
    status: () => ({ nowMs: now(), frozen: frozenAtMs !== null, offsetMs: now() - real.now() }),
    nextDueMs: () => earliest()?.dueMs ?? null,
    setFrozen(frozen) {
      if (frozen === (frozenAtMs !== null)) return
      const at = now()
      frozenAtMs = frozen ? at : null
      if (!frozen) offsetMs = at - real.now()
      arm()
    },
    advance(advanceMs) {
      if (frozenAtMs === null) offsetMs += advanceMs
      else frozenAtMs += advanceMs
      runDue()
    },
  }
}
