import { expect, test } from 'vitest'
import { Deliveries } from './deliveries.ts'

test('[ND13] while requests are served, writing to watches takes the smaller part of the time', async () => {
  let nowMs = 0
  let deliveredMs = 0
  let isServing = true
  const deliveries = new Deliveries(() => nowMs)
  for (let n = 0; n < 100; n += 1)
    deliveries.add({
      isReading: false,
      deliver() {
        nowMs += 0.1
        deliveredMs += 0.1
        // Deliveries that always have more to write would go on during the tests of other files.
        return isServing
      },
    })
  for (let turn = 0; turn < 100; turn += 1) {
    nowMs += 2
    await new Promise((resolve) => setImmediate(resolve))
  }
  const share = deliveredMs / nowMs
  isServing = false

  expect(share).toBeGreaterThan(0)
  expect(share).toBeLessThan(0.4)
})

test('[ND13] clients that wait for long get more time only when they were seen to read', () => {
  const shareOf = (isReading: boolean): number => {
    let nowMs = 0
    let deliveredMs = 0
    const due: (() => void)[] = []
    const deliveries = new Deliveries(
      () => nowMs,
      (run) => due.push(run),
    )
    const deliver = (): boolean => {
      nowMs += 0.1
      deliveredMs += 0.1
      return true
    }
    // One round over all deliveries takes longer than a reading client may wait.
    for (let n = 0; n < 10_000; n += 1) deliveries.add({ isReading, deliver })
    for (let turn = 0; turn < 10_000; turn += 1) {
      nowMs += 2
      due.shift()?.()
    }
    return deliveredMs / nowMs
  }

  expect(shareOf(false)).toBeLessThan(0.3)
  expect(shareOf(true)).toBeGreaterThan(0.4)
})

test('[ND13] a delivery with nothing to write is not called again until it is added again', async () => {
  const later: (() => void)[] = []
  const deliveries = new Deliveries(undefined, (run) => later.push(run))
  let calls = 0
  const delivery = {
    isReading: true,
    deliver() {
      calls += 1
      return false
    },
  }
  deliveries.add(delivery)
  deliveries.add(delivery)
  for (let run = later.shift(); run !== undefined; run = later.shift()) run()
  expect(calls).toBe(1)

  deliveries.add(delivery)
  for (let run = later.shift(); run !== undefined; run = later.shift()) run()
  expect(calls).toBe(2)
})
