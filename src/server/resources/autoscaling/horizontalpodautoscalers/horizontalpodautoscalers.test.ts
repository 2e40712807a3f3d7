import { expect, test } from 'vitest'
import type { JsonObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { cellsOf, tryCreate, tryUpdate } from '#testing/strategy-trial.ts'
import { brief, createErrors } from '#testing/trial-texts.ts'
import { horizontalpodautoscalers } from './definition.ts'
import { horizontalpodautoscalersV1 } from './v1-definition.ts'

const scaleTargetRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' }
const autoscaler = (spec: JsonObject = {}): JsonObject => ({ spec: { scaleTargetRef, maxReplicas: 3, ...spec } })
const errorsOf = (spec: JsonObject): readonly string[] => createErrors(horizontalpodautoscalers, autoscaler(spec))
const live = (spec: JsonObject = {}): ApiObject => tryCreate(horizontalpodautoscalers, autoscaler(spec)).object
const resource = (target: JsonObject, name = 'cpu'): JsonObject => ({ type: 'Resource', resource: { name, target } })

test('[HPA1] errors of an autoscaler come in the order of the reference', () => {
  expect(createErrors(horizontalpodautoscalers, { spec: {} })).toEqual([
    'spec.maxReplicas: Invalid value: 0: must be greater than 0',
    'spec.maxReplicas: Invalid value: 0: must be greater than or equal to `minReplicas`',
    'spec.scaleTargetRef.kind: Required value',
    'spec.scaleTargetRef.name: Required value',
    'spec.scaleTargetRef.apiVersion: Invalid value: "": apiVersion must specify API group',
  ])
  expect(errorsOf({ minReplicas: 0 })).toEqual([
    'spec.minReplicas: Invalid value: 0: must be greater than or equal to 1',
    'spec.metrics: Forbidden: must specify at least one Object or External metric to support scaling to zero replicas',
  ])
  expect(errorsOf({ minReplicas: 5 })).toEqual([
    'spec.maxReplicas: Invalid value: 3: must be greater than or equal to `minReplicas`',
  ])
  expect(errorsOf({ scaleTargetRef: { apiVersion: 'a/b/c', kind: 'a/b', name: '..' } })).toEqual([
    'spec.scaleTargetRef.kind: Invalid value: "a/b": may not contain \'/\'',
    'spec.scaleTargetRef.name: Invalid value: "..": may not be \'..\'',
    'spec.scaleTargetRef.apiVersion: Invalid value: "a/b/c": unexpected GroupVersion string: a/b/c',
  ])
  const policies = [
    { type: 'Odd', value: 0, periodSeconds: 0 },
    { type: 'Pods', value: 1, periodSeconds: 1801 },
  ]
  expect(
    errorsOf({
      behavior: {
        scaleUp: { stabilizationWindowSeconds: 3601, selectPolicy: 'Odd', policies },
        scaleDown: { policies: [] },
      },
    }),
  ).toEqual([
    'spec.behavior.scaleUp.stabilizationWindowSeconds: Invalid value: 3601: must be less than or equal to 3600',
    'spec.behavior.scaleUp.selectPolicy: Unsupported value: "Odd": supported values: "Disabled", "Max", "Min"',
    'spec.behavior.scaleUp.policies[0].type: Unsupported value: "Odd": supported values: "Percent", "Pods"',
    'spec.behavior.scaleUp.policies[0].value: Invalid value: 0: must be greater than zero',
    'spec.behavior.scaleUp.policies[0].periodSeconds: Invalid value: 0: must be greater than zero',
    'spec.behavior.scaleUp.policies[1].periodSeconds: Invalid value: 1801: must be less than or equal to 1800',
    'spec.behavior.scaleDown.policies: Required value: must specify at least one Policy',
  ])
})

test('[HPA2] a metric has the source of its type and one target', () => {
  const metrics = [
    {},
    { type: 'Odd' },
    { type: 'Resource' },
    resource({ type: 'Utilization' }),
    resource({ type: 'Odd', averageUtilization: 0 }, ''),
    resource({ type: 'AverageValue', averageValue: '-1', averageUtilization: 5 }),
    { type: 'Pods', pods: { metric: { name: 'a/b' }, target: { type: 'AverageValue' } } },
    { type: 'Object', object: { describedObject: {}, metric: { name: 'a' }, target: { type: 'Value' } } },
    { type: 'External', external: { metric: {}, target: { type: 'Value', value: '1', averageValue: '1' } } },
    {
      type: 'ContainerResource',
      containerResource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 1 } },
    },
    {
      ...resource({ type: 'Utilization', averageUtilization: 1 }),
      pods: { metric: { name: 'a' }, target: { type: 'AverageValue', averageValue: '1' } },
    },
  ]
  expect(errorsOf({ metrics })).toEqual([
    'spec.metrics[0].type: Required value: must specify a metric source type',
    'spec.metrics[0].type: Unsupported value: "": supported values: "ContainerResource", "External", "Object", "Pods", "Resource"',
    'spec.metrics[0].type: Unsupported value: "": supported values: "ContainerResource", "External", "Object", "Pods", "Resource"',
    'spec.metrics[1].type: Unsupported value: "Odd": supported values: "ContainerResource", "External", "Object", "Pods", "Resource"',
    'spec.metrics[1].type: Unsupported value: "Odd": supported values: "ContainerResource", "External", "Object", "Pods", "Resource"',
    'spec.metrics[2].resource: Required value: must populate information for the given metric source',
    'spec.metrics[3].resource.target.averageUtilization: Required value: must set either a target raw value or a target utilization',
    'spec.metrics[4].resource.name: Required value: must specify a resource name',
    'spec.metrics[4].resource.target.type: Invalid value: "Odd": must be either Utilization, Value, or AverageValue',
    'spec.metrics[4].resource.target.averageUtilization: Invalid value: 0: must be greater than 0',
    'spec.metrics[5].resource.target.averageValue: Invalid value: "-1": must be positive',
    'spec.metrics[5].resource.target.averageValue: Forbidden: may not set both a target raw value and a target utilization',
    'spec.metrics[6].pods.metric.name: Invalid value: "a/b": may not contain \'/\'',
    'spec.metrics[6].pods.target.averageValue: Required value: must specify a positive target averageValue',
    'spec.metrics[7].object.describedObject.kind: Required value',
    'spec.metrics[7].object.describedObject.name: Required value',
    'spec.metrics[7].object.target.averageValue: Required value: must set either a target value or averageValue',
    'spec.metrics[8].external.metric.name: Required value: must specify a metric name',
    'spec.metrics[8].external.target.value: Forbidden: may not set both a target value for metric and a per-pod target',
    'spec.metrics[9].containerResource.container: Required value: must specify a container',
    'spec.metrics[10].pods: Forbidden: must populate the given metric source only',
  ])
})

test('[HPA3] counts of the status are not negative', () => {
  const status = { currentReplicas: -1, desiredReplicas: -1 }
  expect(brief(tryUpdate(horizontalpodautoscalers, live(), { ...autoscaler(), status }, 'status').errors)).toEqual([
    'status.currentReplicas: Invalid value: -1: must be greater than or equal to 0',
    'status.desiredReplicas: Invalid value: -1: must be greater than or equal to 0',
  ])
})

test('[HPA4] defaults of an autoscaler', () => {
  expect(live()['spec']).toEqual({
    scaleTargetRef: { kind: 'Deployment', name: 'd', apiVersion: 'apps/v1' },
    minReplicas: 1,
    maxReplicas: 3,
    metrics: [{ type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } } }],
  })
  expect(live({ behavior: { scaleUp: { selectPolicy: 'Min' } } })['spec']).toMatchObject({
    behavior: {
      scaleUp: {
        stabilizationWindowSeconds: 0,
        selectPolicy: 'Min',
        policies: [
          { type: 'Pods', value: 4, periodSeconds: 15 },
          { type: 'Percent', value: 100, periodSeconds: 15 },
        ],
      },
      scaleDown: { selectPolicy: 'Max', policies: [{ type: 'Percent', value: 100, periodSeconds: 15 }] },
    },
  })
})

test('[HPA5] a row shows current and target values', () => {
  const metrics = [
    resource({ type: 'Utilization', averageUtilization: 80 }),
    resource({ type: 'AverageValue', averageValue: '1Gi' }, 'memory'),
    { type: 'Pods', pods: { metric: { name: 'a' }, target: { type: 'AverageValue', averageValue: '5' } } },
  ]
  const status = {
    currentReplicas: 2,
    currentMetrics: [{ type: 'Resource', resource: { name: 'cpu', current: { averageUtilization: 40 } } }],
  }
  expect(cellsOf(horizontalpodautoscalers, { ...live({ metrics }), status } as ApiObject).slice(1, 6)).toEqual([
    'Deployment/d',
    'cpu: 40%/80%, memory: <unknown>/1Gi + 1 more...',
    '1',
    3,
    2,
  ])
  expect(cellsOf(horizontalpodautoscalers, live()).slice(1, 6)).toEqual([
    'Deployment/d',
    'cpu: <unknown>/80%',
    '1',
    3,
    0,
  ])
})

test('[HPA6] v1 keeps measured metrics in an annotation, and shows the row of the stored version', () => {
  const { storage } = horizontalpodautoscalersV1
  const metrics = [
    resource({ type: 'Utilization', averageUtilization: 80 }),
    { type: 'Pods', pods: { metric: { name: 'a' }, target: { type: 'AverageValue', averageValue: '5' } } },
  ]
  const currentMetrics = [
    { type: 'Resource', resource: { name: 'cpu', current: { averageValue: '10m', averageUtilization: 40 } } },
    { type: 'Pods', pods: { metric: { name: 'a' }, current: { averageValue: '3' } } },
  ]
  const stored = { ...live({ metrics }), status: { currentMetrics } } as ApiObject
  const shown = storage?.fromStorage(stored) ?? stored
  expect(shown.metadata.annotations?.['autoscaling.alpha.orch.io/current-metrics']).toBe(
    '[{"type":"Resource","resource":{"name":"cpu","currentAverageUtilization":40,"currentAverageValue":"10m"}},' +
      '{"type":"Pods","pods":{"metricName":"a","currentAverageValue":"3"}}]',
  )
  expect(storage?.toStorage(shown)).toMatchObject({ status: { currentMetrics } })
  expect(cellsOf(horizontalpodautoscalersV1, shown)[2]).toBe('cpu: 40%/80%, 3/5')
})

test('[HPA6] v1 serves the same object, with metrics other than cpu in annotations', () => {
  const { storage } = horizontalpodautoscalersV1
  const pods = { type: 'Pods', pods: { metric: { name: 'a' }, target: { type: 'AverageValue', averageValue: '5' } } }
  const stored = live({ metrics: [pods, resource({ type: 'Utilization', averageUtilization: 80 })] })
  const shown = storage?.fromStorage(stored)
  expect(shown).toMatchObject({
    apiVersion: 'autoscaling/v1',
    metadata: {
      annotations: {
        'autoscaling.alpha.orch.io/metrics': '[{"type":"Pods","pods":{"metricName":"a","targetAverageValue":"5"}}]',
      },
    },
    spec: { scaleTargetRef, minReplicas: 1, maxReplicas: 3, targetCPUUtilizationPercentage: 80 },
    status: { currentReplicas: 0, desiredReplicas: 0 },
  })
  const back = storage?.toStorage(shown ?? stored)
  expect(back?.['spec']).toEqual(stored['spec'])
  expect(back?.metadata).not.toHaveProperty('annotations')
  expect(
    createErrors(horizontalpodautoscalersV1, {
      spec: { scaleTargetRef, maxReplicas: 0, targetCPUUtilizationPercentage: 0 },
    }),
  ).toEqual([
    'spec.maxReplicas: Invalid value: 0: must be greater than 0',
    'spec.maxReplicas: Invalid value: 0: must be greater than or equal to `minReplicas`',
    'spec.metrics[0].resource.target.averageUtilization: Invalid value: 0: must be greater than 0',
  ])
})
