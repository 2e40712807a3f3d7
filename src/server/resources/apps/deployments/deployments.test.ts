import { expect, test } from 'vitest'
import type { JsonObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { cellsOf, tryCreate, tryUpdate } from '#testing/strategy-trial.ts'
import { brief, createErrors, selector, templateOf } from '#testing/trial-texts.ts'
import { deployments } from './definition.ts'

const deployment = (spec: JsonObject = {}, metadata: JsonObject = {}): JsonObject => ({
  metadata,
  spec: { selector, template: templateOf(), ...spec },
})
const live = (spec: JsonObject = {}): ApiObject => tryCreate(deployments, deployment(spec)).object

test('[DEP1] errors of a deployment come in the order of the reference', () => {
  expect(createErrors(deployments, { spec: {} })).toEqual([
    'spec.selector: Required value',
    'spec.template.metadata.labels: Invalid value: null: `selector` does not match template `labels`',
    'spec.template.spec.containers: Required value',
  ])
  expect(
    createErrors(
      deployments,
      deployment({
        replicas: -1,
        minReadySeconds: 600,
        revisionHistoryLimit: -1,
        progressDeadlineSeconds: 600,
        paused: true,
        strategy: { type: 'Odd' },
        selector: { matchLabels: { app: 'y' } },
      }),
    ),
  ).toEqual([
    'spec.replicas: Invalid value: -1: must be greater than or equal to 0',
    'spec.template.metadata.labels: Invalid value: {"app":"x"}: `selector` does not match template `labels`',
    'spec.strategy: Unsupported value: {"Type":"Odd","RollingUpdate":null}: supported values: "Recreate", "RollingUpdate"',
    'spec.revisionHistoryLimit: Invalid value: -1: must be greater than or equal to 0',
    'spec.progressDeadlineSeconds: Invalid value: 600: must be greater than minReadySeconds',
  ])
  expect(
    createErrors(deployments, deployment({ strategy: { type: 'Recreate', rollingUpdate: { maxSurge: 1 } } })),
  ).toEqual(["spec.strategy.rollingUpdate: Forbidden: may not be specified when strategy `type` is 'Recreate'"])
  const roll = (maxUnavailable: string | number, maxSurge: string | number): readonly string[] =>
    createErrors(deployments, deployment({ strategy: { rollingUpdate: { maxUnavailable, maxSurge } } }))
  expect(roll(0, 0)).toEqual([
    'spec.strategy.rollingUpdate.maxUnavailable: Invalid value: 0: may not be 0 when `maxSurge` is 0',
  ])
  expect(roll('101%', 'x')).toEqual([
    'spec.strategy.rollingUpdate.maxSurge: Invalid value: "x": a valid percent string must be a numeric string followed by an ending \'%\' …',
    'spec.strategy.rollingUpdate.maxUnavailable: Invalid value: "101%": must not be greater than 100%',
  ])
  expect(roll(-1, '0%')).toEqual([
    'spec.strategy.rollingUpdate.maxUnavailable: Invalid value: -1: must be greater than or equal to 0',
  ])
})

test('[DEP2] the selector is immutable', () => {
  const other = { matchLabels: { app: 'x' }, matchExpressions: [{ key: 'app', operator: 'Exists' }] }
  expect(brief(tryUpdate(deployments, live(), deployment({ selector: other })).errors)).toEqual([
    'spec.selector: Invalid value: {"matchLabels":{"app":"x"},"matchExpressions":[{"key":"app","operator":"Exists"}]}: field is immutable',
  ])
})

test('[DEP3] counts of the status are not negative and consistent with each other', () => {
  const status = {
    replicas: 1,
    updatedReplicas: 2,
    readyReplicas: 3,
    availableReplicas: 4,
    unavailableReplicas: -1,
    observedGeneration: -1,
  }
  expect(brief(tryUpdate(deployments, live(), { ...deployment(), status }, 'status').errors)).toEqual([
    'status.observedGeneration: Invalid value: -1: must be greater than or equal to 0',
    'status.unavailableReplicas: Invalid value: -1: must be greater than or equal to 0',
    'status.updatedReplicas: Invalid value: 2: cannot be greater than status.replicas',
    'status.readyReplicas: Invalid value: 3: cannot be greater than status.replicas',
    'status.availableReplicas: Invalid value: 4: cannot be greater than status.replicas',
    'status.availableReplicas: Invalid value: 4: cannot be greater than readyReplicas',
  ])
  const { object } = tryUpdate(
    deployments,
    live(),
    { ...deployment({ replicas: 9 }, { labels: { new: 'label' } }), status: { replicas: 2 } },
    'status',
  )
  expect(object).toMatchObject({ spec: { replicas: 1 }, status: { replicas: 2 } })
  expect(object.metadata).not.toHaveProperty('labels')
})

test('[DEP4] defaults of a deployment', () => {
  expect(live()['spec']).toMatchObject({
    replicas: 1,
    revisionHistoryLimit: 10,
    progressDeadlineSeconds: 600,
    strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: '25%', maxSurge: '25%' } },
  })
  expect(live({ strategy: { type: 'Recreate' } })['spec']).toMatchObject({ strategy: { type: 'Recreate' } })
})

test('[DEP5] changed annotations increment the generation too', () => {
  const generation = (metadata: JsonObject) =>
    tryUpdate(deployments, live(), deployment({}, metadata)).object.metadata.generation
  expect([generation({ labels: { a: 'b' } }), generation({ annotations: { a: 'b' } })]).toEqual([1, 2])
  const status = { replicas: 3, readyReplicas: 1, updatedReplicas: 2, availableReplicas: 1 }
  expect(cellsOf(deployments, { ...live({ replicas: 3 }), status }).slice(0, 4)).toEqual(['x', '1/3', 2, 1])
})
