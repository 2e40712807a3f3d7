import { expect, test } from 'vitest'
import { cellsOf, tryCreate, tryUpdate } from '#testing/strategy-trial.ts'
import { csidrivers } from './definition.ts'

test('[CSD1] defaults of a driver', () => {
  const { object, errors } = tryCreate(csidrivers, { spec: { nodeAllocatableUpdatePeriodSeconds: 5 } })
  expect(errors).toEqual([])
  expect(object['spec']).toEqual({
    attachRequired: true,
    podInfoOnMount: false,
    storageCapacity: false,
    fsGroupPolicy: 'ReadWriteOnceWithFSType',
    volumeLifecycleModes: ['Persistent'],
    requiresRepublish: false,
    seLinuxMount: false,
  })
  expect(tryCreate(csidrivers, { spec: { fsGroupPolicy: 'Odd', volumeLifecycleModes: ['Long'] } }).errors).toEqual([
    'spec.fsGroupPolicy: Unsupported value: "Odd": supported values: "File", "None", "ReadWriteOnceWithFSType"',
    'spec.volumeLifecycleModes: Unsupported value: "Long": supported values: "Persistent", "Ephemeral"',
  ])
})

test('[CSD2] token audiences are unique, and tokens are valid for at least ten minutes', () => {
  const tokenRequests = [{ audience: 'a', expirationSeconds: 5 }, { audience: 'a' }, { expirationSeconds: 2 ** 33 }]
  expect(tryCreate(csidrivers, { spec: { tokenRequests } }).errors).toEqual([
    'spec.tokenRequests[0].expirationSeconds: Invalid value: 5: may not specify a duration less than 10 minutes',
    'spec.tokenRequests[1].audience: Duplicate value: "a"',
    'spec.tokenRequests[2].expirationSeconds: Invalid value: 8589934592: may not specify a duration larger than 2^32 seconds',
  ])
})

test('[CSD3] attachRequired and lifecycle modes are immutable, and other changes increment the generation', () => {
  const live = tryCreate(csidrivers, { spec: {} }).object
  expect(
    tryUpdate(csidrivers, live, { spec: { attachRequired: false, volumeLifecycleModes: ['Ephemeral'] } }).errors,
  ).toEqual([
    'spec.attachedRequired: Invalid value: false: field is immutable',
    'spec.volumeLifecycleModes: Invalid value: ["Ephemeral"]: field is immutable',
  ])
  expect(tryUpdate(csidrivers, live, { spec: { podInfoOnMount: true } }).object.metadata.generation).toBe(1)
})

test('[CSD4] a row shows the settings of a driver', () => {
  const { object } = tryCreate(csidrivers, { spec: { tokenRequests: [{ audience: 'a' }, { audience: 'b' }] } })
  expect(cellsOf(csidrivers, object).slice(1, 7)).toEqual([true, false, false, 'a,b', false, 'Persistent'])
})
