import { expect, test } from 'vitest'
import type { JsonObject } from '#api/json.ts'
import { tryCreate, tryUpdate } from '#testing/strategy-trial.ts'
import { brief, createErrors, templateOf } from '#testing/trial-texts.ts'
import { replicationcontrollers } from './definition.ts'

const controller = (spec: JsonObject = {}): JsonObject => ({ spec: { template: templateOf(), ...spec } })
const live = (spec: JsonObject = {}) => tryCreate(replicationcontrollers, controller(spec)).object

test('[RCT1] errors of a replication controller come in the order of the reference', () => {
  expect(createErrors(replicationcontrollers, { spec: {} })).toEqual([
    'spec.selector: Required value',
    'spec.template: Required value',
  ])
  expect(
    createErrors(replicationcontrollers, controller({ selector: { app: 'y' }, replicas: -1, minReadySeconds: -1 })),
  ).toEqual([
    'spec.minReadySeconds: Invalid value: -1: must be greater than or equal to 0',
    'spec.replicas: Invalid value: -1: must be greater than or equal to 0',
    'spec.template.metadata.labels: Invalid value: {"app":"x"}: `selector` does not match template `labels`',
  ])
  expect(
    createErrors(replicationcontrollers, controller({ template: templateOf({ restartPolicy: 'Never' }) })),
  ).toEqual(['spec.template.spec.restartPolicy: Unsupported value: "Never": supported values: "Always"'])
  const status = { replicas: 1, readyReplicas: 3, availableReplicas: 4 }
  expect(brief(tryUpdate(replicationcontrollers, live(), { ...controller(), status }, 'status').errors)).toEqual([
    'status.readyReplicas: Invalid value: 3: cannot be greater than status.replicas',
    'status.availableReplicas: Invalid value: 4: cannot be greater than status.replicas',
    'status.availableReplicas: Invalid value: 4: cannot be greater than readyReplicas',
  ])
})

test('[RCT2] selector and labels default to those of the template', () => {
  expect(live()).toMatchObject({ metadata: { labels: { app: 'x' } }, spec: { replicas: 1, selector: { app: 'x' } } })
  const own = tryCreate(replicationcontrollers, { ...controller(), metadata: { labels: { a: 'b' } } }).object
  expect(own.metadata.labels).toEqual({ a: 'b' })
})

test('[RCT3] a DELETE orphans the pods of a controller by default', () => {
  expect(replicationcontrollers.strategy.defaultPropagation).toBe('orphan')
})
