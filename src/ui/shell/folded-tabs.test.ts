import { expect, test } from 'vitest'
import { foldedTabs } from './folded-tabs.ts'

test('[DOC11] tabs after the fifth are in More, except the open one; a wide tab leaves none there', () => {
  const work = ['yaml', 'request', 'diff', 'bytes', 'quad', 'race', 'apply'].map((id) => ({
    id,
    isWide: id === 'quad',
  }))
  const folded = (at: number): readonly string[] => foldedTabs(work, work[at]).map(({ id }) => id)
  expect(folded(0)).toEqual(['race', 'apply'])
  expect(folded(5)).toEqual(['apply'])
  expect(folded(4)).toEqual([])
})
