import { expect, test } from 'vitest'
import type { JsonObject } from '#api/json.ts'
import { cellsOf, tryCreate, tryUpdate } from '#testing/strategy-trial.ts'
import { brief, createErrors, selector, templateOf } from '#testing/trial-texts.ts'
import { daemonsets } from './definition.ts'

const set = (spec: JsonObject = {}): JsonObject => ({ spec: { selector, template: templateOf(), ...spec } })
const live = (spec: JsonObject = {}) => tryCreate(daemonsets, set(spec)).object

test('[DS1] errors of a daemon set come in the order of the reference', () => {
  expect(createErrors(daemonsets, { spec: {} })).toEqual([
    'spec.template.metadata.labels: Invalid value: null: `selector` does not match template `labels`',
    'spec.template.spec.containers: Required value',
  ])
  expect(
    createErrors(
      daemonsets,
      set({
        selector: { matchLabels: { app: 'y' } },
        minReadySeconds: -1,
        revisionHistoryLimit: -1,
        updateStrategy: { type: 'Odd' },
      }),
    ),
  ).toEqual([
    'spec.template.metadata.labels: Invalid value: {"app":"x"}: `selector` does not match template `labels`',
    'spec.minReadySeconds: Invalid value: -1: must be greater than or equal to 0',
    'spec.updateStrategy: Unsupported value: {"Type":"Odd","RollingUpdate":null}: supported values: "RollingUpdate", "OnDelete"',
    'spec.revisionHistoryLimit: Invalid value: -1: must be greater than or equal to 0',
  ])
  const roll = (rollingUpdate: JsonObject) => createErrors(daemonsets, set({ updateStrategy: { rollingUpdate } }))
  expect(roll({ maxUnavailable: 0, maxSurge: 0 })).toEqual([
    'spec.updateStrategy.rollingUpdate.maxUnavailable: Required value: cannot be 0 when maxSurge is 0',
  ])
  expect(roll({ maxUnavailable: 1, maxSurge: '10%' })).toEqual([
    'spec.updateStrategy.rollingUpdate.maxSurge: Invalid value: "10%": may not be set when maxUnavailable is non-zero',
  ])
  expect(roll({ maxUnavailable: '101%' })).toEqual([
    'spec.updateStrategy.rollingUpdate.maxUnavailable: Invalid value: "101%": must not be greater than 100%',
  ])
  expect(cellsOf(daemonsets, live()).slice(0, 8)).toEqual(['x', 0, 0, 0, 0, 0, '<none>', '<unknown>'])
})

test('[DS2] the selector is immutable, which is reported first', () => {
  const other = { matchLabels: { app: 'x' }, matchExpressions: [{ key: 'app', operator: 'Exists' }] }
  expect(brief(tryUpdate(daemonsets, live(), set({ selector: other, minReadySeconds: -1 })).errors)).toEqual([
    'spec.selector: Invalid value: {"matchLabels":{"app":"x"},"matchExpressions":[{"key":"app","operator":"Exists"}]}: field is immutable',
    'spec.minReadySeconds: Invalid value: -1: must be greater than or equal to 0',
  ])
})

test('[DS3] counts of the status are not negative', () => {
  const status = {
    currentNumberScheduled: -1,
    numberMisscheduled: -1,
    desiredNumberScheduled: -1,
    numberReady: -1,
    observedGeneration: -1,
    updatedNumberScheduled: -1,
    numberAvailable: -1,
    numberUnavailable: -1,
    collisionCount: -1,
  }
  expect(brief(tryUpdate(daemonsets, live(), { ...set(), status }, 'status').errors)).toEqual([
    'status.currentNumberScheduled: Invalid value: -1: must be greater than or equal to 0',
    'status.numberMisscheduled: Invalid value: -1: must be greater than or equal to 0',
    'status.desiredNumberScheduled: Invalid value: -1: must be greater than or equal to 0',
    'status.numberReady: Invalid value: -1: must be greater than or equal to 0',
    'status.observedGeneration: Invalid value: -1: must be greater than or equal to 0',
    'status.updatedNumberScheduled: Invalid value: -1: must be greater than or equal to 0',
    'status.numberAvailable: Invalid value: -1: must be greater than or equal to 0',
    'status.numberUnavailable: Invalid value: -1: must be greater than or equal to 0',
    'status.collisionCount: Invalid value: -1: must be greater than or equal to 0',
  ])
})

test('[DS4] defaults of a daemon set and its template generation', () => {
  expect(live()).toMatchObject({
    metadata: { annotations: { 'deprecated.daemonset.template.generation': '1' } },
    spec: {
      revisionHistoryLimit: 10,
      updateStrategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 1, maxSurge: 0 } },
    },
  })
  const next = tryUpdate(daemonsets, live(), set({ template: templateOf({ hostname: 'a' }) })).object
  expect(next.metadata).toMatchObject({
    generation: 2,
    annotations: { 'deprecated.daemonset.template.generation': '2' },
  })
})
