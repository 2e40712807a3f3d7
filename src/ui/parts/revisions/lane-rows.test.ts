import { expect, test } from 'vitest'
import { seededRandom } from '#api/seeded-random.ts'
import type { RevisionRow } from '#facts/fact.ts'
import { configMapRow } from '#testing/revision-rows.ts'
import type { RowList } from '#ui/kit/lists/row-list.ts'
import { type LaneRow, laneRows } from './lane-rows.ts'

const rows = (...revisions: readonly number[]): readonly RevisionRow[] =>
  revisions.map((revision) => configMapRow(revision))

const keysOf = (list: RowList<LaneRow>): readonly (number | null)[] =>
  Array.from({ length: list.length }, (_, index) => {
    const row = list.at(index)
    return row === undefined ? null : list.keyOf(row)
  })

test('[DOC12] the writes of two lanes are listed apart or together, and what both share once', () => {
  const lists = { own: rows(119, 120, 121), other: () => rows(120, 122), forkedAt: 119 }
  expect(keysOf(laneRows(lists, 'here'))).toEqual([121, 120, 119])
  expect(keysOf(laneRows(lists, 'there'))).toEqual([-122, -120, 119])
  expect(keysOf(laneRows(lists, 'both'))).toEqual([-122, 121, 120, -120, 119])
})

test('[DOC3] a list of the shown lane finds its rows like the same rows as an array', () => {
  const random = seededRandom(7)
  for (let round = 0; round < 50; round += 1) {
    const revisions = Array.from({ length: 30 }, (_, at) => at + 1).filter(() => random(5) < 3)
    const list = laneRows({ own: rows(...revisions), other: () => rows(1), forkedAt: 3 }, 'here')
    const plain = revisions.toReversed()
    expect(keysOf(list)).toEqual(plain)
    for (let key = -1; key < 33; key += 1) expect(list.indexOf(key)).toBe(plain.indexOf(key))
    expect(list.at(plain.length)).toBeUndefined()
  }
})
