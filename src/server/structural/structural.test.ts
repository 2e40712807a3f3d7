import { expect, test } from 'vitest'
import { fieldErrorText } from '#api/field-error.ts'
import type { Json, JsonObject } from '#api/json.ts'
import { applyStructuralDefaults } from './default-values.ts'
import { prune } from './prune.ts'
import { validateValue, validateValueInPieces } from './validate-value.ts'
import { validateListTypes } from './validation/list-types.ts'
import { validate } from './validation/validate-schema.ts'

const spec = (properties: JsonObject): JsonObject => ({
  type: 'object',
  properties: { spec: { type: 'object', properties } },
})

const errorsOf = (properties: JsonObject, value: Json, old?: Json): readonly string[] =>
  validateValue(spec(properties), {
    value: { spec: value },
    path: '',
    ...(old !== undefined && { old: { spec: old } }),
  }).map(fieldErrorText)

test('[CRD3] undeclared fields are pruned unless the schema preserves them', () => {
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
  expect(prune(schema, value, true)).toEqual(['other', 'spec.free.k.z', 'spec.list[0].c', 'spec.x'])
  expect(value).toEqual({ kind: 'Widget', spec: { a: 1, free: { y: 3, k: {} }, list: [{ b: 'b' }] } })
})

test('[CRD4] defaults replace absent fields and nulls, and a null in a non-nullable field is removed', () => {
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

test('[CRD5] errors of values have the text of the reference', () => {
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

test('[CRD5] a pattern that would cause catastrophic backtracking matches in linear time', () => {
  // With backtracking this would not end in a lifetime.
  expect(errorsOf({ s: { type: 'string', pattern: '^(a+)+$' } }, { s: `${'a'.repeat(5000)}!` })).toHaveLength(1)
})

test('[CRD5] values that an update does not change are not validated again', () => {
  const properties = { s: { type: 'string', maxLength: 1 }, n: { type: 'integer' } }
  expect(errorsOf(properties, { s: 'long', n: 2 }, { s: 'long', n: 1 })).toEqual([])
  expect(errorsOf(properties, { s: 'longer' }, { s: 'long' })).toHaveLength(1)
})

test('[CRD17] a format replaces the type check, and lists pass both', () => {
  const date = { p: { type: 'string', format: 'date' } }
  expect(errorsOf(date, { p: 1 })).toEqual([
    'spec.p: Invalid value: "int64": spec.p in body must be of type date: "int64"',
  ])
  expect(errorsOf(date, { p: {} })).toEqual(['spec.p: Invalid value: "": spec.p in body must be of type date: ""'])
  expect(errorsOf(date, { p: [null] })).toEqual([])
  expect(errorsOf({ p: { type: 'integer', format: 'date' } }, { p: ['x'] })).toHaveLength(1)
  expect(errorsOf({ p: { type: 'string', format: 'who-knows' } }, { p: 1 })).toEqual([
    'spec.p: Invalid value: "integer": spec.p in body must be of type string: "integer"',
  ])
})

test('[CRD17] enumerations, bounds and multiples are compared as in the reference', () => {
  expect(errorsOf({ p: { type: 'string', enum: ['a', 'b'] } }, { p: 5 })).toEqual([
    'spec.p: Invalid value: "integer": spec.p in body must be of type string: "integer"',
    'spec.p: Unsupported value: 5: supported values: "a", "b"',
  ])
  expect(errorsOf({ p: { type: 'string', nullable: true, enum: ['a', null] } }, { p: null })).toEqual([
    'spec.p: Unsupported value: null: supported values: "a", "null"',
  ])
  expect(errorsOf({ p: { type: 'number', enum: [1] } }, { p: 1.5 })).toEqual([])
  expect(errorsOf({ p: { type: 'integer', minimum: 1.5 } }, { p: 1 })).toEqual([])
  expect(errorsOf({ p: { type: 'number', multipleOf: 0.5 } }, { p: 1 })).toEqual([
    'spec.p: Invalid value: 0: factor MultipleOf declared for spec.p must be positive: 0',
  ])
  expect(errorsOf({ p: { type: 'number', multipleOf: 0.1 } }, { p: 0.3 })).toEqual([])
})

test('[CRD17] errors of compositions have no field, and describe the alternative with the most matches', () => {
  const oneOf = { p: { type: 'string', oneOf: [{ minLength: 1 }, { pattern: '^a' }] } }
  expect(errorsOf(oneOf, { p: '' })).toEqual([
    '<nil>: Invalid value: "": "spec.p" must validate one and only one schema (oneOf). Found none valid',
    'spec.p: Invalid value: "": spec.p in body should be at least 1 chars long',
  ])
  expect(errorsOf(oneOf, { p: 'aa' })).toEqual([
    '<nil>: Invalid value: "": "spec.p" must validate one and only one schema (oneOf). Found 2 valid alternatives',
  ])
  expect(errorsOf({ p: { type: 'integer', allOf: [{ minimum: 2 }, { minimum: 3 }] } }, { p: 1 })).toEqual([
    'spec.p: Invalid value: 1: spec.p in body should be greater than or equal to 2',
    'spec.p: Invalid value: 1: spec.p in body should be greater than or equal to 3',
    '<nil>: Invalid value: "": "spec.p" must validate all the schemas (allOf). None validated',
  ])
  const anyOf = { p: { type: 'object', anyOf: [{ required: ['x'] }, { properties: { y: { minimum: 2 } } }] } }
  expect(errorsOf(anyOf, { p: { y: 1 } }).slice(1)).toEqual([
    'spec.p.y: Invalid value: 1: spec.p.y in body should be greater than or equal to 2',
  ])
  expect(errorsOf({ p: { type: 'integer', not: { minimum: 2 } } }, { p: 2 })).toEqual([
    '<nil>: Invalid value: "": "spec.p" must not validate the schema (not)',
  ])
})

test('[CRD17] closed objects refuse undeclared members, and missing required members are reported last', () => {
  expect(errorsOf({ p: { type: 'object', additionalProperties: false } }, { p: { a: 1 } })).toEqual([
    'spec.p: Invalid value: "a": spec.p.a in body is a forbidden property',
  ])
  const schema = { p: { type: 'object', required: ['z'], properties: { a: { type: 'string' } } } }
  expect(errorsOf(schema, { p: { a: 1 } })).toEqual([
    'spec.p.a: Invalid value: "integer": spec.p.a in body must be of type string: "integer"',
    'spec.p.z: Required value',
  ])
})

test('[CRD5] reordering a list of type map does not change it, reordering other lists does', () => {
  const items = { type: 'object', properties: { k: { type: 'string' } } }
  const list = (extra: JsonObject): JsonObject => ({ l: { type: 'array', maxItems: 1, items, ...extra } })
  const [value, old] = [{ l: [{ k: 'b' }, { k: 'a' }] }, { l: [{ k: 'a' }, { k: 'b' }] }]
  expect(errorsOf(list({ 'x-orch-list-type': 'map', 'x-orch-list-map-keys': ['k'] }), value, old)).toEqual([])
  expect(errorsOf(list({}), value, old)).toEqual(['spec.l: Too many: 2: must have at most 1 item'])
  const root = { type: 'object', properties: { kind: { type: 'string', enum: ['A'] } } }
  expect(validateValue(root, { value: { kind: 'B' }, old: { kind: 'B', other: 1 }, path: '' })).toHaveLength(1)
})

test('[CRD6] sets and maps must not contain duplicates', () => {
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

test('[ER8] a large value has the same errors in pieces as in one', () => {
  const named: JsonObject = {
    type: 'object',
    additionalProperties: { type: 'array', maxItems: 3, items: { type: 'integer' } },
  }
  const schema = spec({
    rows: { type: 'array', maxItems: 9, items: { ...named, required: ['id'] } },
    named,
    none: named,
  })
  const row = (length: number): JsonObject =>
    Object.fromEntries(Array.from({ length }, (_, at) => [`n${at}`, at % 2 === 0 ? [at, 'x', 1.5, 4] : []]))
  const value: JsonObject = {
    spec: { rows: Array.from({ length: 20 }, (_, at) => row(at * 20)), named: row(900), none: 1 },
  }
  const whole = validate(schema, value, { path: '', past: null }).toFieldErrors('').map(fieldErrorText)
  expect(whole.length).toBeGreaterThan(1000)
  const pieces = validateValueInPieces(schema, { value, path: '' })
  let [count, step] = [0, pieces.next()]
  for (; step.done !== true; step = pieces.next()) count += 1
  expect(count).toBeGreaterThan(5)
  expect(step.value.map(fieldErrorText)).toEqual(whole)
})

test('[ER8] the members of a large map are validated one after another', () => {
  const value: JsonObject = {}
  let read = 0
  const names = Array.from({ length: 20_000 }, (_, at) => `k${at}`)
  for (const name of names) Object.defineProperty(value, name, { enumerable: true, get: () => (read += 1) })
  const schema = { type: 'object', additionalProperties: { type: 'string' } }
  const pieces = validateValueInPieces(schema, { value, path: '' })
  pieces.next()
  expect(read).toBeLessThan(2000)
  let last = pieces.next()
  while (last.done !== true) last = pieces.next()
  expect(last.value).toHaveLength(20_000)
})

test('[ER8] [CRD17] compositions of a large list are checked in pieces, with the same errors', () => {
  const schemas: readonly JsonObject[] = [
    { allOf: [{ maxItems: 10 }, { items: { minimum: 5 } }] },
    { anyOf: [{ minItems: 9000 }, { items: { maximum: 0 } }] },
    { oneOf: [{ items: { minimum: 9 } }, { items: { maximum: 0 } }] },
    { not: { items: { minimum: 1 } } },
  ]
  const value: JsonObject = { spec: { numbers: Array.from({ length: 3000 }, () => 1) } }
  const countOf = (composition: JsonObject): number => {
    const schema = spec({ numbers: { type: 'array', items: { type: 'integer' }, ...composition } })
    const pieces = validateValueInPieces(schema, { value, path: '' })
    let [count, step] = [0, pieces.next()]
    for (; step.done !== true; step = pieces.next()) count += 1
    const whole = validate(schema, value, { path: '', past: null }).toFieldErrors('')
    expect(step.value).toEqual(whole)
    expect(whole.length > 0).toBe(Object.keys(composition).length > 0)
    return count
  }
  const plain = countOf({})
  for (const composition of schemas)
    expect(countOf(composition), JSON.stringify(composition)).toBeGreaterThan(plain + 3)
})
