import { expect, test } from 'vitest'
import { keepNewest } from './keep-newest.ts'

test('an entry that is set again becomes the newest, and the oldest beyond the limit is forgotten', () => {
  const entries = new Map<string, number>()
  keepNewest(entries, ['a', 1], 2)
  keepNewest(entries, ['b', 2], 2)
  keepNewest(entries, ['a', 3], 2)
  keepNewest(entries, ['c', 4], 2)
  expect([...entries]).toEqual([
    ['a', 3],
    ['c', 4],
  ])
})
