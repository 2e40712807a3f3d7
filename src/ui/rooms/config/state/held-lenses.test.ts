import { expect, test } from 'vitest'
import type { Lens } from './check-text.ts'
import { heldLenses } from './held-lenses.ts'

const lensAt = (line: number): Lens => ({
  place: {
    path: `rules[${line}]`,
    item: 0,
    scope: 'claims',
    source: 'true',
    range: { start: 0, end: 4 },
    line,
    column: 2,
  },
  outcome: { type: 'waiting' },
})
const held = { text: 'a\nb\nc\nd\ne', lenses: [lensAt(1), lensAt(3), lensAt(5)] }
const linesIn = (text: string): readonly number[] => heldLenses(held, text).map(({ place }) => place.line)

test('[CB5] while a text cannot be parsed, lenses stay with their lines and never pile up', () => {
  expect(linesIn('a\nb\nc{\nd\ne')).toEqual([1, 3, 5])
  expect(linesIn('a\nb\n{\nx\nd\ne')).toEqual([1, 6])
  expect(linesIn('a\n{\nb\nc\nd\ne')).toEqual([1, 4, 6])
  expect(linesIn('{')).toEqual([])
  expect(linesIn('a\nb')).toEqual([1])
})
