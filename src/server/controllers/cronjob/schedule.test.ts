import { describe, expect, test } from 'vitest'
import { parseSchedule } from './schedule.ts'

const after = (text: string, time: string, zone = ''): string => {
  const next = parseSchedule(text, zone)?.next(Date.parse(time)) ?? null
  return next === null ? 'never' : new Date(next).toISOString()
}

describe('schedules of CronJobs', () => {
  test.each([
    ['*/15 * * * *', '2026-03-01T12:01:00Z', '2026-03-01T12:15:00.000Z'],
    ['5/20 12 * * *', '2026-03-01T12:26:00Z', '2026-03-01T12:45:00.000Z'],
    ['0 9 * * mon-fri', '2026-03-06T10:00:00Z', '2026-03-09T09:00:00.000Z'],
    ['0 0 * * 7', '2026-03-02T00:00:00Z', '2026-03-08T00:00:00.000Z'],
    ['0 0 1 jan,jul *', '2026-03-01T00:00:00Z', '2026-07-01T00:00:00.000Z'],
    ['0 0 13 * 5', '2026-03-01T00:00:00Z', '2026-03-06T00:00:00.000Z'],
    ['@hourly', '2026-03-01T12:00:00Z', '2026-03-01T13:00:00.000Z'],
    ['@every 1h30m', '2026-03-01T12:00:00Z', '2026-03-01T13:30:00.000Z'],
    ['0 0 31 2 *', '2026-03-01T00:00:00Z', 'never'],
  ])('[LC47] the first time of "%s" after %s is %s', (text, time, expected) => {
    expect(after(text, time)).toBe(expected)
  })

  test('[LC47] a time zone moves the times', () => {
    expect(after('0 9 * * *', '2026-01-15T12:00:00Z', 'America/New_York')).toBe('2026-01-15T14:00:00.000Z')
  })

  test.each([
    '',
    '* * * *',
    '60 * * * *',
    '* 24 * * *',
    '* * 0 * *',
    '* * * 13 *',
    '* * * * 8',
    '*/0 * * * *',
    'x * * * *',
  ])('[LC47] "%s" is no schedule', (text) => {
    expect(parseSchedule(text, '')).toBeNull()
  })
})
