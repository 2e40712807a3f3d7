import { expect, test } from 'vitest'
import type { JsonObject } from '#api/json.ts'
import { fieldErrorText } from '#api/field-error.ts'
import { validateSchema } from './schema-validation.ts'

const wholeErrors = (schema: JsonObject): readonly string[] => validateSchema(schema, 's').map(fieldErrorText)
const fieldErrors = (a: JsonObject): readonly string[] => wholeErrors({ type: 'object', properties: { a } })
const text = { type: 'string' }

test('[CRD11] fields that the root constrains under allOf, anyOf, oneOf or not must be declared outside of them', () => {
  const anyOf = [{ properties: { b: { properties: { c: {} } } } }, { required: ['b'] }]
  expect(wholeErrors({ type: 'object', anyOf })).toEqual([
    's.properties[b]: Required value: because it is defined in s.anyOf[0].properties[b]',
  ])
  expect(wholeErrors({ type: 'object', anyOf, properties: { b: { type: 'object' } } })).toEqual([
    's.properties[b].properties[c]: Required value: because it is defined in s.anyOf[0].properties[b].properties[c]',
  ])
  expect(fieldErrors({ type: 'object', anyOf })).toEqual([])
})

test('[CRD11] the int-or-string pattern may specify types, as anyOf itself or as the first schema of allOf', () => {
  const anyOf = [{ type: 'integer' }, text]
  expect(fieldErrors({ 'x-orch-int-or-string': true, anyOf })).toEqual([])
  expect(fieldErrors({ 'x-orch-int-or-string': true, allOf: [{ anyOf }, { pattern: '^a' }] })).toEqual([])
  expect(fieldErrors({ 'x-orch-int-or-string': true, allOf: [{ pattern: '^a' }, { anyOf: [text] }] })).toEqual([
    's.properties[a].allOf[1].anyOf[0].type: Forbidden: must be empty to be structural',
  ])
})

test('[CRD11] properties and additionalProperties, embedded resources and int-or-string are mutually exclusive', () => {
  expect(wholeErrors({ type: 'object', additionalProperties: text })).toEqual([
    's.additionalProperties: Forbidden: must not be used at the root',
  ])
  expect(
    fieldErrors({
      type: 'object',
      'x-orch-embedded-resource': true,
      'x-orch-preserve-unknown-fields': true,
      additionalProperties: text,
    }),
  ).toEqual(['s.properties[a].additionalProperties: Forbidden: must not be used if x-orch-embedded-resource is set'])
  expect(fieldErrors({ 'x-orch-int-or-string': true, 'x-orch-preserve-unknown-fields': true })).toEqual([
    's.properties[a].x-orch-preserve-unknown-fields: Invalid value: true: must be false if x-orch-int-or-string is true',
  ])
})

test('[CRD11] schemas under logical junctors have no extensions and do not constrain metadata', () => {
  const nested = {
    'x-orch-list-type': 'set',
    'x-orch-map-type': 'atomic',
    'x-orch-list-map-keys': ['k'],
    properties: { metadata: {} },
  }
  expect(fieldErrors({ type: 'object', not: nested }).slice(0, 4)).toEqual([
    's.properties[a].not.properties[metadata]: Forbidden: must not be specified in a nested context',
    's.properties[a].not.x-orch-list-map-keys: Forbidden: must be empty to be structural',
    's.properties[a].not.x-orch-list-type: Forbidden: must be undefined to be structural',
    's.properties[a].not.x-orch-map-type: Forbidden: must be undefined to be structural',
  ])
})

test('[CRD11] the root may constrain only name and generateName in metadata, and nothing in metadata has a default', () => {
  const metadata = { type: 'object', properties: { labels: { type: 'object', additionalProperties: text } } }
  const embedded = { type: 'object', 'x-orch-embedded-resource': true, properties: { metadata } }
  expect(fieldErrors(embedded)).toEqual([])
  expect(wholeErrors({ type: 'object', properties: { metadata: { type: 'object', required: ['name'] } } })).toEqual([
    's.properties[metadata]: Forbidden: must not specify anything other than name and generateName, but metadata is implicitly specified',
  ])
  expect(
    wholeErrors({
      type: 'object',
      properties: { metadata: { type: 'object', properties: { name: { ...text, default: 'x' } } } },
    }),
  ).toEqual(['s.properties[metadata].properties[name].default: Forbidden: must not be set in top-level metadata'])
})

test('[CRD11] types are required and recognized at every level, and items and list map keys are not nullable', () => {
  expect(fieldErrors({ type: 'null' })).toEqual([
    's.properties[a].type: Unsupported value: "null": supported values: "array", "boolean", "integer", "number", "object", "string"',
    's.properties[a].type: Forbidden: type cannot be set to null, use nullable as an alternative',
  ])
  const items = { type: 'object', nullable: true, required: ['k'], properties: { k: { ...text, nullable: true } } }
  const list = { type: 'array', 'x-orch-list-type': 'map', 'x-orch-list-map-keys': ['k'], items }
  expect(fieldErrors(list)).toEqual([
    's.properties[a].items.nullable: Forbidden: cannot be nullable when x-orch-list-type is map',
    's.properties[a].items.properties[k].nullable: Forbidden: this property is in x-orch-list-map-keys, so it cannot be nullable',
  ])
})
