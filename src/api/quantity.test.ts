import { expect, test } from 'vitest'
import {
  addQuantities,
  canonicalQuantity,
  comparePlainQuantities,
  compareQuantities,
  formatQuantity,
  isPlainInteger,
  isPlainQuantity,
  parseQuantity,
  quantityInUnits,
  quantityMilliValue,
  quantitySign,
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

const suffixes = ['', 'm', 'k', 'M', 'G', 'T', 'P', 'E', 'n', 'u', 'Ki', 'Gi', 'e3', 'E1', '.5']
const digits = ['0', '1', '5', '10', '12', '99', '100', '999', '1000', '1001', '10000', '123000', '012', '-1', '+1']
const long = ['123456789012345', '1234567890123456', '999999999999999', '1000000000000001']
const texts = [...digits, ...long].flatMap((text) => suffixes.map((suffix) => `${text}${suffix}`))

test('[VA1] a plain quantity is positive, canonical, and a multiple of a thousandth', () => {
  const found = texts.filter(isPlainQuantity)
  expect(found.length).toBeGreaterThan(60)
  for (const text of found) {
    const quantity = parseQuantity(text)
    expect(formatQuantity({ ...quantity })).toBe(text)
    expect(quantitySign(quantity)).toBe(1)
    expect(quantity.exponent).toBeGreaterThanOrEqual(-3)
    expect(isPlainInteger(text)).toBe(quantityInUnits(quantity, -3) % 1000n === 0n)
  }
  for (const text of ['', '0', '1000', '123000m', '5n', '1Ki', '+1', '-1', '01', '1.5', '1e3', ' 1'])
    expect(isPlainQuantity(text)).toBe(false)
})

test('[VA2] plain quantities with the same suffix compare by their texts', () => {
  const found = texts.filter(isPlainQuantity)
  for (const a of found)
    for (const b of found) {
      const order = comparePlainQuantities(a, b)
      if (order !== null) expect(order).toBe(compareQuantities(parseQuantity(a), parseQuantity(b)))
    }
  expect(comparePlainQuantities('2', '10')).toBe(-1)
  expect(comparePlainQuantities('2', '10m')).toBeNull()
})
