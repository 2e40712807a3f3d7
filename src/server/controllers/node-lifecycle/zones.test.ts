import { expect, test } from 'vitest'
import { createZones } from './zones.ts'

const nodes = (ready: number, failed: number): boolean[] => [
  ...Array.from({ length: ready }, () => true),
  ...Array.from({ length: failed }, () => false),
]

/** Returns when nodes of the zone `a` may be tainted within four minutes, in seconds after the zones were judged. */
function taintTimes(...zones: readonly (readonly boolean[])[]): readonly number[] {
  const state = createZones()
  state.judge(new Map(zones.map((each, at) => ['abc'.charAt(at), each])), 0)
  return Array.from({ length: 241 }, (_, at) => at).filter((at) => state.mayTaint('a', at * 1000))
}

const everyTen = Array.from({ length: 25 }, (_, at) => at * 10)

test.each([
  ['few failures', [nodes(3, 2)], everyTen],
  ['less than 55 %', [nodes(46, 54)], everyTen],
  ['two of three', [nodes(1, 2)], everyTen],
  ['a small zone with 55 %', [nodes(9, 11)], []],
  ['a large zone with 55 %', [nodes(45, 55)], [0, 100, 200]],
  ['a zone that is lost beside one that is not', [nodes(0, 60), nodes(1, 0)], everyTen],
  ['all zones lost', [nodes(0, 60), nodes(0, 1)], []],
])('[LC112] the pace of taints: %s', (_title, zones, expected) => {
  expect(taintTimes(...zones)).toEqual(expected)
})

test('[LC112] a zone that had to wait does so at its new pace', () => {
  const zones = createZones()
  const judge = (failed: number, atMs: number) => zones.judge(new Map([['a', nodes(60 - failed, failed)]]), atMs)
  judge(1, 0)
  expect(zones.mayTaint('a', 0)).toBe(true)
  expect(zones.waitMs('a', 4000)).toBe(6000)
  judge(50, 5000)
  expect(zones.waitMs('a', 5000)).toBe(100_000)
  expect(zones.mayTaint('a', 104_999)).toBe(false)
  expect(zones.mayTaint('a', 105_000)).toBe(true)
  judge(1, 150_000)
  expect(zones.mayTaint('a', 159_999)).toBe(false)
  expect(zones.mayTaint('a', 160_000)).toBe(true)
})

test('[LC112] the loss of all zones, and its end, are reported once', () => {
  const zones = createZones()
  const judge = (...ready: readonly boolean[]) => zones.judge(new Map(ready.map((each, at) => [`${at}`, [each]])), 0)
  expect([judge(true, true), judge(false, true), judge(false, false), judge(false, false)]).toEqual([
    null,
    null,
    'lost',
    null,
  ])
  expect(zones.waitMs('0', 0)).toBe(Infinity)
  expect(judge(false)).toBe(null)
  expect([judge(true), judge(true)]).toEqual(['found', null])
  expect(judge()).toBe(null)
})
