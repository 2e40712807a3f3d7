import { expect, test } from 'vitest'
import { applyEdits } from '#document/edits.ts'
import { checkManifest, refusalProblems } from '#manifest/check-manifest.ts'
import { completeManifest } from '#manifest/complete-manifest.ts'
import { hoverManifest } from '#manifest/hover-manifest.ts'
import { type FieldSchema, kindSchema, type KindId } from '#manifest/open-schema.ts'
import type { ManifestProblem } from '#manifest/problem.ts'
import { parseYaml } from '#syntax/parse-yaml.ts'
import { customDefinition } from '#testing/custom-definition.ts'
import { startServer } from './trial-server.ts'

const server = startServer()
const deployment: KindId = { group: 'apps', version: 'v1', kind: 'Deployment' }
const definitions = '/apis/apiextensions.orch.io/v1/customresourcedefinitions'
const book: KindId = { group: 'catalog.example', version: 'v1', kind: 'Book' }

async function schemaOf(kind: KindId, from = server): Promise<FieldSchema> {
  const path = kind.group === '' ? `api/${kind.version}` : `apis/${kind.group}/${kind.version}`
  const schema = kindSchema((await from.get(`/openapi/v3/${path}`)).body, kind)
  if (schema === undefined) throw new Error(`no schema of ${kind.kind}`)
  return schema
}

const web = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: default
  labels:
    app.orch.io/name: web
spec:
  replicas: 3
  selector:
    matchLabels: {app: web}
  template:
    metadata:
      labels: {app: web}
    spec:
      containers:
      - name: web
        image: shop/web:1
        ports:
        - containerPort: 80
`

/** The marked text, the message and the titles of the fixes of each problem. */
const told = (text: string, problems: readonly ManifestProblem[]) =>
  problems.map(({ range, message, fixes }) => [
    text.slice(range.start, range.end),
    message,
    fixes.map(({ title }) => title),
  ])
const fixed = (text: string, [problem]: readonly ManifestProblem[], at = 0) =>
  applyEdits(text, problem?.fixes[at]?.edits ?? [])

test('[YE10] a text without faults has no problems; unknown fields and wrong types are marked at their exact ranges', async () => {
  const schema = await schemaOf(deployment)
  const broken = web
    .replace('replicas: 3', 'replicaz: 3')
    .replace('containerPort: 80', 'containerPort: "80"\n          protokol: TCP')
    .replace('name: web\n        image', 'name: true\n        image')

  expect(checkManifest(web, schema)).toEqual({ problems: [], isDecodable: true })
  const { problems, isDecodable } = checkManifest(broken, schema)
  expect(isDecodable).toBe(false)
  expect(told(broken, problems)).toEqual([
    ['replicaz', 'unknown field "spec.replicaz"', ['Rename to replicas', 'Remove replicaz']],
    ['true', 'must be a string, not a boolean', ['Quote it: "true"']],
    ['"80"', 'must be an integer, not a string', ['Remove the quotes: 80']],
    [
      'protokol',
      'unknown field "spec.template.spec.containers[0].ports[0].protokol"',
      ['Rename to protocol', 'Remove protokol'],
    ],
  ])
  expect(problems[0]).toMatchObject({ start: { line: 9, column: 3 }, end: { line: 9, column: 11 } })
})

test('[YE10] quantities, percentages, null, dates and free-form objects fit their fields', async () => {
  const schema = await schemaOf(deployment)
  const text = web
    .replace(
      '  template:',
      '  strategy: {rollingUpdate: {maxSurge: 1, maxUnavailable: 25%}}\n  paused: null\n  template:',
    )
    .replace('image: shop/web:1', 'image: shop/web:1\n        resources: {limits: {cpu: 1, memory: 64Mi}}')
    .replace('  labels:', '  creationTimestamp: 2026-01-01T00:00:00Z\n  labels:')
  expect(checkManifest(text, schema).problems).toEqual([])
})

test('[YE10] an object that the server returns has no problems', async () => {
  const created = await server.post('/apis/apps/v1/namespaces/default/deployments', toJson(web))
  const definition = await server.post(definitions, kinds({ type: 'object', 'x-orch-preserve-unknown-fields': true }))
  expect([created.status, definition.status]).toEqual([201, 201])
  expect(checkManifest(JSON.stringify(created.body, null, 2), await schemaOf(deployment)).problems).toEqual([])
  const crd = { group: 'apiextensions.orch.io', version: 'v1', kind: 'CustomResourceDefinition' }
  expect(checkManifest(JSON.stringify(definition.body, null, 2), await schemaOf(crd)).problems).toEqual([])
})

test('[YE12] a fix renames, removes, quotes, and takes the quotes away', async () => {
  const schema = await schemaOf(deployment)
  const fix = (text: string, at = 0) => fixed(text, checkManifest(text, schema).problems, at)

  expect(fix(web.replace('replicas', 'replicaz'))).toBe(web)
  expect(fix(web.replace('replicas: 3', 'replicas: 3\n  foo: {a: 1}'))).toBe(web)
  expect(fix(web.replace('replicas: 3', 'replicas: "3"'))).toBe(web)
  expect(fix(web.replace('name: web\n        image', 'name: 7\n        image'))).toContain('- name: "7"')
  expect(fix(web.replace('  replicas: 3\n', '  replicas: 3\n  replicas: 4\n'))).toBe(web)
  expect(fix(web.replace('image: shop/web:1', 'image: shop/web:1\n        imagePullPolicy: always'))).toContain(
    'imagePullPolicy: Always',
  )
})

test('[YE10] a text that cannot be parsed has one problem, with its position; without a schema only the syntax is checked', async () => {
  expect(checkManifest('a: [1\n', await schemaOf(deployment)).problems).toMatchObject([{ code: 'syntax' }])
  expect(checkManifest('- a\n', undefined).problems).toMatchObject([{ code: 'syntax' }])
  expect(checkManifest('a: 1\nb: 2\n', undefined)).toEqual({ problems: [], isDecodable: true })
  expect(checkManifest('', undefined).problems).toHaveLength(1)
  for (const text of ['\0', '&a [*a]', 'a: *b', '? [a]\n: b', '{"a": 1', '%', '<<: 1', `${'['.repeat(3000)}`])
    expect(checkManifest(text, await schemaOf(deployment)).problems.length).toBeGreaterThan(0)
})

test('[YE10] completion lists the fields that are not set yet, and the values of an enumeration', async () => {
  const schema = await schemaOf(deployment)
  const at = (text: string) => {
    const offset = text.indexOf('|')
    return completeManifest(text.replace('|', ''), offset, schema, deployment)
  }
  const labels = (text: string) => at(text).map(({ label }) => label)

  expect(labels(web.replace('replicas: 3', 'rep|'))).toEqual(['replicas'])
  expect(labels(web.replace('  replicas: 3', '  |'))).toEqual([
    'minReadySeconds',
    'paused',
    'progressDeadlineSeconds',
    'replicas',
    'revisionHistoryLimit',
    'strategy',
  ])
  expect(labels(web.replace('image: shop/web:1', 'imagePullPolicy: |'))).toEqual(['Always', 'IfNotPresent', 'Never'])
  expect(labels(web.replace('app.orch.io/name: web', 'app.orch.io/name: web\n  fin|'))).toContain('finalizers')
  expect(labels(web.replace('replicas: 3', 'paused: |'))).toEqual(['true', 'false'])
  expect(labels(web.replace('- containerPort: 80', '- containerPort: 80\n          pro|'))).toEqual(['protocol'])
  expect(labels(web.replace('kind: Deployment', 'kind: |'))).toEqual(['Deployment'])
  expect(labels(web.replace('replicas: 3', 'replicas: 3 # |'))).toEqual([])
  expect(labels('data:\n  a: |\n    x'.replace('x', '|'))).toEqual([])
  const [strategy] = at(web.replace('replicas: 3', 'strat|'))
  expect(strategy).toMatchObject({ insert: 'strategy:\n    $0', detail: 'DeploymentStrategy', isSnippet: true })
  expect(strategy?.doc).not.toBe('')
})

test('[YE10] hovering a field shows its type, its description, its default and its values', async () => {
  const schema = await schemaOf(deployment)
  const text = web.replace('image: shop/web:1', 'imagePullPolicy: Always')
  const hover = hoverManifest(text, text.indexOf('imagePull') + 2, schema)
  expect(hover).toMatchObject({ title: 'imagePullPolicy: string', facts: ['one of Always, IfNotPresent, Never'] })
  expect(hover?.doc).toMatch(/Always, IfNotPresent or Never/)
  expect(hoverManifest(web, web.indexOf('replicas'), schema)?.title).toBe('replicas: integer (int32)')
  expect(hoverManifest(web, web.indexOf('selector'), schema)?.title).toMatch(/^selector: LabelSelector, required$/)
  expect(hoverManifest('a: [', 1, schema)).toBeUndefined()
})

test('[YE11] the causes of a refusal stand at their fields, with fixes', async () => {
  const schema = await schemaOf(deployment)
  const send = async (text: string) => {
    const { body } = await server.post('/apis/apps/v1/namespaces/default/deployments?dryRun=All', toJson(text))
    return refusalProblems(text, body, schema)
  }
  const noImage = web
    .replace('metadata:\n  name: web', 'metadata:\n  name: other')
    .replace('        image: shop/web:1\n', '')
  const image = await send(noImage)
  expect(told(noImage, image)).toEqual([['name', 'Required value', ['Add image']]])
  expect(fixed(noImage, image)).toContain('image: ""')

  const bad = noImage
    .replace('replicas: 3', 'replicas: -3')
    .replace('- name: web', '- name: web\n        image: a\n        terminationMessagePolicy: Nowhere')
  expect(told(bad, await send(bad))).toEqual([
    ['-3', 'Invalid value: -3: must be greater than or equal to 0', []],
    [
      'Nowhere',
      'Unsupported value: "Nowhere": supported values: "File", "FallbackToLogsOnError"',
      ['Set terminationMessagePolicy to File', 'Set terminationMessagePolicy to FallbackToLogsOnError'],
    ],
  ])
  expect(told(web, refusalProblems(web, { message: 'denied by policy' }, schema))).toEqual([
    ['kind', 'denied by policy', []],
  ])
})

const kinds = (spec: object) =>
  customDefinition({ kind: 'Book', name: 'books.catalog.example', schema: { type: 'object', properties: { spec } } })

test('[YE10] a custom kind has its definition as schema; what preserves unknown fields accepts any', async () => {
  const other = startServer()
  await other.post(
    definitions,
    kinds({
      type: 'object',
      required: ['title'],
      properties: {
        title: { type: 'string', description: 'The title.' },
        genre: { type: 'string', enum: ['novel', 'poem'] },
        stock: { 'x-orch-int-or-string': true },
        notes: { type: 'object', 'x-orch-preserve-unknown-fields': true },
        bare: { type: 'object' },
        prices: { type: 'object', additionalProperties: { type: 'integer' } },
      },
    }),
  )
  const schema = await schemaOf(book, other)
  const text = `apiVersion: catalog.example/v1
kind: Book
metadata: {name: dune, labels: {a: b}}
spec:
  title: Dune
  genre: essay
  stock: 40%
  notes: {anything: [1, {b: c}]}
  bare: {x: 1}
  prices: {eur: 12, usd: "13"}
  tittle: Dune
`
  expect(told(text, checkManifest(text, schema).problems)).toEqual([
    ['essay', 'unsupported value "essay": one of "novel", "poem"', ['Set genre to novel', 'Set genre to poem']],
    ['x', 'unknown field "spec.bare.x"', ['Remove x']],
    ['"13"', 'must be an integer, not a string', ['Remove the quotes: 13']],
    ['tittle', 'unknown field "spec.tittle"', ['Remove tittle']],
  ])
  expect(hoverManifest(text, text.indexOf('title'), schema)).toMatchObject({
    title: 'title: string, required',
    doc: 'The title.',
  })
})

function toJson(text: string): unknown {
  return parseYaml(text).value
}
