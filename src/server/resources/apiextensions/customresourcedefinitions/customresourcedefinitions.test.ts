import { expect, test } from 'vitest'
import type { JsonObject } from '#api/json.ts'
import { fieldErrorText } from '#api/field-error.ts'
import { tryCreate } from '#testing/strategy-trial.ts'
import { customresourcedefinitions } from './definition.ts'
import { validateSchema } from './schema-validation.ts'

const schemaErrors = (a: JsonObject): readonly string[] =>
  validateSchema({ type: 'object', properties: { a } }, 's').map(fieldErrorText)

const definition = (names: JsonObject): JsonObject => ({
  metadata: { name: 'widgets.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names,
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
  },
})

test('[CRD1] names default from the kind, and storedVersions records the storage version', () => {
  const { object, errors } = tryCreate(customresourcedefinitions, definition({ plural: 'widgets', kind: 'Widget' }))
  expect(errors).toEqual([])
  expect(object).toMatchObject({
    spec: { names: { singular: 'widget', listKind: 'WidgetList' }, conversion: { strategy: 'None' } },
    status: { storedVersions: ['v1'] },
  })
})

test('[CRD1] names are DNS labels, and metadata.name is composed of plural and group', () => {
  const { errors } = tryCreate(
    customresourcedefinitions,
    definition({ plural: 'gadgets', kind: 'Gadget', listKind: 'Gadget' }),
  )
  expect(errors).toEqual([
    'metadata.name: Invalid value: "widgets.example.com": must be spec.names.plural+"."+spec.group',
    'spec.names.listKind: Invalid value: "Gadget": kind and listKind may not be the same',
  ])
})

test('[CRD1] the schema of a version must be structural', () => {
  expect(schemaErrors({})).toEqual([
    's.properties[a].type: Required value: must not be empty for specified object fields',
  ])
  expect(schemaErrors({ type: 'array' })).toEqual(['s.properties[a].items: Required value: must be specified'])
  expect(schemaErrors({ type: 'string', $ref: 'x' })).toEqual([
    's.properties[a].$ref: Forbidden: $ref is not supported',
  ])
  expect(schemaErrors({ type: 'object', anyOf: [{ type: 'string' }] })).toEqual([
    's.properties[a].anyOf[0].type: Forbidden: must be empty to be structural',
  ])
  expect(schemaErrors({ type: 'integer', default: 'x' })).toEqual([
    's.properties[a].default: Invalid value: "string":  in body must be of type integer: "string"',
  ])
})
