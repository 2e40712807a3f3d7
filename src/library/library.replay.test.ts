import { afterEach, expect, test, vi } from 'vitest'
import { seededRandom } from '#api/seeded-random.ts'
import { recordWalk } from '#testing/seeded-walk.ts'

afterEach(() => void vi.restoreAllMocks())

test('[LIB2] the same seed, time and requests store the same bytes, loops included', async () => {
  const first = await recordWalk(5, 60)
  expect(first.length).toBeGreaterThan(100)
  expect(await recordWalk(5, 60)).toEqual(first)
  expect(await recordWalk(6, 60)).not.toEqual(first)
})

test('[LIB2] an engine that takes many turns to read a body stores the same bytes', async () => {
  const usual = await recordWalk(5, 15)
  const random = seededRandom(3)
  const { text } = Response.prototype
  const slow = vi.spyOn(Response.prototype, 'text').mockImplementation(async function (this: Response) {
    const read = await text.call(this)
    for (let turns = random(20); turns > 0; turns -= 1) await new Promise((resolve) => void setTimeout(resolve, 0))
    return read
  })
  expect(await recordWalk(5, 15)).toEqual(usual)
  expect(slow).toHaveBeenCalled()
})
