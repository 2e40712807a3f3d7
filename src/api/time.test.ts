import { expect, test } from 'vitest'
import { canonicalMicroTime, canonicalTime, formatMicroTime, formatTime, parseTime } from './time.ts'

test('[VA5] a time is stored in UTC with whole seconds', () => {
  expect(canonicalTime('2020-01-31T12:30:00Z')).toBe('2020-01-31T12:30:00Z')
  expect(canonicalTime('2020-01-31T01:30:00.999+02:00')).toBe('2020-01-30T23:30:00Z')
  expect(canonicalTime('2020-01-01T1:00:00Z')).toBe('2020-01-01T01:00:00Z')
  expect(canonicalTime('0001-01-01T00:00:00Z')).toBeNull()
  expect(parseTime(formatTime(1_600_000_000_999))).toBe(1_600_000_000_000)
})

test('[VA5] a micro time has exactly six fractional digits', () => {
  expect(canonicalMicroTime('2020-01-31T12:30:00.120000-01:00')).toBe('2020-01-31T13:30:00.120000Z')
  expect(formatMicroTime(1_600_000_000_123)).toBe('2020-09-13T12:26:40.123000Z')
  expect(() => canonicalMicroTime('2020-01-31T12:30:00Z')).toThrow(
    'parsing time "2020-01-31T12:30:00Z" as "2006-01-02T15:04:05.000000Z07:00": cannot parse "Z" as ".000000"',
  )
})

test('[VA5] text that is not a time is refused with Go’s message', () => {
  expect(() => canonicalTime('yesterday')).toThrow(
    'parsing time "yesterday" as "2006-01-02T15:04:05Z07:00": cannot parse "yesterday" as "2006"',
  )
  expect(() => canonicalTime('2020-01-01')).toThrow('cannot parse "" as "T"')
  expect(() => canonicalTime('2020-13-01T00:00:00Z')).toThrow('parsing time "2020-13-01T00:00:00Z": month out of range')
  expect(() => canonicalTime('2021-02-29T00:00:00Z')).toThrow('parsing time "2021-02-29T00:00:00Z": day out of range')
  expect(() => canonicalTime('2020-01-01T24:00:00Z')).toThrow('hour out of range')
  expect(() => canonicalTime('2020-01-01T00:00:00')).toThrow('cannot parse "" as "Z07:00"')
  expect(() => canonicalTime('2020-01-01T00:00:00Zx')).toThrow('extra text: "x"')
})
