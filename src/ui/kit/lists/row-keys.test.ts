import { expect, test } from 'vitest'
import { seededRandom } from '#api/seeded-random.ts'
import { RowKeys } from './row-keys.ts'

test('[PF5] a rendered row keeps its key when others are added above it or the list is scrolled', () => {
  const keys = new RowKeys()
  const [a, b, c] = keys.of({ first: 0, end: 3, count: 10 })
  expect(keys.of({ first: 0, end: 3, count: 10 })).toEqual([a, b, c])
  const [added = 0, ...rest] = keys.of({ first: 0, end: 3, count: 11 })
  expect(rest).toEqual([a, b])
  expect([a, b, c]).not.toContain(added)
  expect(keys.of({ first: 1, end: 4, count: 11 }).slice(0, 2)).toEqual([a, b])
})

test('[PF5] after a jump the rows have the keys of those before, in their order', () => {
  const keys = new RowKeys()
  const before = keys.of({ first: 0, end: 4, count: 100 })
  expect(keys.of({ first: 50, end: 54, count: 100 })).toEqual(before)
  expect(keys.of({ first: 20, end: 22, count: 100 })).toEqual(before.slice(0, 2))
})

test('[PF5] no two rendered rows have one key', () => {
  const random = seededRandom(5)
  const keys = new RowKeys()
  for (let step = 0; step < 100; step += 1) {
    const count = 40 + random(60)
    const first = random(count)
    const given = keys.of({ first, end: Math.min(count, first + random(20)), count })
    expect(new Set(given).size).toBe(given.length)
  }
})
