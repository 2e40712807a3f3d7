import { expect, test } from 'vitest'
import type { ClusterInfo, ClusterOrigin } from '#facts/clusters-api.ts'
import { chooseLanes } from './follow-lanes.ts'

function cluster(name: string, origin: ClusterOrigin, more: Partial<ClusterInfo> = {}): ClusterInfo {
  return { name, title: name, origin, madeMs: 0, usedMs: 0, isOpen: false, isDefault: false, ...more }
}

const sample: ClusterOrigin = { type: 'sample' }
const leaving = (of: string): ClusterOrigin => ({ type: 'branch', of, at: 7 })

/** The lanes of a tab that shows the cluster `shown`. */
function lanesOf(shown: string, clusters: readonly ClusterInfo[]) {
  const lanes = chooseLanes({
    clusters: clusters.map((each) => ({ ...each, isDefault: each.name === shown })),
    refused: '',
  })
  return lanes === null
    ? null
    : [lanes.own, lanes.live.name, lanes.branch.name, lanes.more.map(({ name }) => name).join(' ')]
}

test('[RL12] a cluster has a lane for the branch used last, and counts the others', () => {
  const clusters = [
    cluster('a', sample),
    cluster('old', leaving('a'), { usedMs: 1 }),
    cluster('new', leaving('a'), { usedMs: 2 }),
    cluster('gone', leaving('a'), { usedMs: 3, deletedMs: 4 }),
    cluster('copy', { type: 'copy', of: 'a', at: 7 }),
  ]
  expect(lanesOf('a', clusters)).toEqual(['live', 'a', 'new', 'old'])
  expect(lanesOf('copy', clusters)).toBeNull()
})

test('[RL12] a branch has a lane for the cluster that it left, and counts its own branches and the cluster’s', () => {
  const clusters = [
    cluster('a', sample),
    cluster('b', leaving('a')),
    cluster('c', leaving('a')),
    cluster('d', leaving('b')),
  ]
  expect(lanesOf('b', clusters)).toEqual(['branch', 'a', 'b', 'd c'])
})

test('[RL12] a branch whose cluster was deleted shows its own branch, if it has one', () => {
  const clusters = [cluster('a', sample, { deletedMs: 1 }), cluster('b', leaving('a')), cluster('d', leaving('b'))]
  expect(lanesOf('b', clusters)).toEqual(['live', 'b', 'd', ''])
  expect(lanesOf('b', clusters.slice(0, 2))).toBeNull()
})
