import { expect, test } from 'vitest'
import { md5 } from './md5.ts'

const hexOf = (text: string): string =>
  Array.from(md5(new TextEncoder().encode(text)), (byte) => byte.toString(16).padStart(2, '0')).join('')

// From RFC 1321.
test.each([
  ['', 'd41d8cd98f00b204e9800998ecf8427e'],
  ['abc', '900150983cd24fb0d6963f7d28e17f72'],
  ['abcdefghijklmnopqrstuvwxyz', 'c3fcd3d76192e4007dfb496cca67e13b'],
  [
    '12345678901234567890123456789012345678901234567890123456789012345678901234567890',
    '57edf4a22be3c955ac49da2e2107b67a',
  ],
])('[LC51] the MD5 of "%s"', (text, expected) => {
  expect(hexOf(text)).toBe(expected)
})
