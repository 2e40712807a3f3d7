import { doneAtOnce } from '#api/bodies/in-pieces.ts'
import { expect, test } from 'vitest'
import type { JsonObject } from '#api/json.ts'
import { atomOfStructural } from '#server/merge/apply/structural.ts'
import type { MergeRules } from '#server/merge/apply/updater.ts'
import {
  type Managed,
  decodeManagedFields,
  encodeManagedFields,
  managerIdentifier,
  noOwners,
} from './managed-fields.ts'
import { type Tracked, trackApply, trackUpdate } from './managed-fields-manager.ts'
import { parentOwners, scaleOwners } from './managed-fields-scale.ts'

const atom = atomOfStructural({ 'x-orch-preserve-unknown-fields': true })
const rules: MergeRules = { apiVersion: 'v1', touched: null, convert: (value) => ({ atom, value }) }
const trackedApply = (...args: Parameters<typeof trackApply>): Tracked => doneAtOnce(trackApply(...args))

const write = (manager: string, second = 0): Parameters<typeof trackUpdate>[0] => ({
  rules,
  manager,
  subresource: '',
  time: `2024-01-01T00:00:${String(second).padStart(2, '0')}Z`,
})
const entry = (fields: JsonObject): JsonObject => ({
  manager: 'm',
  operation: 'Update',
  apiVersion: 'v1',
  fieldsType: 'FieldsV1',
  fieldsV1: { 'f:x': {} },
  ...fields,
})
const names = (managed: Managed): unknown[] => (encodeManagedFields(managed) ?? []).map(({ manager }) => manager)

test('[SSA9] invalid entries are refused with the error text of the reference', () => {
  const refused: [JsonObject, string][] = [
    [{ operation: 'Nope' }, 'operation must be `Apply` or `Update`'],
    [{ apiVersion: '' }, 'apiVersion must not be empty'],
    [{ fieldsType: '' }, 'missing fieldsType in managed fields entry 0'],
    [{ fieldsType: 'V2' }, 'invalid fieldsType "V2" in managed fields entry 0'],
    [{ fieldsV1: { nonsense: {} } }, 'error decoding set: missing colon: nonsense'],
  ]
  for (const [change, message] of refused) expect(() => decodeManagedFields([entry(change)])).toThrow(message)
  expect(decodeManagedFields([])).toBe(noOwners)
})

test('[SSA9] entries are sorted by operation, time, manager, version and subresource', () => {
  const time = '2024-01-01T00:00:00Z'
  const entries = [
    entry({ manager: 'z', operation: 'Apply', time }),
    entry({ manager: 'b' }),
    entry({ manager: 'c', apiVersion: 'v1' }),
    entry({ manager: 'c', apiVersion: 'v2' }),
    entry({ manager: 'c', apiVersion: 'v2', subresource: 'status' }),
    entry({ manager: 'a', time }),
  ]

  expect(encodeManagedFields(decodeManagedFields(entries.toReversed()))).toEqual(entries)
})

test('[SSA8] apply entries share one manager across versions, update entries have one for each version', () => {
  const name = { manager: 'm', apiVersion: 'v1', subresource: '' }

  expect(managerIdentifier({ ...name, operation: 'Apply' })).toBe('{"manager":"m","operation":"Apply"}')
  expect(managerIdentifier({ ...name, operation: 'Update', subresource: 'status' })).toBe(
    '{"manager":"m","operation":"Update","apiVersion":"v1","subresource":"status"}',
  )
})

test('[SSA3] [SSA7] an update owns the fields that it changed, except the name and the version', () => {
  const live = { kind: 'K', metadata: { name: 'a' }, x: 1 }
  const next = { kind: 'K', metadata: { name: 'a', uid: 'u', labels: { l: '1' } }, x: 2 }

  const managed = trackUpdate(write(''), decodeManagedFields([entry({})]), live, next)

  expect(encodeManagedFields(managed)).toEqual([
    entry({
      manager: 'unknown',
      time: '2024-01-01T00:00:00Z',
      fieldsV1: { 'f:metadata': { 'f:labels': { '.': {}, 'f:l': {} } }, 'f:x': {} },
    }),
  ])
})

test('[SSA10] the oldest update entries beyond ten are merged into one', () => {
  let managed = noOwners
  let live: JsonObject = {}
  for (let at = 0; at < 12; at++) {
    const next = { ...live, [`field${at}`]: at }
    managed = trackUpdate(write(`manager${at}`, at), managed, live, next)
    live = next
  }

  expect(names(managed)).toEqual(['ancient-changes', ...Array.from({ length: 9 }, (_, at) => `manager${at + 3}`)])
  expect(encodeManagedFields(managed)?.[0]).toMatchObject({
    time: '2024-01-01T00:00:02Z',
    fieldsV1: { 'f:field0': {}, 'f:field1': {}, 'f:field2': {} },
  })
})

test('[SSA4] [SSA15] an apply that changes nothing keeps the time, and the first apply assigns an owner to the existing fields', () => {
  const live = { x: 1 }
  const { value, managed } = trackedApply(write('a'), noOwners, { live, empty: {}, config: { x: 1 }, force: false })

  expect(value).toBeUndefined()
  expect(encodeManagedFields(managed)).toEqual([
    entry({ manager: 'a', operation: 'Apply' }),
    entry({ manager: 'before-first-apply', time: '2024-01-01T00:00:00Z' }),
  ])
})

test('[SSA13] a scale has the owners of replicas, and passes new owners to its parent', () => {
  const path = ['f:spec', 'f:replicas']
  const pathIn = (version: string): string[] | undefined => (version === 'apps/v1' ? path : undefined)
  const owner = entry({ apiVersion: 'apps/v1', fieldsV1: { 'f:spec': { 'f:replicas': {}, 'f:paused': {} } } })
  const parent = decodeManagedFields([owner])
  const scaled = entry({ manager: 's', subresource: 'scale', fieldsV1: { 'f:spec': { 'f:replicas': {} } } })

  expect(encodeManagedFields(scaleOwners(parent, pathIn))).toEqual([
    entry({ apiVersion: 'autoscaling/v1', fieldsV1: { 'f:spec': { 'f:replicas': {} } } }),
  ])
  const after = parentOwners(parent, decodeManagedFields([scaled]), { pathIn, apiVersion: 'apps/v1' })
  expect(encodeManagedFields(after)).toEqual([
    entry({ apiVersion: 'apps/v1', fieldsV1: { 'f:spec': { 'f:paused': {} } } }),
    { ...scaled, apiVersion: 'apps/v1' },
  ])
})

test('the fields of a stored entry are decoded once, also when a client sends them back', () => {
  const stored = [
    { operation: 'Update', apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1: { 'f:data': { 'f:a': {} } } },
  ]
  const sets = (managed: Managed): unknown[] => [...managed.owners.values()].map(({ set }) => set)
  const [known] = sets(decodeManagedFields(stored))
  const sent = structuredClone(stored)
  expect(sets(decodeManagedFields(sent, stored))[0]).toBe(known)
  const [changed] = sets(decodeManagedFields([{ ...sent[0], fieldsV1: { 'f:data': { 'f:b': {} } } }], stored))
  expect(changed).not.toBe(known)
  expect(changed).toEqual(sets(decodeManagedFields([{ ...sent[0], fieldsV1: { 'f:data': { 'f:b': {} } } }]))[0])
})
