import { expect, test } from 'vitest'
import type { JsonObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { askedFields } from './asked-fields.ts'
import { fileProblem } from './file-problem.ts'
import { markedLines } from './marked-lines.ts'
import { managersText, readManagers } from './store.ts'
import { fieldLabel, plainValue } from './way-words.ts'

const entry = (manager: string, spec: JsonObject): JsonObject => ({
  manager,
  operation: 'Apply',
  apiVersion: 'apps/v1',
  fieldsV1: { 'f:spec': spec },
})

const env = (name: string): JsonObject => ({
  [`k:${JSON.stringify({ name })}`]: { '.': {}, 'f:name': {}, 'f:value': {} },
})

/** A Deployment of which A owns replicas, B a variable, and both the memory. */
const cart = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: {
    name: 'cart',
    managedFields: [
      entry('A', { 'f:replicas': {}, 'f:memory': {} }),
      entry('B', { 'f:memory': {}, 'f:env': env('PROMO') }),
    ],
  },
  spec: { replicas: 2, memory: '256Mi', env: [{ name: 'PROMO', value: 'spring' }] },
} as ApiObject

const left = 'kind: Deployment\nspec:\n  replicas: 2\n  memory: 256Mi\n  env:\n  - name: PROMO\n    value: autumn\n'
const leftFile = {
  kind: 'Deployment',
  spec: { replicas: 2, memory: '256Mi', env: [{ name: 'PROMO', value: 'autumn' }] },
}
const rightFile = { kind: 'Deployment', spec: { memory: '256Mi', env: [{ name: 'RIBBON', value: 'on' }] } }
const heldByB = { spec: { memory: '256Mi', env: [{ name: 'PROMO', value: 'spring' }] } }

const fields = askedFields(
  cart,
  { asked: { left: leftFile, right: rightFile }, held: [heldByB] },
  { left: ['.spec.env[name="PROMO"].value'], right: [] },
)

test('[AN5] each field of both files stands beside its value now: in conflict, new, the same, or left out', () => {
  const rows = fields.map(({ label, owners, now, asked }) => [
    label,
    owners.join(),
    now,
    asked.left.mark,
    asked.right.mark,
  ])
  expect(rows).toEqual([
    ['env PROMO', 'B', 'spring', 'conflict', 'absent'],
    ['env RIBBON', '', undefined, 'absent', 'new'],
    ['memory', 'A,B', '256Mi', 'same', 'same'],
    ['replicas', 'A', 2, 'same', 'absent'],
  ])
})

test('[AN5] the names of fields leave out metadata and spec where the rest tells them apart', () => {
  const labelsIn = (file: JsonObject): readonly string[] =>
    askedFields({ metadata: {} }, { asked: { left: file, right: file }, held: [] }, { left: [], right: [] }).map(
      ({ label }) => label,
    )
  const labels = { app: 'web' }
  const template = { metadata: { labels }, spec: { nodeName: 'a' } }
  expect(labelsIn({ metadata: { labels }, spec: { template } })).toEqual([
    'labels app',
    'template labels app',
    'nodeName',
  ])
  expect(labelsIn({ metadata: { labels }, spec: { labels } })).toEqual(['metadata labels app', 'spec labels app'])
})

test('[AN5] the lines of a file bear their owners and what they would change, or what the other file would take', () => {
  const lines = markedLines(left, cart, fields, 'left')
  expect(lines.map(({ owners, mark }) => `${owners.join('')} ${mark}`.trim())).toEqual([
    '',
    '',
    'A',
    'AB',
    '',
    'B',
    'B conflict',
  ])
  const right = 'spec:\n  env:\n  - name: PROMO\n    value: spring\n  - name: RIBBON\n    value: "on"\n'
  expect(markedLines(right, cart, fields, 'right').map(({ mark }) => mark)).toEqual(['', '', '', 'taken', 'new', 'new'])
  expect(markedLines('a: [', cart, fields, 'left')).toEqual([])
})

test('[AN5] values are written as YAML has them, and fields by the end of their path', () => {
  expect(['spring', 'on', '7', 'a b', '', 3, true, ['x']].map(plainValue)).toEqual([
    'spring',
    '"on"',
    '"7"',
    '"a b"',
    '""',
    '3',
    'true',
    '["x"]',
  ])
  expect(plainValue('x'.repeat(30))).toBe(`${'x'.repeat(23)}…`)
  expect(fieldLabel('.spec.memory', fields)).toBe('memory')
  expect(fieldLabel('.spec.containers[name="cart"].ports[containerPort=8080,protocol="TCP"].protocol', [])).toBe(
    'ports[containerPort=8080,protocol="TCP"].protocol',
  )
})

test('[AN7] the address names the managers of both panes, whatever is in their names', () => {
  const managers = { left: 'kustomize~2', right: 'a%7E/b c' }
  expect(readManagers(managersText(managers))).toEqual(managers)
  expect(readManagers('orchctl')).toEqual({ left: '', right: 'orchctl' })
  expect(readManagers('')).toEqual({ left: '', right: '' })
})

test('[AN8] a file that cannot be applied says so with the line', () => {
  expect(fileProblem('kind: A\n')).toBe('')
  expect(fileProblem('{}')).toBe('')
  // A file without fields asks for nothing.
  const none = askedFields(cart, { asked: { left: {}, right: {} }, held: [] }, { left: [], right: [] })
  expect(none).toEqual([])
  expect(fileProblem(' \n')).toContain('The file is empty')
  expect(fileProblem('- a')).toBe('Line 1: an object is a mapping of fields. Nothing can be sent before it is mended.')
  expect(fileProblem('{')).toMatch(/^Line [12]: .+\. Nothing can be sent/)
  expect(fileProblem('a: 1\n---\nb: 2\n')).toMatch(/^Line [23]: a second document begins here/)
})
