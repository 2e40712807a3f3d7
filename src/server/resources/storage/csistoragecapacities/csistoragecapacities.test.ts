import { expect, test } from 'vitest'
import { cellsOf, tryCreate, tryUpdate } from '#testing/strategy-trial.ts'
import { csistoragecapacities } from './definition.ts'

const nodeTopology = { matchLabels: { zone: 'a' } }

test('[CSC1] a capacity has a storage class and is not negative', () => {
  const { object, errors } = tryCreate(csistoragecapacities, {
    storageClassName: 'fast',
    capacity: '1Gi',
    nodeTopology,
  })
  expect(errors).toEqual([])
  expect(cellsOf(csistoragecapacities, object)).toEqual(['x', null])
  expect(tryCreate(csistoragecapacities, { storageClassName: 'fast', capacity: '-1' }).errors).toEqual([
    'capacity: Invalid value: "-1": must be greater than or equal to 0',
  ])
})

test('[CSC2] node topology and storage class are immutable', () => {
  const live = tryCreate(csistoragecapacities, { storageClassName: 'fast', nodeTopology }).object
  expect(tryUpdate(csistoragecapacities, live, { storageClassName: 'slow', capacity: '1' }).errors).toEqual([
    'nodeTopology: Invalid value: null: field is immutable',
    'storageClassName: Invalid value: "slow": field is immutable',
  ])
})
