import { expect, test } from 'vitest'
import { formatDuration, parseDuration, parseDurationMs } from '#go/duration.ts'
import { humanDuration } from './human-duration.ts'

test('[VA3] a duration is parsed to the nanosecond and printed in canonical form', () => {
  expect(formatDuration(parseDuration('90m'))).toBe('1h30m0s')
  expect(formatDuration(parseDuration('1.5s'))).toBe('1.5s')
  expect(formatDuration(parseDuration('-.5ms'))).toBe('-500µs')
  expect(parseDuration('0')).toBe(0n)
  expect(parseDurationMs('1m0.5s')).toBe(60_500)
  expect(parseDuration('-9223372036854775808ns')).toBe(-(2n ** 63n))
})

test('[VA3] text that is not a duration is refused with Go’s message', () => {
  for (const text of ['', '+', '.s', '9223372036854775808ns', 'x'])
    expect(() => parseDuration(text)).toThrow(`time: invalid duration "${text}"`)
  expect(() => parseDuration('5S')).toThrow('time: unknown unit "S" in duration "5S"')
  expect(() => parseDuration('1µ')).toThrow('time: unknown unit "\\xc2\\xb5" in duration "1\\xc2\\xb5"')
  expect(() => parseDuration('1..5s')).toThrow('time: missing unit in duration "1..5s"')
  expect(() => parseDuration('3s5')).toThrow('time: missing unit in duration "3s5"')
})

test('[VA4] an age has two or three significant figures', () => {
  const second = 1000
  const hour = 3600 * second
  const ages = [0, 119 * second, 125 * second, 12 * 60 * second, 7.5 * hour, 47 * hour, 50 * hour, 24 * 365 * 3 * hour]
  expect(ages.map(humanDuration)).toEqual(['0s', '119s', '2m5s', '12m', '7h30m', '47h', '2d2h', '3y'])
  expect(humanDuration(-1500)).toBe('0s')
  expect(humanDuration(-2000)).toBe('<invalid>')
})
