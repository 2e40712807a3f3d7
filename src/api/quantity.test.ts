import { expect, test } from 'vitest'
import {
  addQuantities,
  canonicalQuantity,
  compareQuantities,
  formatQuantity,
  parseQuantity,
  quantityMilliValue,
  quantityValue,
} from './quantity.ts'

test('[VA1] a quantity is printed in canonical form, in the format in which it was written', () => {
  const pairs = {
    '0.5': '500m',
    '1000m': '1',
    '1024Ki': '1Mi',
    '1.5Gi': '1536Mi',
    '+5': '+5',
    '1e3': '1e3',
    '0.1Ki': '102400m',
  }
  for (const [text, canonical] of Object.entries(pairs)) expect(canonicalQuantity(text)).toBe(canonical)
})

test('[VA1] an invalid quantity is refused with the reference’s message', () => {
  expect(() => parseQuantity('')).toThrow('quantities must match the regular expression')
  expect(() => parseQuantity('1 Gi')).toThrow('quantities must match the regular expression')
  expect(() => parseQuantity('1GiB')).toThrow('quantities must match the regular expression')
  expect(() => parseQuantity('1mm')).toThrow("unable to parse quantity's suffix")
  expect(() => parseQuantity('Pi')).toThrow('unable to parse numeric part of quantity')
})

test('[VA2] sums and comparisons are exact beyond 2^53', () => {
  const sum = addQuantities(parseQuantity('9007199254740993'), parseQuantity('1m'))
  expect(formatQuantity(sum)).toBe('9007199254740993001m')
  expect(compareQuantities(sum, parseQuantity('9007199254740993'))).toBe(1)
  expect(compareQuantities(parseQuantity('-1Gi'), parseQuantity('-1G'))).toBe(-1)
  expect(quantityValue(parseQuantity('1001m'))).toBe(2n)
  expect(quantityMilliValue(parseQuantity('1u'))).toBe(1n)
})

test('[VA2] a quantity with a huge exponent costs no time', () => {
  const huge = parseQuantity('1e2000000000')
  expect(formatQuantity(huge)).toBe('100e1999999998')
  expect(compareQuantities(huge, parseQuantity('1'))).toBe(1)
  expect(formatQuantity(addQuantities(parseQuantity('1'), huge))).toContain('100')
})
