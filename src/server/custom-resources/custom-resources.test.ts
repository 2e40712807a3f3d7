import { expect, test } from 'vitest'
import type { ApiObject } from '#api/object-meta.ts'
import type { CustomResourceDefinition } from '#server/kinds/types/apiextensions-v1.ts'
import { namesOf, settledStatus } from './conditions.ts'
import { customDefinitions } from './custom-definition.ts'
import { parseJsonPath, valuesAt } from './json-path.ts'

const names = { plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList' }
const widgets = {
  metadata: { name: 'widgets.example.com' },
  spec: {
    group: 'example.com',
    names,
    scope: 'Namespaced',
    versions: [
      {
        name: 'v1beta1',
        served: true,
        storage: false,
        deprecated: true,
        schema: { openAPIV3Schema: { type: 'object', properties: { old: { type: 'string' } } } },
      },
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: { size: { type: 'integer', default: 3 }, n: { type: 'integer' } },
          },
        },
        subresources: { status: {}, scale: { specReplicasPath: '.spec.count', statusReplicasPath: '.status.count' } },
        additionalPrinterColumns: [{ name: 'Size', type: 'integer', jsonPath: '.size' }],
      },
    ],
  },
  status: { acceptedNames: names },
} as unknown as CustomResourceDefinition

test('[CRD2] names that another definition of the group holds are not accepted', () => {
  const time = '2026-01-01T00:00:00Z'
  const fresh = { ...widgets, status: {} }
  const free = settledStatus(fresh, namesOf([]), time)
  expect(free?.acceptedNames).toEqual(names)
  expect(free?.conditions?.map(({ type, status, reason }) => [type, status, reason])).toEqual([
    ['NamesAccepted', 'True', 'NoConflicts'],
    ['Established', 'True', 'InitialNamesAccepted'],
  ])
  const taken = settledStatus(fresh, namesOf([{ metadata: {}, status: { acceptedNames: { kind: 'Widget' } } }]), time)
  expect(taken?.conditions?.map(({ status, reason }) => [status, reason])).toEqual([
    ['False', 'KindConflict'],
    ['False', 'NotAccepted'],
  ])
  expect(settledStatus({ ...widgets, status: free ?? {} }, namesOf([]), time)).toBeNull()
})

test('[CRD3] [CRD7] each served version shows the stored objects in its own words', () => {
  const [stored, other] = customDefinitions(widgets)
  expect([stored?.version, other?.version]).toEqual(['v1', 'v1beta1'])
  expect(other?.deprecationWarning).toBe('example.com/v1beta1 Widget is deprecated; use example.com/v1 Widget')
  const object: ApiObject = { apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'a' }, n: 1, old: 'x' }
  expect(stored?.storage?.fromStorage(object)).toEqual({
    apiVersion: 'example.com/v1',
    kind: 'Widget',
    metadata: { name: 'a' },
    n: 1,
    size: 3,
  })
  expect(other?.storage?.fromStorage(object)).toMatchObject({ apiVersion: 'example.com/v1beta1', old: 'x' })
})

test('[CRD8] the scale reads and writes where the definition says', () => {
  const scale = customDefinitions(widgets)[0]?.subresources?.find(({ name }) => name === 'scale')
  if (scale?.type !== 'projection') throw new Error('no scale')
  const parent: ApiObject = { metadata: { name: 'a' }, spec: { count: 2 }, status: { count: 1 } }
  expect(scale.toProjection(parent)).toMatchObject({ spec: { replicas: 2 }, status: { replicas: 1 } })
  const projection: ApiObject = { metadata: {}, spec: { replicas: 5 } }
  expect(scale.fromProjection(projection, parent)).toMatchObject({ spec: { count: 5 }, status: { count: 1 } })
})

test('[CRD9] printer columns read a path, and leave what is of another type empty', () => {
  const columns = customDefinitions(widgets)[0]?.columns ?? []
  const cells = (object: ApiObject): unknown[] => columns.map((column) => column.cell(object, { nowMs: 0 }))
  expect(cells({ metadata: { name: 'a' }, size: 7 })).toEqual(['a', 7])
  expect(cells({ metadata: { name: 'a' }, size: 'x' })).toEqual(['a', null])
  const path = parseJsonPath('.status.conditions[?(@.type=="Ready")].status') ?? []
  const conditions = [
    { type: 'Seen', status: 'False' },
    { type: 'Ready', status: 'True' },
  ]
  expect(valuesAt({ status: { conditions } }, path)).toEqual(['True'])
  expect(parseJsonPath('.a[')).toBeNull()
})
