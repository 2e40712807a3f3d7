import { expect, test } from 'vitest'
import { fieldErrorText } from '#api/field-error.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { CustomResourceDefinition } from '#server/kinds/types/apiextensions-v1.ts'
import { namesOf, settledStatus } from './conditions.ts'
import { customColumns } from './custom-columns.ts'
import { customDefinitions } from './custom-definition.ts'
import { validateScaleParts } from './custom-scale.ts'
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
} as CustomResourceDefinition

test('[CRD2] names that another definition of the group has accepted are not accepted', () => {
  const time = '2026-01-01T00:00:00Z'
  const fresh = { ...widgets, status: {} }
  const free = settledStatus(fresh, () => namesOf([]), time)
  expect(free?.acceptedNames).toEqual(names)
  expect(free?.conditions?.map(({ type, status, reason }) => [type, status, reason])).toEqual([
    ['NamesAccepted', 'True', 'NoConflicts'],
    ['Established', 'True', 'InitialNamesAccepted'],
  ])
  const taken = settledStatus(
    fresh,
    () => namesOf([{ metadata: {}, status: { acceptedNames: { kind: 'Widget' } } }]),
    time,
  )
  expect(taken?.conditions?.map(({ status, reason }) => [status, reason])).toEqual([
    ['False', 'KindConflict'],
    ['False', 'NotAccepted'],
  ])
  expect(settledStatus({ ...widgets, status: free ?? {} }, () => namesOf([]), time)).toBeNull()
})

test('[CRD3] [CRD7] each served version serves the stored objects in its own schema', () => {
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
  // Fields that the storage version does not declare are removed, and the served version adds no defaults.
  expect(other?.storage?.fromStorage(object)).toEqual({
    apiVersion: 'example.com/v1beta1',
    kind: 'Widget',
    metadata: { name: 'a' },
  })
  const older = { ...object, apiVersion: 'example.com/v1beta1' }
  expect(other?.storage?.fromStorage(older)).toMatchObject({ apiVersion: 'example.com/v1beta1', old: 'x' })
  expect(stored?.storage?.fromStorage(older)).not.toHaveProperty('size')
})

test('[CRD8] the scale reads and writes the paths of the definition', () => {
  const scale = customDefinitions(widgets)[0]?.subresources?.find(({ name }) => name === 'scale')
  if (scale?.type !== 'projection') throw new Error('no scale')
  const parent: ApiObject = { metadata: { name: 'a' }, spec: { count: 2 }, status: { count: 1 } }
  expect(scale.toProjection(parent)).toMatchObject({ spec: { replicas: 2 }, status: { replicas: 1 } })
  const projection: ApiObject = { metadata: {}, spec: { replicas: 5 } }
  expect(scale.fromProjection(projection, parent)).toMatchObject({ spec: { count: 5 }, status: { count: 1 } })
})

test('[CRD9] printer columns read a path, and are empty for values of another type', () => {
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
  const list = { l: [{ k: 'a', v: 1 }, { k: 'b', v: 2 }, { k: 'c' }] }
  const at = (path: string): unknown => valuesAt(list, parseJsonPath(path) ?? [])
  expect(at('.l[-1:].k')).toEqual(['c'])
  expect(at('.l[0:2].k')).toEqual(['a', 'b'])
  expect(at('.l[0:9].k')).toEqual([])
  expect(at('.l[0,2].k')).toEqual(['a', 'c'])
  expect(at('.l[?(@.v>1)].k')).toEqual(['b'])
  expect(at("['l'][1].k")).toEqual(['b'])
  expect(at('..k')).toEqual(['a', 'b', 'c'])
  expect(parseJsonPath('.a[')).toBeNull()
})

test('[CRD9] string columns show nulls and lists, date columns only timestamps', () => {
  const cells = customColumns([
    { name: 'T', type: 'string', jsonPath: '.t' },
    { name: 'D', type: 'date', jsonPath: '.d' },
    { name: 'Odd', type: 'string', jsonPath: '.a[' },
    { name: 'Last', type: 'string', jsonPath: '.t' },
  ])
  const of = (t: unknown, d: unknown): unknown[] =>
    cells.map((column) => column.cell({ metadata: { name: 'a' }, t, d } as ApiObject, { nowMs: 86_400_000 }))
  expect(of(null, '1970-01-01T00:00:00Z')).toEqual(['a', '<no value>', '24h'])
  expect(of([{ b: 1, a: 2 }], '2020-01-01')).toEqual(['a', '[{"a":2,"b":1}]', '<invalid>'])
  expect(of(undefined, 5)).toEqual(['a', null, null])
  expect(cells[1]?.description).toBe('Custom resource definition column (in JSONPath format): .t')
})

test('[CRD9] cells show numbers as the reference prints a double, and no time as unknown', () => {
  const cells = customColumns([
    { name: 'T', type: 'string', jsonPath: '.v' },
    { name: 'I', type: 'integer', jsonPath: '.v' },
    { name: 'D', type: 'date', jsonPath: '.v' },
  ])
  const of = (v: unknown): unknown[] =>
    cells.slice(1).map((column) => column.cell({ metadata: { name: 'a' }, v } as ApiObject, { nowMs: 0 }))
  expect(of(100_000_000.5)).toEqual(['1.000000005e+08', 100_000_000, null])
  expect(of(0.000_01)).toEqual(['1e-05', 0, null])
  expect(of(100_000_000)).toEqual(['100000000', 100_000_000, null])
  expect(of(9_223_372_036_854_775_807n)).toEqual(['9223372036854775807', 9_223_372_036_854_775_807n, null])
  expect(of(1e21)).toEqual(['1e+21', -9_223_372_036_854_775_808n, null])
  expect(of('')).toEqual(['', null, '<unknown>'])
  expect(of('null')).toEqual(['null', null, '<unknown>'])
  expect(of('0001-01-01T00:00:00Z')).toEqual(['0001-01-01T00:00:00Z', null, '<unknown>'])
})

test('[CRD8] the fields of a scale must be integers and a string', () => {
  const paths = { specReplicasPath: '.spec.n', statusReplicasPath: '.status.n', labelSelectorPath: '.status.s' }
  const errors = (object: object): readonly string[] =>
    validateScaleParts(paths, { metadata: {}, ...object } as ApiObject, 'all').map(fieldErrorText)
  expect(errors({ spec: { n: 'x' }, status: { n: -1, s: 5 } })).toEqual([
    '.spec.n: Invalid value: 0: .spec.n accessor error: x is of the type string, expected int64',
    '.status.n: Invalid value: -1: should be a non-negative integer',
    '.status.s: Invalid value: "": .status.s accessor error: 5 is of the type int64, expected string',
  ])
  expect(errors({ spec: [], status: { n: 2 ** 31 } })).toEqual([
    '.spec.n: Invalid value: 0: .spec.n accessor error: [] is of the type []interface {}, expected map[string]interface{}',
    '.status.n: Invalid value: 2147483648: should be less than or equal to 2147483647',
  ])
  expect(errors({ spec: null })).toEqual([])
})

test('[CRD12] an invalid CA bundle prevents a definition from being established', () => {
  const conversion = { strategy: 'Webhook', webhook: { clientConfig: { caBundle: btoa('no certificate') } } }
  const broken = { ...widgets, spec: { ...widgets.spec, conversion }, status: {} } as CustomResourceDefinition
  const status = settledStatus(broken, () => namesOf([]), '2026-01-01T00:00:00Z') ?? {}
  expect(status.conditions?.at(-1)).toMatchObject({ type: 'Established', status: 'False', reason: 'InvalidCABundle' })
  const mended = settledStatus({ ...widgets, status }, () => namesOf([]), '2026-01-01T00:00:01Z')
  expect(mended?.conditions?.at(-1)).toMatchObject({ type: 'Established', status: 'True' })
})

test('[CRD13] the status reports the API approval of a protected group', () => {
  const of = (text: string): unknown => {
    const metadata = { name: 'x', annotations: { 'api-approved.orch.io': text } }
    const spec = { ...widgets.spec, group: 'a.orch.io' }
    const { conditions } =
      settledStatus({ ...widgets, metadata, spec }, () => namesOf([]), '2026-01-01T00:00:00Z') ?? {}
    const { status, reason, message } = conditions?.at(-1) ?? {}
    return [status, reason, message]
  }
  expect(of('https://a.b/c')).toEqual(['True', 'ApprovedAnnotation', 'approved in https://a.b/c'])
  expect(of('unapproved, a try')).toEqual(['False', 'UnapprovedAnnotation', 'not approved: "unapproved, a try"'])
})
