import { expect, test } from 'vitest'
import { missedSince } from './missed-runs.ts'
import { parseSchedule } from './schedule.ts'

const missed = (schedule: string, since: string, now: string) => {
  const times = parseSchedule(schedule, '') ?? { next: () => null }
  const { latest, isMany } = missedSince(Date.parse(since), times, Date.parse(now))
  return [latest === null ? 'none' : new Date(latest).toISOString(), isMany]
}

test.each([
  ['*/5 * * * *', '2026-03-01T12:01:00Z', '2026-03-01T12:04:59Z', ['none', false]],
  ['*/5 * * * *', '2026-03-01T12:01:00Z', '2026-03-01T12:05:00Z', ['2026-03-01T12:05:00.000Z', false]],
  ['* * * * *', '2026-03-01T12:00:00Z', '2026-03-01T13:40:30Z', ['2026-03-01T13:40:00.000Z', false]],
  ['* * * * *', '2026-03-01T12:00:00Z', '2026-03-01T13:41:00Z', ['2026-03-01T13:41:00.000Z', true]],
])('[LC47] of the runs of "%s" from %s to %s the latest counts, and more than 100 are too many', (...row) => {
  const [schedule, since, now, expected] = row
  expect(missed(schedule, since, now)).toEqual(expected)
})
