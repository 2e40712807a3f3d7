import { expect, test } from 'vitest'
import type { JsonObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { Status } from '#api/status.ts'
import { toYamlText } from '#ui/texts/yaml-text.ts'
import { appliedConfig } from './applied-config.ts'
import { appliedBy, fieldConflicts, ownershipChanges } from './conflicts.ts'
import { managerEntries, ownedCount, ownedTree, pathText, valueAt } from './fields-v1.ts'
import { ownersOfLines } from './owners-of-lines.ts'

const entry = (manager: string, operation: string, fieldsV1: JsonObject, subresource?: string): JsonObject => ({
  manager,
  operation,
  apiVersion: 'apps/v1',
  time: '2026-01-01T00:00:00Z',
  fieldsType: 'FieldsV1',
  fieldsV1,
  ...(subresource === undefined ? {} : { subresource }),
})

const container = { 'k:{"name":"web"}': { '.': {}, 'f:name': {}, 'f:image': {} } }
const web: ApiObject = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: {
    name: 'web',
    namespace: 'shop',
    uid: 'u',
    resourceVersion: '7',
    labels: { app: 'web' },
    finalizers: ['shop.example/a', 'shop.example/b'],
    managedFields: [
      entry('orchctl', 'Apply', {
        'f:metadata': { 'f:labels': { 'f:app': {} }, 'f:finalizers': { 'v:"shop.example/a"': {} } },
        'f:spec': { 'f:template': { 'f:spec': { 'f:containers': container } } },
      }),
      entry('hpa', 'Update', { 'f:spec': { 'f:replicas': {} } }, 'scale'),
      entry('dashboard', 'Update', {
        'f:metadata': { 'f:labels': { '.': {}, 'f:app': {} }, 'f:finalizers': { '.': {}, 'v:"shop.example/b"': {} } },
        'f:spec': {
          'f:selector': {},
          'f:template': { 'f:spec': { 'f:containers': { 'k:{"name":"web"}': { 'f:args': {} } } } },
        },
      }),
    ],
  },
  spec: {
    replicas: 3,
    selector: { matchLabels: { app: 'web' } },
    template: { spec: { containers: [{ name: 'web', image: 'web:1', args: ['-v', 'two\nlines\n'] }] } },
  },
}

const entries = managerEntries(web)
const tree = ownedTree(entries)
const names = (owners: readonly number[]) => owners.map((at) => entries[at]?.manager)

/** Returns the owners of the line with this text. */
function ownersOf(words: string): readonly (string | undefined)[] {
  const text = toYamlText(web)
  const line = text.split('\n').findIndex((one) => one.trim() === words)
  if (line < 0) throw new Error(`no line ${words}`)
  return names(ownersOfLines(text, tree)?.lines[line]?.owners ?? [])
}

test('[OW1] entries keep manager, operation and subresource, and count the fields they own', () => {
  expect(entries.map(({ manager, operation, subresource }) => `${manager} ${operation} ${subresource}`)).toEqual([
    'orchctl Apply ',
    'hpa Update scale',
    'dashboard Update ',
  ])
  expect(entries.map(({ fields }) => ownedCount(fields))).toEqual([5, 1, 6])
})

test('[OW2] each line has the managers of its field; shared fields have both; list items match by key and by value', () => {
  expect(ownersOf('replicas: 3')).toEqual(['hpa'])
  expect(ownersOf('labels:')).toEqual(['dashboard'])
  expect(ownersOf('- shop.example/a')).toEqual(['orchctl'])
  expect(ownersOf('- shop.example/b')).toEqual(['dashboard'])
  expect(ownersOf('image: web:1')).toEqual(['orchctl'])
  expect(ownersOf('spec:')).toEqual([])
  const text = toYamlText(web)
  const at = text.split('\n').findIndex((one) => one.trim() === 'app: web')
  expect(names(ownersOfLines(text, tree)?.lines[at]?.owners ?? [])).toEqual(['orchctl', 'dashboard'])
})

test('[OW2] a value that is owned as a whole is owned on all of its lines', () => {
  expect(ownersOf('matchLabels:')).toEqual(['dashboard'])
  expect(ownersOf('- -v')).toEqual(['dashboard'])
  expect(ownersOf('lines')).toEqual(['dashboard'])
})

test('[OW2] a path maps to its line, a path without a line to its nearest ancestor', () => {
  const text = toYamlText(web)
  const owners = ownersOfLines(text, tree)
  const containers = ['f:spec', 'f:template', 'f:spec', 'f:containers', 'k:{"name":"web"}']
  const lineOf = (path: readonly string[]) => text.split('\n')[(owners?.lineOf(path) ?? 0) - 1]?.trim()
  expect(lineOf([...containers, 'f:image'])).toBe('image: web:1')
  expect(lineOf([...containers, 'f:nothing'])).toBe('- name: web')
  expect(pathText([...containers, 'f:image'])).toBe('.spec.template.spec.containers[name="web"].image')
  expect(valueAt(web, [...containers, 'f:image'])).toBe('web:1')
})

test('[OW2] consecutive lines with the same owner are one run, also among thousands', () => {
  const data = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`key-${at}`, 'v']))
  const fields = Object.fromEntries(Object.keys(data).map((name) => [`f:${name}`, {}]))
  const big: ApiObject = {
    kind: 'ConfigMap',
    metadata: { name: 'big', managedFields: [entry('a', 'Update', { 'f:data': { '.': {}, ...fields } })] },
    data,
  }
  const owners = ownersOfLines(toYamlText(big), ownedTree(managerEntries(big)))
  expect(owners?.runs).toHaveLength(1)
  expect(owners?.runs[0]).toMatchObject({ end: (owners?.runs[0]?.start ?? 0) + 5000 })
})

const wantedOf = (change: (object: JsonObject) => void): JsonObject => {
  const copy = structuredClone(web)
  change(copy)
  return copy
}

const mine = appliedBy(entries, 'orchctl')

test('[OW3] an apply contains what its manager applied before and what the edit changed, nothing else', () => {
  const wanted = wantedOf((object) => {
    ;(object['spec'] as JsonObject)['replicas'] = 5
  })
  const { config } = appliedConfig({ wanted, base: web, tree, mine })
  expect(config).toEqual({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web', namespace: 'shop', labels: { app: 'web' }, finalizers: ['shop.example/a'] },
    spec: { replicas: 5, template: { spec: { containers: [{ name: 'web', image: 'web:1' }] } } },
  })
})

test('[OW3] a field that is given up is omitted from the apply; a taken one has the current value', () => {
  const wanted = wantedOf((object) => {
    ;(object['spec'] as JsonObject)['replicas'] = 5
  })
  const specOf = (choice: 'give-up' | 'take') =>
    appliedConfig({ wanted, base: web, tree, mine, live: web, choices: new Map([['.spec.replicas', choice]]) }).config[
      'spec'
    ]
  expect(specOf('give-up')).not.toHaveProperty('replicas')
  expect(specOf('take')).toHaveProperty('replicas', 3)
})

test('[OW3] fields that the edit removed but others own are reported: omitting them does not remove them', () => {
  const wanted = wantedOf((object) => {
    delete (object['spec'] as JsonObject)['replicas']
    object.metadata = { ...(object['metadata'] as JsonObject), labels: {} }
  })
  expect(appliedConfig({ wanted, base: web, tree, mine }).notRemoved).toEqual([
    '.metadata.labels.app',
    '.spec.replicas',
  ])
})

test('[OW4] the causes of a refused apply name the field and its manager', () => {
  const status: Status = {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    reason: 'Conflict',
    code: 409,
    details: {
      causes: [
        {
          reason: 'FieldManagerConflict',
          message: 'conflict with "hpa" with subresource "scale" using apps/v1',
          field: '.spec.replicas',
        },
      ],
    },
  }
  expect(fieldConflicts(status, tree)).toMatchObject([
    { path: '.spec.replicas', manager: 'hpa', steps: ['f:spec', 'f:replicas'] },
  ])
  expect(fieldConflicts({ ...status, details: {} }, tree)).toEqual([])
})

test('[OW5] a dry run shows who would lose and who would gain which fields', () => {
  const after = structuredClone(web)
  const [apply, , dashboard] = web.metadata.managedFields ?? []
  after.metadata.managedFields = [
    { ...(apply as JsonObject), fieldsV1: { 'f:spec': { 'f:replicas': {} } } },
    dashboard ?? {},
  ]
  const changes = ownershipChanges(web, after)
  expect(changes.find(({ manager }) => manager === 'hpa')).toEqual({
    manager: 'hpa',
    lost: ['.spec.replicas'],
    gained: [],
  })
  expect(changes.find(({ manager }) => manager === 'orchctl')?.gained).toEqual(['.spec.replicas'])
  expect(changes.some(({ manager }) => manager === 'dashboard')).toBe(false)
})
