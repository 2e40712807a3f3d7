import { expect, test } from 'vitest'
import type { JsonObject } from '#api/json.ts'
import { cellsOf, tryCreate, tryUpdate } from '#testing/strategy-trial.ts'
import { brief, createErrors, selector, templateOf } from '#testing/trial-texts.ts'
import { replicasets } from './definition.ts'

const replicaSet = (spec: JsonObject = {}): JsonObject => ({ spec: { selector, template: templateOf(), ...spec } })
const live = (spec: JsonObject = {}) => tryCreate(replicasets, replicaSet(spec)).object

test('[RS1] errors of a replica set come in the order of the reference', () => {
  expect(createErrors(replicasets, { spec: {} })).toEqual([
    'spec.selector: Required value',
    'spec.template.metadata.labels: Invalid value: null: `selector` does not match template `labels`',
    'spec.template.spec.containers: Required value',
  ])
  expect(createErrors(replicasets, replicaSet({ selector: {}, replicas: -1, minReadySeconds: -1 }))).toEqual([
    'spec.replicas: Invalid value: -1: must be greater than or equal to 0',
    'spec.minReadySeconds: Invalid value: -1: must be greater than or equal to 0',
    'spec.selector: Invalid value: {}: empty selector is invalid for deployment',
  ])
  expect(createErrors(replicasets, replicaSet({ selector: { matchLabels: { app: 'y' } } }))).toEqual([
    'spec.template.metadata.labels: Invalid value: {"app":"x"}: `selector` does not match template `labels`',
  ])
  expect(live()['spec']).toMatchObject({ replicas: 1 })
})

test('[RS2] the selector is immutable', () => {
  expect(brief(tryUpdate(replicasets, live(), replicaSet({ replicas: -1 })).errors)).toEqual([
    'spec.replicas: Invalid value: -1: must be greater than or equal to 0',
  ])
  const other = { matchLabels: { app: 'x' }, matchExpressions: [{ key: 'app', operator: 'Exists' }] }
  expect(brief(tryUpdate(replicasets, live(), replicaSet({ selector: other })).errors)).toEqual([
    'spec.selector: Invalid value: {"matchLabels":{"app":"x"},"matchExpressions":[{"key":"app","operator":"Exists"}]}: field is immutable',
  ])
})

test('[RS3] counts of the status are not negative and consistent with each other', () => {
  const status = {
    replicas: 1,
    fullyLabeledReplicas: 2,
    readyReplicas: 3,
    availableReplicas: 4,
    observedGeneration: -1,
  }
  expect(brief(tryUpdate(replicasets, live(), { ...replicaSet(), status }, 'status').errors)).toEqual([
    'status.observedGeneration: Invalid value: -1: must be greater than or equal to 0',
    'status.fullyLabeledReplicas: Invalid value: 2: cannot be greater than status.replicas',
    'status.readyReplicas: Invalid value: 3: cannot be greater than status.replicas',
    'status.availableReplicas: Invalid value: 4: cannot be greater than status.replicas',
    'status.availableReplicas: Invalid value: 4: cannot be greater than readyReplicas',
  ])
  const shown = { replicas: 2, readyReplicas: 1 }
  expect(cellsOf(replicasets, { ...live({ replicas: 3 }), status: shown }).slice(0, 4)).toEqual(['x', 3, 2, 1])
})
