import { expect, test } from 'vitest'
import { deliveryText } from './deliveries-store.ts'

test('[RL10] the card names the watches that delivered a write, with the time where it is known', () => {
  expect(deliveryText([])).toBe('')
  expect(deliveryText([{ letter: 'B', ms: 2 }])).toBe('delivered to B in 2 ms')
  expect(
    deliveryText([
      { letter: 'A', ms: 3 },
      { letter: 'b', ms: null },
    ]),
  ).toBe('delivered to A in 3 ms, b')
  expect(deliveryText(['A', 'B', 'C', 'D'].map((letter) => ({ letter, ms: 1 })))).toBe('delivered to 4 watches')
})
