import { expect, test } from 'vitest'
import type { Json, JsonObject } from '#api/json.ts'
import type { StructSchema } from '#schema/schema.ts'
import { checkTyped } from './validate.ts'
import { compareValues } from './compare.ts'
import { ApplyConflicts, type Owners } from './conflict.ts'
import { ApplyTypeError } from './errors.ts'
import { toFieldSet } from './field-set.ts'
import { mergeValues } from './merge.ts'
import { atomOfSchema } from './schema.ts'
import { atomOfCustomResource, atomOfStructural } from './structural.ts'
import { type MergeRules, applyConfig, updateOwners } from './updater.ts'
import { toFieldsV1 } from '#server/merge/managed-fields/field-set-json.ts'
import { pathText } from '#server/merge/managed-fields/field-set-element.ts'

const text: JsonObject = { type: 'string' }
const schema: JsonObject = {
  type: 'object',
  properties: {
    size: { type: 'integer' },
    tags: { type: 'array', items: text, 'x-orch-list-type': 'set' },
    ports: {
      type: 'array',
      items: {
        type: 'object',
        properties: { port: { type: 'integer' }, protocol: { ...text, default: 'TCP' }, name: text },
      },
      'x-orch-list-type': 'map',
      'x-orch-list-map-keys': ['port', 'protocol'],
    },
    labels: { type: 'object', additionalProperties: text },
    whole: { type: 'object', properties: { a: text, b: text }, 'x-orch-map-type': 'atomic' },
    free: { 'x-orch-preserve-unknown-fields': true },
  },
}
const atom = atomOfStructural(schema)
const rules: MergeRules = {
  apiVersion: 'v1',
  touched: null,
  convert: (value, _from, to) => (to === 'v1' ? { atom, value } : null),
}
const fields = (value: Json): string => JSON.stringify(toFieldsV1(toFieldSet(atom, value)))
const apply = (owners: Owners, live: Json, config: Json, manager: string): ReturnType<typeof applyConfig> =>
  applyConfig(rules, owners, { live, config, manager, force: false })

test('[SSA12] the field set of a value contains list items by key with defaults, set members by value and atomic values as a whole', () => {
  expect(fields({ ports: [{ port: 80, name: 'a' }], tags: ['x'], whole: { a: '1' }, labels: {} })).toBe(
    '{"f:labels":{},"f:ports":{"k:{\\"port\\":80,\\"protocol\\":\\"TCP\\"}":{".":{},"f:name":{},"f:port":{}}},"f:tags":{"v:\\"x\\"":{}},"f:whole":{}}',
  )
  expect(fields({ tags: ['x', 'y', 'x'], free: { a: { b: [1] } } })).toBe(
    '{"f:free":{"f:a":{".":{},"f:b":{}}},"f:tags":{"v:\\"x\\"":{},"v:\\"y\\"":{}}}',
  )
})

test('[SSA14] values that do not match the schema are reported with their path', () => {
  const problem = (value: Json): string => {
    try {
      checkTyped(atom, value, { allowDoubles: false })
      return ''
    } catch (error) {
      return error instanceof ApplyTypeError ? error.message : String(error)
    }
  }
  expect(problem({ size: 'x' })).toBe('.size: expected numeric (int or float), got string')
  expect(problem({ nope: 1 })).toBe('.nope: field not declared in schema')
  expect(problem({ tags: ['a', 'a'] })).toBe('.tags: duplicate entries for key [="a"]')
  expect(problem({ tags: [null] })).toContain('explicit null')
  expect(problem({ tags: [{}] })).toContain("that's a map type")
  expect(problem({ ports: [{ port: 80 }, { port: 80, protocol: 'TCP' }] })).toBe(
    '.ports: duplicate entries for key [port=80,protocol="TCP"]',
  )
  expect(problem({ labels: { a: 1 }, size: true })).toBe(
    'errors:\n  .labels.a: expected string, got &value.valueUnstructured{Value:1}\n  .size: expected numeric (int or float), got bool',
  )
  expect(problem({ labels: [], ports: {} })).toContain('.labels: expected map, got &{[]}')
  expect(problem({ size: null, free: { any: [{}] } })).toBe('')
})

test('a merge keeps the position of items that are only in the left list and uses the order of the right list', () => {
  const merged = mergeValues(
    atom,
    { tags: ['a', 'b', 'c'], size: 1, whole: { a: '1' } },
    { tags: ['c', 'x', 'a'], whole: { b: '2' }, size: null },
  )

  expect(merged).toEqual({ tags: ['b', 'c', 'x', 'a'], size: null, whole: { b: '2' } })
})

test('a comparison distinguishes added, modified and removed fields', () => {
  const { added, modified, removed } = compareValues(
    atom,
    { size: 1, labels: { a: '1' }, tags: ['x'], whole: { a: '1' } },
    { size: 2, labels: { b: '1' }, tags: ['x', 'y'], whole: { a: '2' } },
  )

  expect(toFieldsV1(added)).toEqual({ 'f:labels': { 'f:b': {} }, 'f:tags': { 'v:"y"': {} } })
  expect(toFieldsV1(modified)).toEqual({ 'f:size': {}, 'f:whole': {} })
  expect(toFieldsV1(removed)).toEqual({ 'f:labels': { 'f:a': {} } })
})

test('[SSA2] [SSA5] different values of other managers conflict, equal values are shared, and fields without an owner are removed', () => {
  const first = apply(new Map(), {}, { size: 1, labels: { a: '1' } }, 'one')
  const shared = apply(first.owners, first.value ?? {}, { size: 1 }, 'two')

  expect(shared.value).toBeUndefined()
  expect(() => apply(shared.owners, first.value ?? {}, { size: 2 }, 'three')).toThrow(ApplyConflicts)

  const givenUp = apply(shared.owners, first.value ?? {}, {}, 'one')
  expect(givenUp.value).toEqual({ size: 1 })
  expect([...givenUp.owners.keys()]).toEqual(['two'])

  const live = first.value ?? {}
  const forced = applyConfig(rules, shared.owners, { live, config: { size: 2 }, manager: 'three', force: true })
  expect([...forced.owners].map(([name, { set }]) => [name, toFieldsV1(set)])).toEqual([
    ['one', { 'f:labels': { 'f:a': {} } }],
    ['three', { 'f:size': {} }],
  ])
})

test('[SSA2] conflicts are sorted by manager, then by path', () => {
  const owners = updateOwners(rules, new Map(), {
    live: {},
    next: { size: 1, labels: { b: '1', a: '1' } },
    manager: 'b',
  })
  const both = apply(owners, { size: 1, labels: { b: '1', a: '1' } }, { labels: { a: '1' } }, 'a').owners
  try {
    apply(both, { size: 1, labels: { b: '1', a: '1' } }, { size: 2, labels: { a: '2', b: '2' } }, 'c')
    expect.unreachable()
  } catch (error) {
    const found = error instanceof ApplyConflicts ? error.conflicts : []
    expect(found.map(({ manager, path }) => `${manager}${pathText(path)}`)).toEqual([
      'a.labels.a',
      'b.size',
      'b.labels.a',
      'b.labels.b',
    ])
  }
})

test('[SSA3] owners of versions that are no longer served are removed', () => {
  const owners = new Map([['old', { set: toFieldSet(atom, { size: 1 }), apiVersion: 'v0', applied: false }]])

  expect(updateOwners(rules, owners, { live: {}, next: {}, manager: 'x' }).size).toBe(0)
})

test('[SSA11] a field that became atomic is owned as a whole by the owners of its parts', () => {
  const before = atomOfStructural({
    type: 'object',
    properties: { whole: { type: 'object', properties: { a: text } } },
  })
  const owners = new Map([['x', { set: toFieldSet(before, { whole: { a: '1' } }), apiVersion: 'v1', applied: true }]])

  const after = updateOwners(rules, owners, { live: { whole: { a: '1' } }, next: { whole: { a: '1' } }, manager: 'y' })

  expect([...after.values()].map(({ set }) => toFieldsV1(set))).toEqual([{ 'f:whole': {} }])
})

test('schemas of built-in kinds may be recursive; list keys that are always encoded default to their zero value', () => {
  const items: StructSchema = { type: 'struct', name: 'T', fields: new Map() }
  const list = { type: 'list', items, listType: 'map', listMapKeys: ['name'] } as const
  const fields_ = items.fields as Map<string, unknown>
  const plain = { pointer: false, omitEmpty: false, required: true }
  fields_.set('name', { name: 'name', schema: { type: 'scalar', scalar: 'string' }, ...plain })
  fields_.set('below', { name: 'below', schema: list, ...plain })

  const owned = toFieldSet(atomOfSchema(list), [{ below: [{ name: 'b' }] }])

  expect(toFieldsV1(owned)).toEqual({
    'k:{"name":""}': { '.': {}, 'f:below': { 'k:{"name":"b"}': { '.': {}, 'f:name': {} } } },
  })
})

test('[SSA11] a custom resource has the metadata schema of all objects, and merges by deduced types where it has no schema', () => {
  const metadata = atomOfStructural({
    type: 'object',
    properties: { labels: { type: 'object', additionalProperties: text } },
  })
  const object = { kind: 'W', metadata: { labels: { a: '1' } }, spec: { list: [1], deep: { b: 1 } } }
  const strict = atomOfCustomResource({ type: 'object', properties: { spec: { type: 'object' } } }, metadata)

  expect(toFieldsV1(toFieldSet(atomOfCustomResource({}, metadata), object))).toEqual({
    'f:kind': {},
    'f:metadata': { 'f:labels': { 'f:a': {} } },
    'f:spec': { '.': {}, 'f:deep': { '.': {}, 'f:b': {} }, 'f:list': {} },
  })
  expect(() => checkTyped(strict, { ...object, other: 1 }, { allowDoubles: false })).toThrow(
    '.other: field not declared',
  )
})

test('[SSA6] a declared field is removed with its last child field, an undeclared field becomes null', () => {
  const first = apply(new Map(), {}, { labels: { a: '1' }, tags: ['x'], free: { deep: { b: 1 } } }, 'one')

  const emptied = apply(first.owners, first.value ?? {}, { free: { deep: {} } }, 'one')

  expect(emptied.value).toEqual({ free: { deep: null } })
})
