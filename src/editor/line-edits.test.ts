import { expect, test } from 'vitest'
import { lineEdits } from './line-edits.ts'

const applied = (before: string, after: string): string =>
  lineEdits(before, after).reduceRight(
    (text, { range, text: added }) => text.slice(0, range.start) + added + text.slice(range.end),
    before,
  )

test('[OW2] a new text comes as edits of whole lines, so that a caret keeps its line', () => {
  const before = 'kind: A\nmetadata:\n  name: a\n  resourceVersion: "1"\nspec:\n  replicas: 2\n'
  const after = 'kind: A\nmetadata:\n  generation: 2\n  name: a\n  resourceVersion: "2"\nspec:\n  replicas: 2\n'
  expect(lineEdits(before, after)).toEqual([
    { range: { start: 18, end: 18 }, text: '  generation: 2\n' },
    { range: { start: 28, end: 51 }, text: '  resourceVersion: "2"\n' },
  ])
})

test.each([
  ['', 'a: 1\n'],
  ['a: 1\n', ''],
  ['a: 1', 'a: 1\nb: 2'],
  ['a: 1\nb: 2', 'b: 2\n'],
  ['a\nb\nc\n', 'c\nb\na\n'],
  ['a\n\n\nb', '\na\nb\n\n'],
])('[OW2] the edits of %j make %j', (before, after) => {
  expect(applied(before, after)).toBe(after)
})

test('[OW2] a text with too many changes is replaced as a whole', () => {
  const text = (word: string): string => Array.from({ length: 600 }, (_, at) => `${word}${at}\n`).join('')
  expect(lineEdits(text('a'), text('b'))).toHaveLength(1)
  expect(applied(text('a'), text('b'))).toBe(text('b'))
})
