import { expect, test } from 'vitest'
import { fieldErrorText } from '#api/field-error.ts'
import type { Json, JsonObject } from '#api/json.ts'
import { applyStructuralDefaults } from './default-values.ts'
import { prune } from './prune.ts'
import { validateListTypes, validateValue } from './validate-value.ts'

const spec = (properties: JsonObject): JsonObject => ({
  type: 'object',
  properties: { spec: { type: 'object', properties } },
})

const errorsOf = (properties: JsonObject, value: Json, old?: Json): readonly string[] =>
  validateValue(spec(properties), {
    value: { spec: value },
    path: '',
    said: '',
    ...(old !== undefined && { old: { spec: old } }),
  }).map(fieldErrorText)

test('[CRD3] what the schema does not declare goes, but for what it preserves', () => {
  const schema = spec({
    a: { type: 'integer' },
    free: { type: 'object', 'x-orch-preserve-unknown-fields': true, properties: { k: { type: 'object' } } },
    list: { type: 'array', items: { type: 'object', properties: { b: { type: 'string' } } } },
  })
  const value: JsonObject = {
    kind: 'Widget',
    other: 1,
    spec: { a: 1, x: 2, free: { y: 3, k: { z: 1 } }, list: [{ b: 'b', c: 'c' }] },
  }
  expect(prune(schema, value, true)).toEqual(['other', 'spec.x', 'spec.free.k.z', 'spec.list[0].c'])
  expect(value).toEqual({ kind: 'Widget', spec: { a: 1, free: { y: 3, k: {} }, list: [{ b: 'b' }] } })
})

test('[CRD4] defaults fill what is absent or null, and a null that may not be goes', () => {
  const schema = spec({
    a: { type: 'string', default: 'x' },
    n: { type: 'string', nullable: true, default: 'y' },
    gone: { type: 'integer' },
    deep: { type: 'object', default: {}, properties: { b: { type: 'integer', default: 5 } } },
  })
  const value: JsonObject = { spec: { a: null, n: null, gone: null } }
  applyStructuralDefaults(schema, value)
  expect(value).toEqual({ spec: { a: 'x', n: null, deep: { b: 5 } } })
})

test('[CRD5] values are judged in the words of the reference', () => {
  expect(errorsOf({ stock: { type: 'integer' } }, { stock: 'many' })).toEqual([
    'spec.stock: Invalid value: "string": spec.stock in body must be of type integer: "string"',
  ])
  expect(errorsOf({ s: { type: 'string', maxLength: 3, pattern: '^[a-c]+$' } }, { s: 'xyzz' })).toEqual([
    'spec.s: Too long: may not be more than 3 bytes',
    `spec.s: Invalid value: "xyzz": spec.s in body should match '^[a-c]+$'`,
  ])
  expect(errorsOf({ n: { type: 'integer', minimum: 1, exclusiveMinimum: true } }, { n: 1 })).toEqual([
    'spec.n: Invalid value: 1: spec.n in body should be greater than 1',
  ])
  expect(errorsOf({ p: { 'x-orch-int-or-string': true } }, { p: true })).toEqual([
    'spec.p: Invalid value: "boolean": spec.p in body must be of type integer,string: "boolean"',
  ])
  expect(errorsOf({ e: { type: 'string', enum: ['a', 'b'] } }, { e: 'c' })).toEqual([
    'spec.e: Unsupported value: "c": supported values: "a", "b"',
  ])
})

test('[CRD5] a pattern that would backtrack for ever answers at once', () => {
  const started = performance.now()
  expect(errorsOf({ s: { type: 'string', pattern: '^(a+)+$' } }, { s: `${'a'.repeat(5000)}!` })).toHaveLength(1)
  expect(performance.now() - started).toBeLessThan(2000)
})

test('[CRD5] what an update leaves as it was is not judged again', () => {
  const properties = { s: { type: 'string', maxLength: 1 }, n: { type: 'integer' } }
  expect(errorsOf(properties, { s: 'long', n: 2 }, { s: 'long', n: 1 })).toEqual([])
  expect(errorsOf(properties, { s: 'longer' }, { s: 'long' })).toHaveLength(1)
})

test('[CRD6] sets and maps hold nothing twice', () => {
  const schema = spec({
    set: { type: 'array', 'x-orch-list-type': 'set', items: { type: 'string' } },
    map: { type: 'array', 'x-orch-list-type': 'map', 'x-orch-list-map-keys': ['k'], items: { type: 'object' } },
  })
  const value = { spec: { set: ['x', 'y', 'x', 'x'], map: [{ k: 'a', v: 1 }, { k: 'a' }] } }
  expect(validateListTypes(schema, value, '').map(fieldErrorText)).toEqual([
    'spec.set[2]: Duplicate value: "x"',
    'spec.map[1]: Duplicate value: {"k":"a"}',
  ])
})
