import { expect, test } from 'vitest'
import { memoOfTexts } from './memo.ts'

test('results are made once for each text, until too many texts are known', () => {
  const made: string[] = []
  const upper = memoOfTexts(2, (text) => {
    made.push(text)
    return text.toUpperCase()
  })
  expect(['a', 'b', 'a', 'b'].map(upper)).toEqual(['A', 'B', 'A', 'B'])
  expect(made).toEqual(['a', 'b'])
  expect(['c', 'c', 'a'].map(upper)).toEqual(['C', 'C', 'A'])
  expect(made).toEqual(['a', 'b', 'c', 'a'])
})
