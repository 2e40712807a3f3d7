import { describe, expect, test } from 'vitest'
import { configMapRow, deploymentRow } from '#testing/revision-rows.ts'
import { actionWords, causeChain } from './cause-chain.ts'

const pod = (revision: number, cause: number) =>
  configMapRow(revision, { cause, resource: 'pods', kind: 'Pod', name: 'web-1', effect: 'created' })

const rows = [
  configMapRow(1),
  deploymentRow(2),
  configMapRow(3, { cause: 2, group: 'apps', resource: 'replicasets', kind: 'ReplicaSet', name: 'web' }),
  pod(4, 3),
  configMapRow(5, { cause: 3, resource: 'events', kind: 'Event' }),
  deploymentRow(6, { cause: 3 }),
]

const toldOf = (revision: number) => causeChain(rows, revision).map(({ row, distance }) => [row.revision, distance])

describe('chains of causes', () => {
  test('[CH1] a chain has what led to a write and what followed, by revision, without events', () => {
    expect(toldOf(3)).toEqual([
      [2, -1],
      [3, 0],
      [4, 1],
      [6, 1],
    ])
    expect(toldOf(4)).toEqual([
      [2, -2],
      [3, -1],
      [4, 0],
    ])
    expect(toldOf(2).map(([revision]) => revision)).toEqual([2, 3, 4, 6])
  })

  test('[CH1] a write without cause and consequence has no chain, and neither has an unknown revision', () => {
    expect(toldOf(1)).toEqual([])
    expect(toldOf(99)).toEqual([])
  })

  test('[CH1] a cause that has expired ends the chain', () => {
    expect(causeChain(rows.slice(3), 4)).toEqual([])
  })

  test('[CH1] words say what a write did', () => {
    const change = (path: string) => ({ path, before: null, after: '1' })
    expect(actionWords(pod(4, 3))).toBe('created')
    expect(actionWords(configMapRow(7, { changes: [change('spec.nodeName')], changeCount: 3 }))).toBe('bound')
    expect(actionWords(configMapRow(7, { changes: [change('status.phase')], changeCount: 1 }))).toBe(
      'reported the status of',
    )
    // A row holds at most eight changes, and the status comes last.
    expect(actionWords(configMapRow(7, { changes: [change('status.phase')], changeCount: 9 }))).toBe(
      'reported the status of',
    )
    expect(actionWords(configMapRow(7, { changes: [change('spec.size'), change('status.phase')] }))).toBe('changed')
    expect(actionWords(configMapRow(7, { effect: 'removed' }))).toBe('removed')
  })
})
