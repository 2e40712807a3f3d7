import { expect, test } from 'vitest'
import { shortChange, shortDifferences } from './short-difference.ts'

test('[UI15] the words that both values begin with are left out, and what differs stays', () => {
  expect(shortChange('bookshop/web:2.4.0', 'bookshop/web:2.4.1')).toEqual(['2.4.0', '2.4.1'])
  expect(shortChange('https://a.example/x', 'https://b.example/x')).toEqual(['a.example/x', 'b.example/x'])
  expect(shortChange('3', '5')).toEqual(['3', '5'])
  expect(shortChange('web:1', 'web:2')).toEqual(['web:1', 'web:2'])
  expect(shortChange('', 'bookshop/web:2.4.1')).toEqual(['', 'bookshop/web:2.4.1'])
})

test('[UI15] a difference far inside of a long value is not cut off', () => {
  const long = 'x'.repeat(80)
  const [one, other] = shortChange(`${long}-red`, `${long}-green`)
  expect([one, other]).toEqual(['…xxxxxxx-red', '…xxxxxxx-green'])
  for (const [before, after] of [
    [`{"a":"${long}","b":1}`, `{"a":"${long}","b":2}`],
    [`a/${long}1${long}`, `a/${long}2${long}`],
  ]) {
    const shown = shortChange(before ?? '', after ?? '', 24)
    expect(shown[0]).not.toBe(shown[1])
    for (const text of shown) expect(text.length).toBeLessThanOrEqual(24)
  }
})

test('[UI15] one value that begins with the other keeps both readable, equal values are only cut', () => {
  expect(shortChange('a/very-long/path', 'a/very-long/path/more')).toEqual(['path', 'path/more'])
  expect(shortChange('registry.example/a:', 'registry.example/a:b')).toEqual(['a:', 'a:b'])
  expect(shortDifferences(['y'.repeat(40), 'y'.repeat(40)])).toEqual([`${'y'.repeat(31)}…`, `${'y'.repeat(31)}…`])
  expect(shortDifferences(['reg/web:1.0', 'reg/web:1.1', 'reg/web:1.2-beta'])).toEqual(['1.0', '1.1', '1.2-beta'])
})
