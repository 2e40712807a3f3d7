import { expect, test } from 'vitest'
import { createSimulatedClock } from '#server/debug/simulated-clock.ts'
import { createWorkQueue } from './work-queue.ts'

test('[LC120] changes that arrive in one turn of the event loop are seen together', async () => {
  const seen: string[] = []
  let ready = 0
  const queue = createWorkQueue({
    name: 'test',
    clock: createSimulatedClock(),
    changed: () => undefined,
    startsLater: true,
    sync(key) {
      seen.push(`${key} ${ready}`)
      return Promise.resolve(true)
    },
  })
  for (ready = 1; ready < 3; ready += 1) queue.add('web')
  expect(seen).toEqual([])
  await expect.poll(() => seen).toEqual(['web 3'])
  queue.stop()
})
