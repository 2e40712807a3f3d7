import { expect, test } from 'vitest'
import { toHex } from './theme.ts'

test('[UI13] computed colours become the hex texts that Monaco requires', () => {
  expect(toHex('rgb(0, 17, 255)')).toBe('#0011ff')
  expect(toHex('rgba(255, 255, 255, 0)')).toBe('#ffffff00')
  expect(toHex('rgb(1 2 3 / 0.5)')).toBe('#01020380')
  expect(toHex('#abc')).toBe('#aabbcc')
})
