import { expect, test } from 'vitest'
import { expiryFor, lostLane } from './tour-acts.ts'

const rows = Array.from({ length: 10 }, (_, at) => ({ revision: 101 + at }))

test('[TO1] history expires just after the point where a watch stopped', () => {
  expect(expiryFor(rows, 100, 101)).toBe(102)
  expect(expiryFor(rows, 100, 100)).toBe(101)
})

test('[TO1] the tour expires at most half of the history, and only for a watch that could still resume', () => {
  expect(expiryFor(rows, 100, 105)).toBe(106)
  expect(expiryFor(rows, 100, 106)).toBeUndefined()
  expect(expiryFor(rows, 100, 110)).toBeUndefined()
  expect(expiryFor(rows, 100, 99)).toBeUndefined()
  expect(expiryFor([], 100, 100)).toBeUndefined()
})

test('[TO1] the watch that comes back too late is the newest that stopped in history that is gone', () => {
  const lane = (lastVersion: string, state: 'cut' | 'open' = 'cut') => ({ state, lastVersion })
  const [old, newer] = [lane('90'), lane('95')]
  expect(lostLane([old, newer, lane('98', 'open'), lane('100'), lane('')], 100)).toBe(newer)
  expect(lostLane([lane('100')], 100)).toBeUndefined()
})
