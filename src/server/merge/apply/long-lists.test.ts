import { expect, test } from 'vitest'
import type { Pieces } from '#api/bodies/in-pieces.ts'
import type { Json } from '#api/json.ts'
import { emptyFieldSet } from '#server/merge/managed-fields/field-set.ts'
import { toFieldsV1, toFieldsV1InPieces } from '#server/merge/managed-fields/field-set-json.ts'
import { compareInPieces } from './compare.ts'
import type { Owners } from './conflict.ts'
import { toFieldSetInPieces } from './field-set.ts'
import { isLong } from './long.ts'
import { mergeInPieces, mergeValues } from './merge.ts'
import { atomOfStructural } from './structural.ts'
import { type MergeRules, applyConfigInPieces, comparisonsInPieces, updateOwners } from './updater.ts'

const text = { type: 'string' }
const atom = atomOfStructural({
  type: 'object',
  properties: {
    tags: { type: 'array', items: text, 'x-orch-list-type': 'set' },
    rows: {
      type: 'array',
      items: { type: 'object', properties: { k: text, v: text } },
      'x-orch-list-type': 'map',
      'x-orch-list-map-keys': ['k'],
    },
  },
})
const rules: MergeRules = { apiVersion: 'v1', touched: null, convert: (value) => ({ atom, value }) }

function counted<Value>(pieces: Pieces<Value>): { readonly value: Value; readonly steps: number } {
  for (let steps = 1; ; steps++) {
    const { done, value } = pieces.next()
    if (done === true) return { value, steps }
  }
}

const tags = (from: number, to: number): string[] => Array.from({ length: to - from }, (_, at) => `t${from + at}`)
const rows = (from: number, to: number, v: string): Json[] => tags(from, to).map((k) => ({ k, v }))

test('[ER8] long lists are merged in pieces, with the result of one piece', () => {
  const left = { tags: ['t5', 't5', ...tags(3000, 9000)], rows: rows(0, 6000, 'old') }
  const right = { tags: tags(0, 8000).toReversed(), rows: rows(3000, 9000, 'new') }
  const { value, steps } = counted(mergeInPieces(atom, left, right))
  expect(value).toEqual(mergeValues(atom, left, right))
  expect(steps).toBeGreaterThan(20)
})

test('[ER8] long lists are compared in pieces: added, removed, changed and doubled items', () => {
  const left = { tags: ['x', 'x', 'y', ...tags(0, 6000)], rows: rows(0, 3000, 'old') }
  const right = { tags: ['x', 'x', 'y', 'y', ...tags(1, 6001)], rows: [...rows(0, 1, 'new'), ...rows(1, 3000, 'old')] }
  const { value, steps } = counted(compareInPieces(atom, left, right))
  expect(toFieldsV1(value.added)).toEqual({ 'f:tags': { 'v:"t6000"': {}, 'v:"y"': {} } })
  expect(toFieldsV1(value.removed)).toEqual({ 'f:tags': { 'v:"t0"': {}, 'v:"y"': {} } })
  expect(toFieldsV1(value.modified)).toEqual({ 'f:rows': { 'k:{"k":"t0"}': { 'f:v': {} } } })
  expect(steps).toBeGreaterThan(20)
})

test('[ER8] the fields of a long list are listed and encoded in pieces', () => {
  const { value, steps } = counted(toFieldSetInPieces(atom, { tags: ['x', 'x', ...tags(0, 6000)] }))
  const encoded = counted(toFieldsV1InPieces(value))
  expect(Object.keys(encoded.value['f:tags'] ?? {})).toHaveLength(6001)
  expect(encoded.value).toEqual(toFieldsV1(value))
  expect([steps > 10, encoded.steps > 5]).toEqual([true, true])
})

test('[ER8] [SSA2] [SSA3] writes of long lists have the same owners in pieces', () => {
  const live = { rows: rows(0, 5000, 'old') }
  const none: Owners = new Map()
  const compared = counted(comparisonsInPieces(rules, none, {}, live))
  const created = updateOwners(rules, none, { live: {}, next: live, manager: 'one', known: compared.value })
  const config = { rows: rows(2500, 7500, 'new') }
  const applied = counted(applyConfigInPieces(rules, created, { live, config, manager: 'two', force: true }))
  const sizes = [...applied.value.owners].map(([manager, { set }]) => [
    manager,
    set.children?.get('f:rows')?.children?.size,
  ])
  expect(sizes).toEqual([
    ['one', 5000],
    ['two', 5000],
  ])
  expect(applied.value.value).toEqual({ rows: [...rows(0, 2500, 'old'), ...rows(2500, 7500, 'new')] })
  expect([compared.steps > 10, applied.steps > 40]).toEqual([true, true])
})

test('[ER8] [SSA5] items of a long list that an apply gives up go in pieces, those of another manager stay', () => {
  const none: Owners = new Map()
  const first = { live: {}, config: { rows: rows(0, 6000, 'a') }, manager: 'one', force: false }
  const one = counted(applyConfigInPieces(rules, none, first)).value
  const second = { live: one.value ?? {}, config: { rows: rows(0, 10, 'a') }, manager: 'two', force: false }
  const two = counted(applyConfigInPieces(rules, one.owners, second)).value
  const fewer = {
    live: two.value ?? one.value ?? {},
    config: { rows: rows(3000, 6000, 'a') },
    manager: 'one',
    force: false,
  }
  const { value, steps } = counted(applyConfigInPieces(rules, two.owners, fewer))
  expect(value.value).toEqual({ rows: [...rows(0, 10, 'a'), ...rows(3000, 6000, 'a')] })
  expect(steps).toBeGreaterThan(40)
})

test('[ER8] only objects with thousands of fields and items are long', () => {
  expect(isLong({ tags: tags(0, 1900) })).toBe(false)
  expect(isLong({ tags: tags(0, 2100) })).toBe(true)
  expect(isLong({ many: Array.from({ length: 300 }, () => rows(0, 3, 'a')) })).toBe(true)
  expect(isLong(Object.fromEntries(tags(0, 2100).map((name) => [name, null])))).toBe(true)
})

test('[ER8] [SSA2] the owners that a large apply takes fields from are compared in steps of their own', () => {
  const live = { rows: rows(0, 5000, 'old') }
  const config = { rows: rows(0, 5000, 'new') }
  const owners = (count: number): Owners =>
    new Map(
      Array.from({ length: count }, (_, at) => {
        const created = updateOwners(rules, new Map(), { live: {}, next: live, manager: 'one' })
        return [`m${at}`, { apiVersion: 'v1', applied: false, set: emptyFieldSet, ...created.get('one') }]
      }),
    )
  const steps = (count: number): number =>
    counted(applyConfigInPieces(rules, owners(count), { live, config, manager: 'two', force: true })).steps
  expect(steps(3) - steps(2)).toBe(3)
})
