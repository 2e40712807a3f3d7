import { expect, test } from 'vitest'
import { actorName } from './actor-name.ts'
import { clockNow } from './clock.ts'
import { clampSize } from './layout.ts'
import { ageText, bytesText, countText, cutMiddle, numberText } from './words.ts'

test('[UI12] ages, sizes and counts are written in their largest unit', () => {
  expect([0, 59_000, 61_000, 7_300_000, 200_000_000].map((age) => ageText(0, age))).toEqual([
    '0s',
    '59s',
    '1m',
    '2h',
    '2d',
  ])
  expect([48, 900, 74_000, 250_000, 1_400_000].map(bytesText)).toEqual([
    '48 B',
    '0.9 kB',
    '74.0 kB',
    '250 kB',
    '1.4 MB',
  ])
  expect([numberText(128), numberText(6095), countText(1, 'write'), countText(2, 'write')]).toEqual([
    '128',
    '6\u2009095',
    '1 write',
    '2 writes',
  ])
  expect(cutMiddle('/apis/apps/v1/namespaces', 11)).toBe('/apis…paces')
})

test('[UI12] service accounts are shown by name, without their prefix', () => {
  expect(['system:serviceaccount:orch-system:hpa', 'system:admin', 'alice'].map(actorName)).toEqual([
    'hpa',
    'admin',
    'alice',
  ])
})

test('[UI7] a frozen clock does not advance, a running one advances from the time the server reported', () => {
  expect(clockNow({ nowMs: 1000, frozen: false, offsetMs: 0 }, 250)).toBe(1250)
  expect(clockNow({ nowMs: 1000, frozen: true, offsetMs: 0 }, 250)).toBe(1000)
})

test('[UI6] a region keeps its bounds and never shrinks the work area below its minimum size', () => {
  expect(clampSize('objects', 100, 900)).toBe(240)
  expect(clampSize('objects', 700, 900)).toBe(560)
  expect(clampSize('objects', 500, 400)).toBe(400)
})
