import { expect, test } from 'vitest'
import type { RevisionRow } from '#facts/fact.ts'
import { configMapRow } from '#testing/revision-rows.ts'
import { laneKey, laneRows } from './lane-rows.ts'

const rows = (...revisions: readonly number[]): readonly RevisionRow[] =>
  revisions.map((revision) => configMapRow(revision))

test('[DOC12] the writes of two lanes are listed apart or together, and what both share once', () => {
  const lists = { own: rows(121, 120, 119), other: rows(122, 120), forkedAt: 119 }
  expect(laneRows(lists, 'here').map(laneKey)).toEqual([121, 120, 119])
  expect(laneRows(lists, 'there').map(laneKey)).toEqual([-122, -120, 119])
  expect(laneRows(lists, 'both').map(laneKey)).toEqual([-122, 121, 120, -120, 119])
})
