import { expect, test } from 'vitest'
import { configMapRow } from '#testing/revision-rows.ts'
import type { RevisionRow } from '#facts/fact.ts'
import { verbColumns } from '#ui/rail/columns.ts'
import { type OtherLane, placeLanes } from './lanes.ts'
import { railScale, scaleOf } from '#ui/rail/scale.ts'

const rowsOf = (from: number, to: number): readonly RevisionRow[] =>
  Array.from({ length: to - from + 1 }, (_, at) => configMapRow(from + at))

const other = (change: Partial<OtherLane>): OtherLane => ({
  own: 'branch',
  liveTitle: 'bookshop',
  branchTitle: 'what if',
  forkedAt: 10,
  rows: [],
  compacted: 0,
  published: 0,
  ...change,
})

const revisionsOf = (rows: readonly RevisionRow[]): readonly number[] => rows.map(({ revision }) => revision)

test('[RL12] on a branch the upper lane has what both share and the cluster’s writes, the lower one the rest', () => {
  const { live, branch, forkIndex, count } = placeLanes(rowsOf(1, 13), other({ rows: rowsOf(11, 18) }))
  expect(revisionsOf(live.rows)).toEqual(revisionsOf(rowsOf(1, 18)))
  expect({ forkIndex, count, from: branch.from }).toEqual({ forkIndex: 9, count: 18, from: 10 })
})

test('[RL12] the n-th write after the fork has the same place in both lanes, whichever the page shows', () => {
  for (const own of ['live', 'branch'] as const) {
    const [mine, theirs] = own === 'live' ? [rowsOf(1, 14), rowsOf(11, 20)] : [rowsOf(1, 20), rowsOf(11, 14)]
    const { live, branch, count } = placeLanes(mine, other({ own, rows: theirs }))
    const axis = railScale({ width: 1120, count, zoom: 'auto', cursor: null, compacted: 0, firstBefore: 0 })
    const [upper, lower] = [scaleOf(axis, live), scaleOf(axis, branch)]
    const xOf = (rows: readonly RevisionRow[], x: (index: number) => number, revision: number) =>
      x(rows.findIndex((row) => row.revision === revision))
    for (const revision of [11, 14]) expect(xOf(branch.rows, lower.x, revision)).toBe(xOf(live.rows, upper.x, revision))
    expect(lower.liveX).toBe(axis.liveX)
    expect(upper.liveX).toBeGreaterThan(upper.x(13))
    expect(upper.liveX).toBeLessThan(lower.liveX)
  }
})

test('[RL12] the cluster’s expired writes after the fork leave their places empty', () => {
  const { live, branch, forkIndex } = placeLanes(rowsOf(1, 13), other({ rows: rowsOf(14, 18), compacted: 13 }))
  expect(live).toMatchObject({ offset: 13, from: 0 })
  expect(branch.from).toBe(0)
  expect(forkIndex).toBe(-1)
})

test('[RL12] where the own history begins after the fork, both lanes begin there', () => {
  const { live, branch } = placeLanes(rowsOf(15, 20), other({ own: 'live', rows: rowsOf(11, 18) }))
  expect(live).toMatchObject({ offset: 0, from: 0 })
  expect(revisionsOf(branch.rows)).toEqual([15, 16, 17, 18])
  expect(branch.offset).toBe(0)
})

test('[RL12] in columns each lane has the bars of its own writes', () => {
  const { live, branch, count } = placeLanes(
    rowsOf(1, 19_000),
    other({ forkedAt: 18_000, rows: rowsOf(18_001, 20_000) }),
  )
  const axis = railScale({ width: 1120, count, zoom: 'auto', cursor: 18_999, compacted: 0, firstBefore: 0 })
  const firstX = (path: string): number => Number(/^M([\d.]+)/.exec(path)?.[1])
  const pathOf = (columns: ReturnType<typeof verbColumns>) => columns.map(({ path }) => path).join('')
  const [upper, lower] = [verbColumns(live.rows, scaleOf(axis, live)), verbColumns(branch.rows, scaleOf(axis, branch))]
  expect(firstX(pathOf(upper))).toBeCloseTo(axis.gone, 0)
  expect(Math.abs(firstX(pathOf(lower)) - axis.x(18_000))).toBeLessThan(4)
})
