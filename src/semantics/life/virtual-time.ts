import type { Clock } from '#api/clock.ts'

interface Timer {
  readonly dueMs: number
  readonly order: number
  readonly run: () => void
}

/** A clock that moves from timer to timer, each only after all work that the one before caused has come to rest. */
export interface VirtualTime extends Clock {
  /** Counts something that is under way, such as a request. */
  readonly begin: () => void
  readonly finish: () => void
  /** Moves on until this moment. */
  runUntil(untilMs: number): Promise<void>
}

/** Rounds of the event loop without any activity after which nothing is under way. */
const quietRounds = 3

/**
 * Creates a clock that shows `startMs`. `nativeMs` is the real time, in ms, that it waits for work outside of the event
 * loop, such as Web Crypto, whose end no round of the event loop announces.
 */
export function createVirtualTime(startMs: number, nativeMs = 0): VirtualTime {
  const timers = new Set<Timer>()
  let now = startMs
  let order = 0
  let underWay = 0
  let activity = 0
  const rest = async (): Promise<void> => {
    let seen = -1
    for (let quiet = 0; quiet < quietRounds; quiet += 1) {
      await new Promise((resolve) => setImmediate(resolve))
      if (nativeMs > 0 && quiet === quietRounds - 1) await new Promise((resolve) => setTimeout(resolve, nativeMs))
      if (underWay > 0 || seen !== activity) quiet = -1
      seen = activity
    }
  }
  const earliest = (): Timer | undefined => {
    let first: Timer | undefined
    for (const each of timers)
      if (first === undefined || each.dueMs < first.dueMs || (each.dueMs === first.dueMs && each.order < first.order))
        first = each
    return first
  }
  return {
    now: () => now,
    after(delayMs, run) {
      const timer = { dueMs: now + Math.max(0, delayMs), order: (order += 1), run }
      timers.add(timer)
      activity += 1
      return () => void timers.delete(timer)
    },
    begin() {
      underWay += 1
      activity += 1
    },
    finish() {
      underWay -= 1
      activity += 1
    },
    async runUntil(untilMs) {
      await rest()
      for (let next = earliest(); next !== undefined && next.dueMs <= untilMs; next = earliest()) {
        now = Math.max(now, next.dueMs)
        timers.delete(next)
        next.run()
        await rest()
      }
      now = Math.max(now, untilMs)
    },
  }
}
