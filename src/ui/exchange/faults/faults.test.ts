import { expect, test } from 'vitest'
import type { Status, StatusCause } from '#api/status.ts'
import { faultsOf, type KnownValues, withFixes } from './faults.ts'
import { sluggedName, valueOfType } from './fault-values.ts'
import { typeAt } from './schema-type.ts'

const refused = (...causes: readonly StatusCause[]): Status => ({
  kind: 'Status',
  apiVersion: 'v1',
  metadata: {},
  status: 'Failure',
  reason: 'Invalid',
  code: 422,
  details: { causes: [...causes] },
})

const cause = (reason: string, field: string, message: string): StatusCause => ({ reason, field, message })

const nothing: KnownValues = { stored: () => undefined, typeAt: () => '' }

const book = `apiVersion: catalog.example/v1
kind: Book
metadata:
  name: persuasion
spec:
  # as counted
  stock: "9"
  format: papr
`

test('[EX7] each cause has its line, the words of the server and the value that is right; all are set at once', () => {
  const status = refused(
    cause(
      'FieldValueTypeInvalid',
      'spec.stock',
      'Invalid value: "string": spec.stock in body must be of type integer: "string"',
    ),
    cause('FieldValueNotSupported', 'spec.format', 'Unsupported value: "papr": supported values: "cloth", "paper"'),
    cause('FieldValueRequired', 'spec.authors', 'Required value'),
  )
  const known: KnownValues = { ...nothing, typeAt: (path) => (path.at(-1) === 'authors' ? 'array' : '') }
  const faults = faultsOf(status, book, known)
  expect(faults.map(({ line, words, fix }) => [line, words, fix?.label])).toEqual([
    [7, 'must be of type integer', 'Set 9'],
    [8, 'supported values: "cloth", "paper"', 'Set paper'],
    [5, 'required, and it is missing', 'Add []'],
  ])
  // Comments and the other lines stay as they were written.
  expect(withFixes(book, faults)).toBe(book.replace('"9"', '9').replace('papr\n', 'paper\n  authors: []\n'))
})

test('[EX7] a cause whose field was changed since is marked and has no fix; a value that is an object is no part of the words', () => {
  const status = refused(
    cause('FieldValueInvalid', 'spec.replicas', 'Invalid value: -1: must be greater than or equal to 0'),
    cause('FieldValueInvalid', 'spec.labels', 'Invalid value: {"a":"c: d"}: `selector` does not match `labels`'),
    cause('FieldValueInvalid', 'spec.ports', 'Invalid value: [1,2]: must be one'),
  )
  const sent = 'spec:\n  replicas: -1\n  labels: {a: "c: d"}\n  ports: [1, 2]\n'
  const faults = faultsOf(status, sent, nothing)
  expect(faults.map(({ words, isChanged }) => [words, isChanged])).toEqual([
    ['must be greater than or equal to 0', false],
    ['`selector` does not match `labels`', false],
    ['must be one', false],
  ])
  const mended = faultsOf(status, withFixes(sent, faults), nothing, sent)
  expect(mended.map(({ fix, isChanged }) => [fix, isChanged])).toEqual([
    [null, true],
    [null, false],
    [null, false],
  ])
})

test('[EX7] bounds, names, immutable and forbidden fields are mended in YAML and JSON; what nobody knows has no button', () => {
  const body = JSON.stringify({ metadata: { name: 'My App' }, spec: { replicas: -1, clusterIP: 'None', image: 'a' } })
  const status = refused(
    cause('FieldValueInvalid', 'spec.replicas', 'Invalid value: -1: must be greater than or equal to 0'),
    cause(
      'FieldValueInvalid',
      'metadata.name',
      'Invalid value: "My App": a lowercase RFC 1123 subdomain must consist of …',
    ),
    cause('FieldValueInvalid', 'spec.clusterIP', 'Invalid value: "None": field is immutable'),
    cause('FieldValueForbidden', 'spec.image', 'Forbidden: may not be set here'),
    cause('FieldValueRequired', 'spec.template', 'Required value'),
    cause('FieldValueForbidden', 'spec', 'Forbidden: pod updates may not change other fields'),
  )
  const faults = faultsOf(status, body, {
    ...nothing,
    stored: (path) => (path.at(-1) === 'clusterIP' ? '10.0.0.7' : undefined),
  })
  expect(faults.map(({ fix }) => fix?.label)).toEqual([
    'Set 0',
    'Set "my-app"',
    'Restore "10.0.0.7"',
    'Remove it',
    undefined,
    undefined,
  ])
  expect(JSON.parse(withFixes(body, faults))).toEqual({
    metadata: { name: 'my-app' },
    spec: { replicas: 0, clusterIP: '10.0.0.7' },
  })
  expect(faultsOf(refused(cause('FieldValueInvalid', '', 'no')), '{', nothing)).toEqual([
    { field: '', words: 'no', line: 0, fix: null, isChanged: false },
  ])
})

test('[EX7] values are converted only where they say what is meant, and types come from the schema of the kind', () => {
  expect([valueOfType('3', 'integer'), valueOfType('3.5', 'integer'), valueOfType('yes', 'boolean')]).toEqual([
    3,
    undefined,
    true,
  ])
  expect([valueOfType('x', 'array'), valueOfType('', 'object'), valueOfType('x', 'unknown')]).toEqual([
    ['x'],
    {},
    undefined,
  ])
  expect([sluggedName('fine-name'), sluggedName('_A b_')]).toEqual(['', 'a-b'])
  const schema = { properties: { spec: { properties: { tags: { type: 'array', items: { type: 'string' } } } } } }
  expect([typeAt(schema, ['spec', 'tags']), typeAt(schema, ['spec', 'tags', 0]), typeAt(schema, ['none'])]).toEqual([
    'array',
    'string',
    '',
  ])
})
