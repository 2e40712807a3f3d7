import { expect, test } from 'vitest'
import { foldedTabs } from './folded-tabs.ts'

test('[DOC11] tabs after the fifth are in More, except the open one; a wide tab leaves none there; a narrow page has three', () => {
  const work = ['yaml', 'request', 'diff', 'bytes', 'quad', 'race', 'apply'].map((id) => ({
    id,
    isWide: id === 'quad',
  }))
  const folded = (at: number, isNarrow = false): readonly string[] =>
    foldedTabs(work, work[at], isNarrow).map(({ id }) => id)
  expect(folded(0)).toEqual(['race', 'apply'])
  expect(folded(5)).toEqual(['apply'])
  expect(folded(4)).toEqual([])
  expect(folded(0, true)).toEqual(['bytes', 'quad', 'race', 'apply'])
  expect(folded(4, true)).toEqual(['bytes', 'race', 'apply'])
})
