import { expect, test } from 'vitest'
import { cellsOf, tryCreate, tryUpdate } from '#testing/strategy-trial.ts'
import { leases } from './definition.ts'

test('[LE1] durations are positive, and transitions are not negative', () => {
  expect(tryCreate(leases, { spec: { leaseDurationSeconds: -3, leaseTransitions: -1 } }).errors).toEqual([
    'spec.leaseDurationSeconds: Invalid value: -3: must be greater than 0',
    'spec.leaseTransitions: Invalid value: -1: must be greater than or equal to 0',
  ])
  expect(tryCreate(leases, { spec: { leaseDurationSeconds: 0 } }).errors).toHaveLength(1)
  expect(tryCreate(leases, { spec: { holderIdentity: '' } }).errors).toEqual([])
  expect(tryCreate(leases, {}).object['spec']).toEqual({})
})

test('[LE2] fields of coordinated leader election are dropped', () => {
  const sent = { spec: { holderIdentity: 'a', strategy: 'Odd', preferredHolder: 'b' } }
  expect(tryCreate(leases, sent).errors).toEqual([])
  expect(tryCreate(leases, sent).object['spec']).toEqual({ holderIdentity: 'a' })
  const { object } = tryCreate(leases, {})
  expect(tryUpdate(leases, object, sent).object['spec']).toEqual({ holderIdentity: 'a' })
})

test('[LE3] PUT creates a lease, and updates one only with its resourceVersion', () => {
  expect(leases.strategy.allowCreateOnUpdate).toBe(true)
  expect(leases.strategy.allowUnconditionalUpdate).toBe(false)
})

test('[LE4] a row shows the holder', () => {
  const { object } = tryCreate(leases, { metadata: { name: 'l' }, spec: { holderIdentity: 'me' } })
  object.metadata.creationTimestamp = '2024-01-01T00:00:00Z'
  expect(cellsOf(leases, object)).toEqual(['l', 'me', '24h'])
})
