import { expect, test } from 'vitest'
import { deploymentRow } from '#testing/revision-rows.ts'
import { storyOf } from './story.ts'

const row = deploymentRow

const changed = (path: string, before: string | null = '1', after: string | null = '2') => ({ path, before, after })

test('[IN1] a story lists each write, newest first, without writes of earlier objects of the same name', () => {
  const rows = [
    row(1, { effect: 'created', verb: 'create' }),
    row(2, { uid: 'other' }),
    row(3, { changes: [changed('spec.replicas'), changed('metadata.generation')], changeCount: 2 }),
    row(4, { verb: 'update', changes: [changed('status.readyReplicas')], changeCount: 1 }),
    row(5, { changes: [changed('spec.a'), changed('spec.b')], changeCount: 12 }),
    row(6, { effect: 'removed', verb: 'delete' }),
  ]

  expect(storyOf(rows, 'u1').map(({ row: { revision }, action, change }) => [revision, action, change?.path])).toEqual([
    [6, 'removed it', undefined],
    [5, 'patched 12 fields', 'spec.a'],
    [4, 'reported status', 'status.readyReplicas'],
    [3, 'scaled', 'spec.replicas'],
    [1, 'created it', undefined],
  ])
})

test('[IN1] a write is described by its most telling change, and counts no field that every write changes', () => {
  const [reported, applied] = storyOf(
    [
      row(7, {
        verb: 'apply',
        changes: [changed('spec.a'), changed('spec.b'), changed('metadata.generation')],
        changeCount: 3,
      }),
      row(8, { changes: [changed('status.observedGeneration'), changed('status.readyReplicas')], changeCount: 2 }),
    ],
    'u1',
  )
  expect(reported?.change?.path).toBe('status.readyReplicas')
  expect(applied?.action).toBe('applied 2 fields')
})

test('[IN1] a finalizer that is removed is named in full, without the rest of its path', () => {
  const [entry] = storyOf(
    [
      row(7, {
        effect: 'finalizer-removed',
        changes: [changed('metadata.finalizers[shop.example/hold-a]', '"shop.example/hold-a"', null)],
        changeCount: 1,
      }),
    ],
    'u1',
  )
  expect(entry).toMatchObject({
    action: 'removed the finalizer shop.example/hold-a',
    change: null,
  })
})
