import { expect, test } from 'vitest'
import { recordWalk } from '#testing/seeded-walk.ts'

test('[LIB2] the same seed, time and requests store the same bytes, loops included', async () => {
  const first = await recordWalk(5, 60)
  expect(first.length).toBeGreaterThan(100)
  expect(await recordWalk(5, 60)).toEqual(first)
  expect(await recordWalk(6, 60)).not.toEqual(first)
})
