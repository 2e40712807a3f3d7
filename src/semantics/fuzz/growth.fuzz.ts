import { expect, test } from 'vitest'
import { printExactJson } from '#api/exact-json.ts'
import type { Json } from '#api/json.ts'
import { matchesLabels } from '#api/selectors/label-selector.ts'
import { parseLabelSelector } from '#api/selectors/parse-label-selector.ts'
import { mergeTolerations } from '#server/admission/plugins/merge-tolerations.ts'
import { atomOfStructural } from '#server/merge/apply/structural.ts'
import { type Managed, decodeManagedFields } from '#server/merge/managed-fields/managed-fields.ts'
import { trackUpdate } from '#server/merge/managed-fields/managed-fields-manager.ts'
import type { Schema } from '#schema/schema.ts'
import { applyJsonPatch, parseJsonPatch } from '#server/merge/json-patch.ts'
import { applyMergePatch } from '#server/merge/merge-patch.ts'
import { applyStrategicMergePatch } from '#server/merge/strategic-merge-patch.ts'
import { CorrelatedValue } from '#server/structural/validation/correlated-value.ts'
import { validateListTypes } from '#server/structural/validation/list-types.ts'
import { parseJson } from '#syntax/parse-json.ts'
import { parseYaml } from '#syntax/parse-yaml.ts'
import { printYaml } from '#syntax/print-yaml.ts'

/** Builds an input of the given size; the returned function is measured. */
type Subject = (size: number) => () => unknown

const numbers = (size: number): number[] => Array.from({ length: size }, (_, at) => at)
const pairs = (size: number, each: (at: number) => string): string => numbers(size).map(each).join(',')
const keyed = (size: number, value: string): Json[] => numbers(size).map((at) => ({ name: `n${at}`, value }))
const names = (size: number): string[] => numbers(size).map((at) => `n${at}`)
const merged: Schema = {
  type: 'map',
  values: {
    type: 'list',
    items: { type: 'map', values: { type: 'scalar', scalar: 'string' } },
    patchStrategy: ['merge'],
    patchMergeKey: 'name',
  },
}
const list = {
  type: 'array',
  'x-orch-list-type': 'map',
  'x-orch-list-map-keys': ['name'],
  items: { type: 'object', properties: { name: { type: 'string' }, value: { type: 'string' } } },
}
/** Managers that own one field each. */
const managed = (size: number, operation: 'Apply' | 'Update'): Managed =>
  decodeManagedFields(
    numbers(size).map((at) => ({
      manager: `m${at}`,
      operation,
      apiVersion: 'v1',
      fieldsType: 'FieldsV1',
      fieldsV1: { 'f:data': { [`f:k${at}`]: {} } },
    })),
  )
const owning = atomOfStructural({ 'x-orch-preserve-unknown-fields': true })
const update: Parameters<typeof trackUpdate>[0] = {
  rules: { apiVersion: 'v1', touched: null, convert: (value) => ({ atom: owning, value }) },
  manager: 'm',
  subresource: '',
  time: '2024-01-01T00:00:00Z',
}
const set = { type: 'array', 'x-orch-list-type': 'set', items: { type: 'string' } }

const subjects: Readonly<Record<string, Subject>> = {
  'JSON: keys': (size) => {
    const text = `{${pairs(size, (at) => `"k${at}":${at}`)}}`
    return () => parseJson(text, { duplicates: true })
  },
  'JSON: doubled keys': (size) => {
    const text = `{${pairs(size, (at) => `"k${at % 10}":{"a":${at}}`)}}`
    return () => parseJson(text, { duplicates: true })
  },
  'JSON: large numbers': (size) => {
    const text = `[${pairs(size, (at) => `90071992547409${at % 10}93`)}]`
    return () => printExactJson(parseJson(text).value)
  },
  'YAML: flow map': (size) => {
    const text = `{${pairs(size, (at) => `k${at}: v`)}}`
    return () => parseYaml(text)
  },
  'YAML: block map': (size) => {
    const text = names(size)
      .map((name) => `${name}: v\n`)
      .join('')
    return () => parseYaml(text)
  },
  'YAML: long scalars': (size) => {
    const text = `a: "${'x '.repeat(size * 4)}"\nb: |\n${'  line\n'.repeat(size)}`
    return () => parseYaml(text)
  },
  'YAML: printing': (size) => {
    const value = { items: keyed(size, 'some words here'), text: 'word '.repeat(size) }
    return () => printYaml(value)
  },
  'strategic merge: maps': (size) => {
    const [live, patch] = [{ a: keyed(size, 'x') }, { a: keyed(size, 'y').toReversed() }]
    return () => applyStrategicMergePatch(structuredClone(live), structuredClone(patch), merged)
  },
  'strategic merge: scalars': (size) => {
    const patch = { a: names(size * 2) }
    return () => applyStrategicMergePatch({ a: names(size) }, structuredClone(patch), merged)
  },
  'strategic merge: deletions': (size) => {
    const patch = { '$deleteFromPrimitiveList/a': names(size) }
    return () => applyStrategicMergePatch({ a: names(size * 2) }, structuredClone(patch), merged)
  },
  'merge patch: keys': (size) => {
    const value = Object.fromEntries(names(size).map((name) => [name, { a: name }]))
    return () => applyMergePatch({ value }, value)
  },
  'managed fields: owners of changed fields': (size) => {
    const [before, fields] = [managed(size, 'Apply'), Object.fromEntries(names(size).map((name) => [name, name]))]
    return () => trackUpdate(update, before, { data: {} }, { data: fields })
  },
  'managed fields: too many updaters': (size) => {
    const before = managed(size, 'Update')
    return () => trackUpdate(update, before, { data: {} }, { data: { a: 'a' } })
  },
  'tolerations: those that others cover': (size) => {
    const tolerations = names(size).map((key) => ({ key, operator: 'Exists' }))
    return () => mergeTolerations(tolerations)
  },
  'JSON patch: items': (size) => {
    const operations = numbers(size).map((at) => ({ op: 'add', path: '/a/-', value: at }))
    return () => applyJsonPatch(parseJsonPatch({ value: operations }, true), { a: [] })
  },
  'validation: doubles': (size) => {
    const value = names(size)
    return () => validateListTypes(set, value, 'a')
  },
  'validation: items with their old values': (size) => {
    const [next, live] = [keyed(size, 'x'), keyed(size, 'x').toReversed()]
    return () => expect(new CorrelatedValue(list, next, live).isEqual).toBe(true)
  },
  'selectors: terms': (size) => {
    const text = names(size).join(',')
    return () => matchesLabels(parseLabelSelector(text), {})
  },
}

const base = 1_200
const factor = 8

function milliseconds(run: () => unknown): number {
  let best = Infinity
  for (let round = 0; round < 4; round++) {
    const start = performance.now()
    run()
    best = Math.min(best, performance.now() - start)
  }
  return best
}

const attempts = 12

const isLinear = (small: number, large: number): boolean => large < 150 || large / small < 6 * factor

for (const [name, prepare] of Object.entries(subjects))
  test(`growth: ${name}`, () => {
    let [small, large] = [Infinity, Infinity]
    // Linear work takes eight times as long, quadratic work 64 times. Garbage collection and load distort short times,
    // so the shortest of each are compared, and measuring goes on until they show linear growth.
    for (let attempt = 0; attempt < attempts && !isLinear(small, large); attempt++) {
      small = Math.min(small, milliseconds(prepare(base)))
      large = Math.min(large, milliseconds(prepare(base * factor)))
    }
    process.stdout.write(
      `growth: ${name}: ${base} in ${small.toFixed(2)} ms, ${base * factor} in ${large.toFixed(2)} ms\n`,
    )
    expect(isLinear(small, large), `${small} ms, ${large} ms`).toBe(true)
  }, 120_000)
