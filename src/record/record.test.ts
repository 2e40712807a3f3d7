import { expect, test } from 'vitest'
import type { JsonObject } from '#api/json.ts'
import { type Exchange, placeOf, whyNot, whyUnticked } from './exchange.ts'
import { makeScenario, neededBy } from './make-scenario.ts'
import { scenarioFile } from './scenario.ts'
import { shellFile } from './write-shell.ts'
import { playwrightFile, vitestFile } from './write-test.ts'

const base: Exchange = {
  id: 1,
  method: 'GET',
  target: '/api/v1/namespaces/shop/configmaps',
  actor: 'alice',
  verb: 'list',
  status: 200,
  wrote: 0,
  body: null,
  contentType: '',
}
const maps = '/api/v1/namespaces/shop/configmaps'
const assigned = { uid: '7d1e4c2a', creationTimestamp: '2026-01-01T00:00:00Z', managedFields: [], generation: 2 }
const json = 'application/json'
const put = (at: number, wrote: number, resourceVersion: string, status = 200): Exchange => ({
  ...base,
  id: at,
  method: 'PUT',
  verb: 'update',
  target: `${maps}/a`,
  status,
  wrote,
  contentType: json,
  body: JSON.stringify({
    kind: 'ConfigMap',
    metadata: { name: 'a', ...assigned, resourceVersion },
    data: { n: String(at) },
  }),
})
const create: Exchange = {
  ...base,
  id: 9,
  method: 'POST',
  verb: 'create',
  target: maps,
  status: 201,
  wrote: 14,
  contentType: 'application/yaml',
  body: "kind: ConfigMap\nmetadata: {name: b}\ndata: {word: it's}\n",
}
const read: Exchange = { ...base, id: 10, verb: 'get', target: `${maps}/b?resourceVersion=14` }
const before = new Map<string, JsonObject>([
  [
    '/api/v1/namespaces/shop',
    { kind: 'Namespace', metadata: { name: 'shop', uid: 'u', resourceVersion: '3' }, status: {} },
  ],
  [`${maps}/a`, { kind: 'ConfigMap', metadata: { name: 'a', resourceVersion: '9', uid: 'u' }, data: { n: '0' } }],
])
const session = [put(1, 11, '9'), put(2, 12, '11'), put(3, 0, '11', 409), create, read]

test('[RCD1] paths are read, and what cannot be repeated says why', () => {
  expect(placeOf('/apis/apps/v1/namespaces/shop/deployments/web/scale?x=1')).toEqual({
    object: '/apis/apps/v1/namespaces/shop/deployments/web',
    collection: '/apis/apps/v1/namespaces/shop/deployments',
    namespace: 'shop',
    group: 'apps',
    resource: 'deployments',
    name: 'web',
  })
  expect(placeOf('/api/v1/namespaces/shop/status')?.object).toBe('/api/v1/namespaces/shop')
  expect(placeOf('/version')).toBeNull()
  expect(whyNot(base)).toBe('')
  expect(whyNot({ ...base, verb: 'watch' })).toContain('cassette')
  expect(whyNot({ ...base, target: `${maps}?continue=x` })).toContain('continue token')
  expect(whyNot({ ...base, method: 'PUT' })).toContain('another client')
  expect(whyUnticked({ ...base, status: 403 })).not.toBe('')
})

test('[RCD3] a recording knows what must be there before it, and what must not', () => {
  expect(neededBy(session)).toEqual({
    given: ['/api/v1/namespaces/shop', `${maps}/a`],
    absent: [`${maps}/b`],
  })
  const book = { ...base, target: '/apis/catalog.example/v1/namespaces/shop/books/dune', verb: 'get' }
  expect(neededBy([book]).given[1]).toContain('customresourcedefinitions/books.catalog.example')
})

test('[RCD2] versions are relations between answers; uids, times and managers are left out', () => {
  const scenario = makeScenario('two writers', session, before)

  expect(scenario.given.map(({ name, object }) => [name, object])).toEqual([
    ['given1', { kind: 'Namespace', metadata: { name: 'shop' } }],
    ['given2', { kind: 'ConfigMap', metadata: { name: 'a' }, data: { n: '0' } }],
  ])
  expect(scenario.steps.map(({ expect: expected }) => expected)).toEqual([
    { status: 200, version: { is: 'newer', than: 'given2' } },
    { status: 200, version: { is: 'newer', than: 'step1' } },
    { status: 409 },
    { status: 201 },
    { status: 200, version: { is: 'notOlder', than: 'step4' } },
  ])
  const marks = scenario.steps.map(
    ({ body }) => ((body as JsonObject | undefined)?.['metadata'] as JsonObject | undefined)?.['resourceVersion'],
  )
  expect(marks).toEqual(['<<given2.version>>', '<<step1.version>>', '<<step1.version>>', undefined, undefined])
  expect(scenario.steps[4]?.path).toBe(`${maps}/b?resourceVersion=<<step4.version>>`)
  const text = [scenarioFile(scenario), vitestFile(scenario), playwrightFile(scenario), shellFile(scenario)].join('')
  expect(text).not.toMatch(/7d1e4c2a|2026-01-01|managedFields/)
})

test('[RCD2] values of Secrets and addresses of Services are left out; JSON patches lose what a server assigns', () => {
  const secret = { kind: 'Secret', metadata: { name: 's' }, data: { password: 'aHVudGVyMg==' }, stringData: { a: 'b' } }
  const service = { kind: 'Service', metadata: { name: 's' }, spec: { clusterIP: '10.0.0.1', ports: [] } }
  const patch = [
    { op: 'test', path: '/metadata/resourceVersion', value: '9' },
    { op: 'add', path: '/metadata/labels/x', value: 'y' },
  ]
  const bodies = [secret, service, patch].map((body): Exchange => ({ ...create, body: JSON.stringify(body) }))

  expect(makeScenario('x', bodies, new Map()).steps.map(({ body }) => body)).toEqual([
    { kind: 'Secret', metadata: { name: 's' }, data: { password: 'cmVkYWN0ZWQ=' }, stringData: { a: 'redacted' } },
    { kind: 'Service', metadata: { name: 's' }, spec: { ports: [] } },
    [{ op: 'add', path: '/metadata/labels/x', value: 'y' }],
  ])
})

test('[RCD4] texts of a recording stay texts in the made files', () => {
  const name = "a'; $(touch x) `id` ${y}"
  const hostile: Exchange = {
    ...create,
    body: JSON.stringify({ kind: 'ConfigMap', metadata: { name: 'b' }, data: { name } }),
  }
  const scenario = makeScenario("it's `x`\n", [hostile], new Map())

  expect(shellFile(scenario)).toContain(String.raw`"name":"a'\''; $(touch x) `)
  expect(vitestFile(scenario)).toContain(`"name": ${JSON.stringify(name)}`)
  expect(vitestFile(scenario)).toContain(`test("it's \`x\`\\n"`)
})

test('[RCD10] what depends on one cluster is not recorded, or recorded as what it means', () => {
  expect(whyNot({ ...base, status: 410 })).toContain('history')
  expect(whyNot({ ...create, body: '{"a": [' })).toContain('neither JSON nor YAML')
  // A refusal of options keeps them; a subresource needs its object.
  const refused = { ...base, status: 422, target: `${maps}?resourceVersionMatch=Exact` }
  const eviction = { ...create, target: '/api/v1/namespaces/shop/pods/web/eviction', body: '{"kind":"Eviction"}' }
  expect(neededBy([eviction])).toMatchObject({
    given: [expect.anything(), '/api/v1/namespaces/shop/pods/web'],
    absent: [],
  })
  // The writes of another client, which made these stale, are not in the recording.
  const tested = JSON.stringify([{ op: 'test', path: '/metadata/resourceVersion', value: '9' }])
  const patch: Exchange = { ...put(5, 0, '', 422), method: 'PATCH', contentType: `${json}-patch+json`, body: tested }
  const apply: Exchange = { ...put(6, 0, '', 200), method: 'PATCH', contentType: 'application/apply-patch+yaml' }
  const steps = makeScenario('x', [refused, put(4, 0, '9', 409), patch, apply], before).steps
  expect(steps[0]?.path).toBe(refused.target)
  expect(steps[1]?.body).toMatchObject({ metadata: { resourceVersion: '1' } })
  expect(steps[2]?.body).toEqual([{ op: 'test', path: '/metadata/resourceVersion', value: '1' }])
  expect(steps[3]).toMatchObject({ path: `${maps}/a?force=true`, expect: { status: 200 } })
})
