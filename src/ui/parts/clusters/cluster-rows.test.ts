import { expect, test } from 'vitest'
import type { ClusterInfo, ClusterOrigin } from '#facts/clusters-api.ts'
import { clusterRows, contentText, freeTitle, keptText, originText, usedText, usedWords } from './cluster-rows.ts'

const now = new Date(2026, 10, 22, 14, 30).getTime()
const hour = 3_600_000

function cluster(
  name: string,
  origin: ClusterOrigin = { type: 'sample' },
  more: Partial<ClusterInfo> = {},
): ClusterInfo {
  return { name, title: name, origin, madeMs: now, usedMs: now, isOpen: false, isDefault: false, ...more }
}

test('[MC7] branches stand below the cluster that they left, deleted clusters at the end', () => {
  const branch: ClusterOrigin = { type: 'branch', of: 'a', at: 7 }
  const rows = clusterRows([
    cluster('a'),
    cluster('gone', { type: 'empty' }, { deletedMs: now }),
    cluster('b'),
    cluster('a1', branch),
    cluster('a2', { type: 'branch', of: 'a1', at: 9 }),
    cluster('orphan', { type: 'branch', of: 'gone', at: 3 }),
  ])
  expect(rows.map(({ cluster: { name }, isBranch }) => [name, isBranch])).toEqual([
    ['a', false],
    ['a1', true],
    ['a2', true],
    ['b', false],
    ['orphan', false],
    ['gone', false],
  ])
})

test('[MC7] a row says what a cluster holds, how much history it keeps and when it was used', () => {
  const figures = { revision: 128, compacted: 64, objectCount: 21, bytes: 5, lastWrites: [] }
  expect(contentText(cluster('a', { type: 'empty' }, { figures }))).toBe('21 objects')
  expect(contentText(cluster('a'))).toBe('not opened yet')
  expect(keptText(cluster('a', { type: 'empty' }, { figures }))).toBe('64 kept')
  expect(keptText(cluster('a', { type: 'empty' }, { figures: { ...figures, compacted: 0 } }))).toBe('all kept')
  const branch = cluster('a', { type: 'branch', of: 'shop', at: 119 }, { figures })
  expect([contentText(branch), keptText(branch)]).toEqual(['branch of shop at 119', '9 own'])
  expect(usedText(now - hour, now)).toBe('13:30')
  expect(usedText(now - 20 * hour, now)).toBe('yesterday')
  expect(originText(branch, now)).toBe('14:30, left shop after 119')
  expect(freeTitle('a', [cluster('a'), cluster('a 2')])).toBe('a 3')
})

test('[MC7] the foot of the list says what holds the bytes, and what can go', () => {
  const figures = { revision: 9, compacted: 0, objectCount: 1, bytes: 500_000, historyBytes: 300_000, lastWrites: [] }
  const [shown, gone] = [
    cluster('a', { type: 'empty' }, { figures }),
    cluster('b', { type: 'empty' }, { figures, deletedMs: now }),
  ]
  expect(usedWords([shown])).toBe('Objects 200 kB, history 300 kB, which Expire history frees.')
  expect(usedWords([shown, gone])).toBe(
    'Objects 400 kB, history 600 kB, which Expire history frees. 1 deleted cluster holds 500 kB until the last tab has closed.',
  )
})
