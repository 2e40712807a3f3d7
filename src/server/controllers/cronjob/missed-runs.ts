import type { Schedule } from './schedule.ts'

/** The runs that are due. */
export interface MissedRuns {
  /** The latest one; `null` if none is due. */
  readonly latest: number | null
  /** True if so many were missed that somebody should know. */
  readonly isMany: boolean
}

const manyFrom = 100

/** Finds the latest time of a schedule until now. The number of those before it is estimated by the first two. [LC47] */
export function missedSince(sinceMs: number, times: Pick<Schedule, 'next'>, nowMs: number): MissedRuns {
  const first = times.next(sinceMs)
  if (first === null || first > nowMs) return { latest: null, isMany: false }
  const second = times.next(first)
  if (second === null || second > nowMs) return { latest: first, isMany: false }
  let latest = second
  for (let next = times.next(latest); next !== null && next <= nowMs; next = times.next(latest)) latest = next
  const periodMs = Math.round((second - first) / 1000) * 1000
  return { latest, isMany: Math.floor((nowMs - first) / Math.max(1000, periodMs)) + 1 > manyFrom }
}
