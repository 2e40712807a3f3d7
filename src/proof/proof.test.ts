import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { answerKind } from './answer-kind.ts'
import { readDifferences } from './differences.ts'
import type { ProofExchange } from './exchange.ts'
import { groupOf } from './groups.ts'
import { familyRows, type Measured, provenKinds } from './measured.ts'
import measuredJson from './measured.json' with { type: 'json' }
import type { RecordedCase } from './recorded-case.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const recordings = join(root, 'src/semantics/data/conformance/recordings')
const cases = readdirSync(recordings, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.json'))
  .map((name) => JSON.parse(readFileSync(join(recordings, name), 'utf8')) as RecordedCase)
const measured = measuredJson as Measured
const rows = familyRows(cases, measured)
const proven = provenKinds(cases, measured)

/** The refusal of an update that was built on an old version. */
const conflict: ProofExchange = {
  method: 'PUT',
  target: '/api/v1/namespaces/shop/configmaps/pricing?fieldManager=bob',
  sentType: 'application/json',
  status: 409,
  answeredType: 'application/json',
  warning: '',
  text: '',
  body: {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message:
      'Operation cannot be fulfilled on configmaps "pricing": the object has been modified; please apply your changes to the latest version and try again',
    reason: 'Conflict',
    details: { name: 'pricing', kind: 'configmaps' },
    code: 409,
  },
}

const proofOf = (exchange: ProofExchange) => proven.get(answerKind(exchange))

test('[UPS1] the table counts every recording and every step, and each step that differs is known to a case', () => {
  expect(rows.reduce((sum, { cases: own }) => sum + own.length, 0)).toBe(cases.length)
  const all = cases.reduce((sum, { results }) => sum + results.length, 0)
  expect(rows.reduce((sum, { steps, apart }) => sum + steps + apart, 0)).toBe(all)
  const differing = rows.flatMap((row) => row.differing)
  expect(differing).toHaveLength(
    Object.values(measured.differing).reduce((sum, steps) => sum + Object.keys(steps).length, 0),
  )
  expect(differing.filter(({ mayDiffer }) => mayDiffer !== '')).toEqual([])
})

test('[UPS1] docs/differences.md names a cause for the steps of each family that differ, with their number', () => {
  const families = new Set(rows.map(({ family }) => family))
  const known = readDifferences(readFileSync(join(root, 'docs/differences.md'), 'utf8'), families)
  expect(known.length).toBeGreaterThan(40)
  const unexplained = rows
    .filter(({ differing }) => differing.length > 0)
    .filter(
      ({ family, differing }) =>
        !known.some(({ measured: counts }) =>
          counts.some((one) => one.family === family && one.steps === differing.length),
        ),
    )
  expect(unexplained.map(({ family }) => family)).toEqual([])
})

test('[UPS1] every family belongs to a line of the table of its own subject', () => {
  expect(['apply-depth', 'crd-more', 'names', 'namespaces', 'watch-deep', 'misc'].map(groupOf)).toEqual([
    'Apply',
    'Custom resources',
    'Reading and writing',
    'Deletion',
    'Watches',
    'The rest',
  ])
  const loose = rows.filter(({ family }) => groupOf(family) === 'The rest').map(({ family }) => family.split('-')[0])
  expect([...new Set(loose)]).toEqual(['errors', 'events', 'misc', 'subresources'])
})

test('[UPS2] an answer is proven by a recording of the same verb, type, status, reason and wording, whatever its names', () => {
  const proof = proofOf(conflict)
  expect(proof).toBeDefined()
  const recorded = cases.find(({ name }) => name === proof?.name)
  expect(recorded?.steps[proof?.step ?? 0]?.method).toBe('PUT')
  expect(recorded?.results[proof?.step ?? 0]?.body).toMatchObject({ code: 409, reason: 'Conflict' })
})

test('[UPS2] an answer that no recording has is not proven: another verb, type, code, reason or wording', () => {
  const body = conflict.body as Record<string, string>
  const others: readonly ProofExchange[] = [
    { ...conflict, method: 'DELETE' },
    { ...conflict, target: '/api/v1/namespaces/shop/secrets/pricing' },
    { ...conflict, status: 410 },
    { ...conflict, answeredType: 'application/yaml' },
    { ...conflict, warning: '299 - "something"' },
    { ...conflict, body: { ...body, reason: 'AlreadyExists' } },
    { ...conflict, body: { ...body, message: 'the object has been modified' } },
    { ...conflict, body: { ...body, details: { causes: [{ reason: 'FieldValueInvalid', field: 'data' }] } } },
  ]
  expect(others.filter((other) => proofOf(other) !== undefined)).toEqual([])
})

test('[UPS2] a patch is proven by a recording about such patches, and by one about deletions only while the object is being deleted', () => {
  const patched: ProofExchange = {
    ...conflict,
    method: 'PATCH',
    sentType: 'application/json-patch+json',
    status: 200,
    body: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'pricing' } },
  }
  const familyOf = (exchange: ProofExchange) => cases.find(({ name }) => name === proofOf(exchange)?.name)?.family
  expect(familyOf(patched)).toBe('json-patch')
  expect(familyOf({ ...patched, sentType: 'application/merge-patch+json' })).toBe('merge-patch')
  const deleting = {
    ...patched,
    body: { ...(patched.body as object), metadata: { deletionTimestamp: '2026-01-01T00:00:00Z' } },
  }
  expect(answerKind(deleting)).not.toBe(answerKind(patched))
  for (const { name, step } of proven.values()) {
    const recorded = cases.find((one) => one.name === name)
    if (recorded?.steps[step]?.method !== 'PATCH' || !/delet|finalizer/.test(recorded.family)) continue
    const result = recorded.results[step]
    const isRefused = (result?.status ?? 0) >= 400
    expect(isRefused || JSON.stringify(result?.body ?? {}).includes('deletionTimestamp')).toBe(true)
  }
})

test('[UPS2] a plain answer is proven by a recording about plain answers, not by one about the form of bodies', () => {
  const list: ProofExchange = {
    ...conflict,
    method: 'GET',
    target: '/api/v1/namespaces/shop/configmaps',
    sentType: '',
    status: 200,
    body: { apiVersion: 'v1', kind: 'ConfigMapList', metadata: {}, items: [] },
  }
  const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'pricing' } }
  const missing = {
    kind: 'Status',
    status: 'Failure',
    message: 'deployments.apps "nobody" not found',
    reason: 'NotFound',
    details: { name: 'nobody', group: 'apps', kind: 'deployments' },
    code: 404,
  }
  const target = '/apis/apps/v1/namespaces/shop/deployments/nobody'
  const plain: readonly ProofExchange[] = [
    list,
    { ...list, target: `${list.target}/pricing`, body },
    { ...list, method: 'POST', sentType: 'application/json', status: 201, body },
    { ...list, target, status: 404, body: missing },
    conflict,
  ]
  expect(plain.map((exchange) => proofOf(exchange)?.name)).toEqual([
    'list-kind-and-empty-items',
    'crud-create-system-fields-ignored',
    'crud-delete-answers',
    'errors-not-found',
    'conc-put-stale-version',
  ])
})

test('[UPS2] no step that differs from its recording, or may differ, proves anything', () => {
  for (const { name, step } of proven.values()) {
    expect(measured.differing).not.toHaveProperty([name, String(step)])
    expect(cases.find((one) => one.name === name)?.steps[step]?.mayDiffer).toBeUndefined()
  }
  expect(proven.size).toBeGreaterThan(1000)
})

test('[UPS2] custom types are of one kind: a recording of another group and name proves them', () => {
  const missing = (group: string, plural: string): ProofExchange => ({
    ...conflict,
    method: 'GET',
    target: `/apis/${group}/v1/namespaces/shop/${plural}/dune`,
    sentType: '',
    status: 404,
    body: {
      kind: 'Status',
      status: 'Failure',
      message: `${plural}.${group} "dune" not found`,
      reason: 'NotFound',
      details: { name: 'dune', group, kind: plural },
      code: 404,
    },
  })
  expect(answerKind(missing('catalog.example', 'books'))).toBe(answerKind(missing('shop.example.com', 'crates')))
  expect(proofOf(missing('catalog.example', 'books'))).toBeDefined()
})
