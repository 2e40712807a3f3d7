import { expect, test } from 'vitest'
import type { JsonObject } from '#api/json.ts'
import { cellsOf, tryCreate } from '#testing/strategy-trial.ts'
import { limitranges } from './definition.ts'

const withItem = (item: JsonObject): JsonObject => ({ spec: { limits: [item] } })
const errorsOf = (item: JsonObject) => tryCreate(limitranges, withItem(item)).errors

test('[LR1] PUT creates a limit range', () => {
  expect(limitranges.strategy.allowCreateOnUpdate).toBe(true)
})

test('[LR2] missing limits and requests of an item are defaulted from the others', () => {
  const item = { type: 'Container', max: { cpu: '2', memory: '1Gi' }, min: { cpu: '100m', 'ephemeral-storage': '1Gi' } }
  expect(tryCreate(limitranges, withItem(item)).object['spec']).toEqual({
    limits: [
      {
        ...item,
        default: { cpu: '2', memory: '1Gi' },
        defaultRequest: { cpu: '2', 'ephemeral-storage': '1Gi', memory: '1Gi' },
      },
    ],
  })
  const pod = { type: 'Pod', max: { cpu: '2' } }
  expect(tryCreate(limitranges, withItem(pod)).object['spec']).toEqual({ limits: [pod] })
})

test('[LR3] types are standard or domain-qualified, and unique', () => {
  const limits = [{ type: 'Node' }, { type: 'example.com/any' }, { type: 'Pod' }, { type: 'Pod' }]
  expect(tryCreate(limitranges, { spec: { limits } }).errors).toEqual([
    'spec.limits[0].type: Invalid value: "Node": must be a standard limit type or fully qualified',
    'spec.limits[3].type: Duplicate value: "Pod"',
  ])
})

test('[LR3] minimum, maximum and defaults are consistent', () => {
  expect(errorsOf({ type: 'Container', min: { cpu: '2' }, max: { cpu: '1' } })).toEqual([
    'spec.limits[0].min[cpu]: Invalid value: "2": min value 2 is greater than max value 1',
    'spec.limits[0].defaultRequest[cpu]: Invalid value: "1": min value 2 is greater than default request value 1',
    'spec.limits[0].default[cpu]: Invalid value: "2": min value 2 is greater than default value 1',
  ])
  expect(errorsOf({ type: 'Pod', default: { cpu: '1' }, maxLimitRequestRatio: { cpu: '500m' } })).toEqual([
    "spec.limits[0].default: Forbidden: may not be specified when `type` is 'Pod'",
    'spec.limits[0].maxLimitRequestRatio[cpu]: Invalid value: "500m": ratio 500m is less than 1',
  ])
  expect(errorsOf({ type: 'PersistentVolumeClaim' })).toEqual([
    'spec.limits[0].limits: Required value: either minimum or maximum storage value is required, but neither was provided',
  ])
})

test('[LR3] a ratio is achievable between minimum and maximum', () => {
  const item = { type: 'Pod', min: { cpu: '1' }, max: { cpu: '2' }, maxLimitRequestRatio: { cpu: '3' } }
  expect(errorsOf(item)).toEqual([
    'spec.limits[0].maxLimitRequestRatio[cpu]: Invalid value: "3": ratio 3 is greater than max/min = 2.000000',
  ])
  expect(errorsOf({ ...item, maxLimitRequestRatio: { cpu: '2' } })).toEqual([])
  const huge = { type: 'Pod', min: { cpu: '10m' }, max: { cpu: '1e400' }, maxLimitRequestRatio: { cpu: '10' } }
  expect(errorsOf(huge)).toEqual([
    'spec.limits[0].maxLimitRequestRatio[cpu]: Invalid value: "10": ratio 10 is greater than max/min = 0.000000',
  ])
})

test('[TB3] a row shows the creation time', () => {
  const { object } = tryCreate(limitranges, { metadata: { name: 'bounds' } })
  object.metadata.creationTimestamp = '2024-01-01T00:00:00Z'
  expect(cellsOf(limitranges, object)).toEqual(['bounds', '2024-01-01T00:00:00Z'])
})
