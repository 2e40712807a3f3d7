import { expect, test } from 'vitest'
import { configMapRow } from '#testing/revision-rows.ts'
import type { RevisionRow } from '#facts/fact.ts'
import { alongRows } from './along-rows.ts'
import { verbColumns } from './columns.ts'
import { placeLanes } from './lanes/lanes.ts'
import { deletionSpans } from './marks.ts'
import { railScale, scaleOf } from './scale.ts'

const rowsOf = (from: number, to: number): readonly RevisionRow[] =>
  Array.from({ length: to - from + 1 }, (_, at) => configMapRow(from + at))

/** Collects revisions, and counts the rows that it reads. */
function reader() {
  const read = { count: 0 }
  const collect = alongRows<number[]>(
    () => [],
    (found, { revision }) => {
      read.count += 1
      found.push(revision)
    },
  )
  return { read, collect }
}

test('[PF5] a longer log reads its new writes only', () => {
  const { read, collect } = reader()
  const log = rowsOf(1, 20_000)
  expect(collect(log)).toHaveLength(20_000)
  read.count = 0
  collect(log)
  expect(read.count).toBe(0)
  expect(collect([...log, ...rowsOf(20_001, 20_003)]).slice(-4)).toEqual([20_000, 20_001, 20_002, 20_003])
  expect(read.count).toBe(3)
})

test('[PF5] lists that part, or lose their oldest writes, are collected apart', () => {
  const { collect } = reader()
  const shared = rowsOf(1, 5)
  collect(shared)
  expect(collect([...shared, configMapRow(6)])).toEqual([1, 2, 3, 4, 5, 6])
  expect(collect([...shared, configMapRow(7)])).toEqual([1, 2, 3, 4, 5, 7])
  expect(collect(shared)).toEqual([1, 2, 3, 4, 5])
  expect(collect(shared.slice(2))).toEqual([3, 4, 5])
  expect(collect([])).toEqual([])
})

/** Rows that count how often the fields that the rail's marks depend on are read. */
function countedRows(from: number, to: number, read: { count: number }): readonly RevisionRow[] {
  return rowsOf(from, to).map((row) => ({
    ...row,
    get effect() {
      read.count += 1
      return row.effect
    },
  }))
}

test('[PF5] [RL12] a write and a step of the cursor in two lanes read few of 20,000 writes', () => {
  const read = { count: 0 }
  const mine = countedRows(1, 20_000, read)
  const theirs = countedRows(10_001, 20_000, read)
  const draw = (rows: readonly RevisionRow[], at: number): number => {
    read.count = 0
    const other = {
      own: 'branch',
      liveTitle: '',
      branchTitle: '',
      forkedAt: 10_000,
      compacted: 0,
      published: 0,
    } as const
    const lanes = placeLanes(rows, { ...other, rows: theirs })
    const axis = railScale({ width: 1120, count: lanes.count, zoom: 'auto', cursor: at, compacted: 0, firstBefore: 0 })
    for (const lane of [lanes.live, lanes.branch]) {
      const scale = scaleOf(axis, lane)
      verbColumns(lane.rows, scale)
      deletionSpans(lane.rows, scale, at)
    }
    return read.count
  }
  draw(mine, 15_000)
  expect(draw(mine, 14_999)).toBe(0)
  expect(draw([...mine, ...countedRows(20_001, 20_001, read)], 14_999)).toBeLessThan(10)
})
