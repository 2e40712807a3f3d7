import { expect, test } from 'vitest'
import { Deliveries } from './deliveries.ts'

const spin = (ms: number): void => {
  const start = performance.now()
  while (performance.now() - start < ms);
}

test('[ND13] while requests are answered, writing to watches takes the smaller part of the time', async () => {
  const deliveries = new Deliveries()
  let deliveredMs = 0
  for (let n = 0; n < 100; n += 1)
    deliveries.add({
      deliver() {
        spin(0.1)
        deliveredMs += 0.1
        return true
      },
    })
  const startMs = performance.now()
  for (let turn = 0; turn < 100; turn += 1) {
    spin(2)
    await new Promise((resolve) => setImmediate(resolve))
  }

  expect(deliveredMs).toBeGreaterThan(0)
  expect(deliveredMs / (performance.now() - startMs)).toBeLessThan(0.4)
})

test('[ND13] whoever has nothing to write is not asked again before it is added again', async () => {
  const deliveries = new Deliveries()
  let asked = 0
  const delivery = {
    deliver() {
      asked += 1
      return false
    },
  }
  deliveries.add(delivery)
  deliveries.add(delivery)
  await new Promise((resolve) => setTimeout(resolve, 20))

  expect(asked).toBe(1)
})
