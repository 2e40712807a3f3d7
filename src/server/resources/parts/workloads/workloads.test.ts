import { expect, test } from 'vitest'
import type { JsonObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { ProjectionSubresource } from '#server/registry/subresource.ts'
import { daemonsets } from '#server/resources/apps/daemonsets/definition.ts'
import { deployments } from '#server/resources/apps/deployments/definition.ts'
import { cellsOf, tryCreate, tryUpdate } from '#testing/strategy-trial.ts'
import { brief, container, createErrors, selector, templateOf } from '#testing/trial-texts.ts'

const deployment = (spec: JsonObject = {}): JsonObject => ({ spec: { selector, template: templateOf(), ...spec } })
const live = (spec: JsonObject = {}): ApiObject => tryCreate(deployments, deployment(spec)).object

test('[WL1] a label selector is validated requirement by requirement', () => {
  const matchExpressions = [
    { key: 'a', operator: 'In' },
    { key: 'a', operator: 'Exists', values: ['x'] },
    { key: 'a b', operator: 'Exists' },
    { key: 'a', operator: 'X' },
  ]
  expect(
    createErrors(deployments, deployment({ selector: { matchLabels: { 'a b': 'c', app: 'x y' }, matchExpressions } })),
  ).toEqual([
    'spec.selector.matchLabels: Invalid value: "a b": name part …',
    "spec.selector.matchLabels: Invalid value: \"x y\": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', …",
    "spec.selector.matchExpressions[0].values: Required value: must be specified when `operator` is 'In' or 'NotIn'",
    "spec.selector.matchExpressions[1].values: Forbidden: may not be specified when `operator` is 'Exists' or 'DoesNotExist'",
    'spec.selector.matchExpressions[2].key: Invalid value: "a b": name part …',
    'spec.selector.matchExpressions[3].operator: Invalid value: "X": not a valid selector operator',
    'spec.selector: Invalid value: {"matchLabels":{"a b":"c","app":"x y"},"matchExpressions":[{"key":"a","operator":"In"},{"key":"a","operator":"Exists","values":["x"]},{"key":"a b","operator":"Exists"},{"key":"a","operator":"X"}]}: invalid label selector',
  ])
})

test('[WL2] labels and annotations of a template are validated before its spec', () => {
  const template = { metadata: { labels: { 'a b': 'c' }, annotations: { 'A b': 'c' } }, spec: { containers: [] } }
  expect(createErrors(deployments, deployment({ template }))).toEqual([
    'spec.template.metadata.labels: Invalid value: {"a b":"c"}: `selector` does not match template `labels`',
    'spec.template.labels: Invalid value: "a b": name part …',
    'spec.template.annotations: Invalid value: "A b": name part …',
    'spec.template.spec.containers: Required value',
  ])
})

test('[WL10] wide rows show names and images of the containers', () => {
  const template = templateOf({ containers: [container, { name: 'd', image: 'other' }] })
  expect(cellsOf(deployments, live({ template })).slice(-3)).toEqual(['c,d', 'img:1,other', 'app=x'])
})

test('[WL11] a scale is projected from the object and written back into it', () => {
  const scale = deployments.subresources?.find(({ name }) => name === 'scale') as ProjectionSubresource
  const object = live({ replicas: 3 })
  object.metadata = { ...object.metadata, uid: 'u', resourceVersion: '7' }
  const shown = scale.toProjection(object)
  expect(shown).toEqual({
    kind: 'Scale',
    apiVersion: 'autoscaling/v1',
    metadata: { name: 'x', namespace: 'default', uid: 'u', resourceVersion: '7' },
    spec: { replicas: 3 },
    status: { replicas: 0, selector: 'app=x' },
  })
  const written = scale.fromProjection({ ...shown, spec: { replicas: 5 } } as ApiObject, object)
  expect(written['spec']).toMatchObject({ replicas: 5, selector })
  expect(
    brief(
      scale
        .validate({ ...shown, spec: { replicas: -1 } } as ApiObject)
        .map(({ field, detail }) => `${field} ${detail}`),
    ),
  ).toEqual(['spec.replicas must be greater than or equal to 0'])
  expect(scale.columns?.map((column) => column.cell(shown, { nowMs: 0 }))).toEqual(['x', 3, 0, '<unknown>'])
})

test('[WL12] pods that a controller keeps running always restart and have no deadline', () => {
  const template = templateOf({ restartPolicy: 'Never', activeDeadlineSeconds: 5 })
  expect(createErrors(deployments, deployment({ template }))).toEqual([
    'spec.template.spec.restartPolicy: Unsupported value: "Never": supported values: "Always"',
    'spec.template.spec.activeDeadlineSeconds: Forbidden: activeDeadlineSeconds in ReplicaSet is not Supported',
  ])
  expect(createErrors(daemonsets, { spec: { selector, template } })).toEqual([
    'spec.template.spec.restartPolicy: Unsupported value: "Never": supported values: "Always"',
    'spec.template.spec.activeDeadlineSeconds: Forbidden: activeDeadlineSeconds in DaemonSet is not Supported',
  ])
})

test('[WL14] the generation counts semantic changes', () => {
  const generation = (spec: JsonObject) => tryUpdate(deployments, live(), deployment(spec)).object.metadata.generation
  expect([generation({}), generation({ replicas: 1 }), generation({ replicas: 2 })]).toEqual([1, 1, 2])
})

test('[WL20] the name of a new workload and a new or changed template cause warnings', () => {
  const template = templateOf({ nodeSelector: { 'beta.orch.io/os': 'linux' } })
  const created = tryCreate(deployments, { metadata: { name: 'a.b' }, ...deployment({ template }) })
  expect(created.warnings.map((text) => text.split(':')[0])).toEqual([
    'metadata.name',
    'spec.template.spec.nodeSelector[beta.orch.io/os]',
  ])
  const again = (spec: JsonObject) => tryUpdate(deployments, created.object, deployment(spec)).warnings
  expect(again({ template })).toEqual([])
  expect(again({ template, replicas: 2 })).toHaveLength(1)
})

test('[WL16] annotations that are fields of the internal type are removed from bare metadata', () => {
  const { object } = tryCreate(daemonsets, { spec: { selector, template: templateOf() } })
  expect(object.metadata.annotations).toEqual({ 'deprecated.daemonset.template.generation': '1' })
  expect(daemonsets.shownMetadata?.(object)).not.toHaveProperty('annotations')
  const more = { ...object, metadata: { annotations: { ...object.metadata.annotations, a: 'b' } } }
  expect(daemonsets.shownMetadata?.(more)).toEqual({ annotations: { a: 'b' } })
})
