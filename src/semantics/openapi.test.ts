import { Reader } from 'protobufjs/minimal.js'
import { expect, test } from 'vitest'
import { startServer } from './trial-server.ts'

const v3Protobuf = 'application/com.github.proto-openapi.spec.v3.v1.0+protobuf'
const v2Protobuf = 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf'
const server = startServer()
const model = async (path: string, name: string) => (await server.get(path)).body.components.schemas[name]

test('[OA1] the index lists every document with its hash; a hash allows caching, and a wrong one redirects to the right one', async () => {
  const index = await server.get('/openapi/v3')
  const { serverRelativeURL: url } = index.body.paths['apis/apps/v1']
  const document = await server.get(url)
  const bare = await server.get('/openapi/v3/apis/apps/v1')
  const stale = await server.get('/openapi/v3/apis/apps/v1?hash=00')
  const known = await server.get(url, { 'if-none-match': document.headers.get('etag') ?? '' })

  expect(Object.keys(index.body.paths)).toEqual(
    expect.arrayContaining(['.well-known/openid-configuration', 'api', 'api/v1', 'apis', 'apis/apps', 'version']),
  )
  expect(url).toMatch(/^\/openapi\/v3\/apis\/apps\/v1\?hash=[0-9A-F]{128}$/)
  expect(document.headers.get('cache-control')).toBe('public, immutable')
  expect(document.headers.get('expires')).toMatch(/GMT$/)
  expect(document.headers.get('vary')).toBe('Accept')
  expect(bare.text).toBe(document.text)
  expect(bare.headers.get('cache-control')).not.toContain('immutable')
  expect([stale.status, stale.headers.get('location')]).toEqual([301, url])
  expect([known.status, known.text, known.headers.get('etag')]).toEqual([304, '', document.headers.get('etag')])
})

test('[OA2] a document is JSON or protobuf, as negotiated; other paths and media types are plain errors', async () => {
  const ask = (accept: string) => server.get('/openapi/v3/version', { accept })

  expect((await ask('*/*')).headers.get('content-type')).toBe('application/json')
  for (const accept of [v3Protobuf, v3Protobuf.replace('v3.v1', 'v3@v1')])
    expect((await ask(accept)).headers.get('content-type')).toBe(v3Protobuf)
  expect(await ask('application/yaml')).toMatchObject({ status: 406, text: '' })
  expect(await server.get('/openapi/v3/apis/none.example/v1')).toMatchObject({ status: 404, text: '' })
  expect(await server.get('/openapi')).toMatchObject({ status: 404, text: '404 page not found\n' })
})

test('[OA3] models contain fields, required fields, defaults, enums, and merge strategies of lists and maps', async () => {
  const container = await model('/openapi/v3/api/v1', 'io.orch.api.core.v1.Container')
  const deployment = await model('/openapi/v3/apis/apps/v1', 'io.orch.api.apps.v1.DeploymentSpec')
  const quantity = await model('/openapi/v3/api/v1', 'io.orch.apimachinery.pkg.api.resource.Quantity')

  expect(container.required).toEqual(['name'])
  expect(container.properties.name).toMatchObject({ type: 'string', default: '' })
  expect(container.properties.imagePullPolicy.enum).toEqual(['Always', 'IfNotPresent', 'Never'])
  expect(container.properties.ports).toMatchObject({
    type: 'array',
    items: { default: {}, allOf: [{ $ref: '#/components/schemas/io.orch.api.core.v1.ContainerPort' }] },
    'x-orch-list-type': 'map',
    'x-orch-list-map-keys': ['containerPort', 'protocol'],
    'x-orch-patch-merge-key': 'containerPort',
    'x-orch-patch-strategy': 'merge',
  })
  expect(deployment.properties.strategy['x-orch-patch-strategy']).toBe('retainKeys')
  expect(deployment.properties.replicas).toMatchObject({ type: 'integer', format: 'int32' })
  expect(quantity.oneOf).toEqual([{ type: 'string' }, { type: 'number' }])
})

test('[OA4] paths contain operations, parameters, bodies by media type, and kinds', async () => {
  const { paths } = (await server.get('/openapi/v3/apis/apps/v1')).body
  const object = paths['/apis/apps/v1/namespaces/{namespace}/deployments/{name}']
  const pods = (await server.get('/openapi/v3/api/v1')).body.paths

  expect(object.patch).toMatchObject({
    operationId: 'patchAppsV1NamespacedDeployment',
    tags: ['apps_v1'],
    'x-orch-action': 'patch',
    'x-orch-group-version-kind': { group: 'apps', kind: 'Deployment', version: 'v1' },
  })
  expect(Object.keys(object.patch.requestBody.content)).toEqual([
    'application/apply-patch+yaml',
    'application/json-patch+json',
    'application/merge-patch+json',
    'application/strategic-merge-patch+json',
  ])
  expect(object.patch.parameters.map(({ name }: { name: string }) => name)).toEqual([
    'dryRun',
    'fieldManager',
    'fieldValidation',
    'force',
  ])
  expect(object.parameters.map(({ name }: { name: string }) => name)).toEqual(['name', 'namespace', 'pretty'])
  expect(paths['/apis/apps/v1/deployments'].get.operationId).toBe('listAppsV1DeploymentForAllNamespaces')
  expect(paths['/apis/apps/v1/watch/deployments'].get['x-orch-action']).toBe('watchlist')
  expect(Object.keys(pods['/api/v1/namespaces/{namespace}/pods/{name}/exec'])).toEqual(['get', 'post', 'parameters'])
  expect(pods['/api/v1/namespaces/{namespace}/pods/{name}/proxy/{path}'].head.operationId).toBe(
    'connectCoreV1HeadNamespacedPodProxyWithPath',
  )
})

/** Returns the distinct field numbers of a message, in order. */
function numbersOf(bytes: Uint8Array): readonly number[] {
  const reader = Reader.create(bytes)
  const numbers = new Set<number>()
  while (reader.pos < reader.len) {
    const tag = reader.uint32()
    numbers.add(tag >>> 3)
    reader.skipType(tag & 7)
  }
  return [...numbers]
}

async function bytesOf(path: string, accept: string): Promise<Uint8Array> {
  const response = await server.server.fetch(new Request(`http://test${path}`, { headers: { accept } }))
  return new Uint8Array(await response.arrayBuffer())
}

test('[OA5] a protobuf document has the same parts and the same ETag', async () => {
  const bytes = await bytesOf('/openapi/v3/api/v1', v3Protobuf)
  const { headers } = await server.get('/openapi/v3/api/v1', { accept: v3Protobuf })

  expect(numbersOf(bytes)).toEqual([1, 2, 4, 5])
  expect(headers.get('etag')).toBe((await server.get('/openapi/v3/api/v1')).headers.get('etag'))
})

const versions = [
  {
    name: 'v1',
    served: true,
    storage: true,
    subresources: { status: {}, scale: { specReplicasPath: '.spec.n', statusReplicasPath: '.status.n' } },
    selectableFields: [{ jsonPath: '.spec.size' }],
    schema: {
      openAPIV3Schema: {
        type: 'object',
        description: 'A thing.',
        required: ['spec'],
        properties: {
          spec: {
            type: 'object',
            properties: {
              size: { type: 'string', enum: ['S', 'M'], default: 'S' },
              port: { 'x-orch-int-or-string': true },
              free: { type: 'object', properties: { a: { type: 'string' } }, 'x-orch-preserve-unknown-fields': true },
              maybe: { type: 'string', nullable: true },
              inner: { type: 'object', properties: { a: { type: 'string' } }, 'x-orch-embedded-resource': true },
            },
          },
          status: { type: 'object', properties: { n: { type: 'integer' } } },
        },
      },
    },
  },
]
const things = {
  apiVersion: 'apiextensions.orch.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'things.example.com' },
  spec: { group: 'example.com', scope: 'Namespaced', names: { plural: 'things', kind: 'Thing' }, versions },
}
const crds = '/apis/apiextensions.orch.io/v1/customresourcedefinitions'

const until = (check: () => Promise<boolean>): Promise<void> => expect.poll(check).toBe(true)
const isNamed = async (): Promise<boolean> =>
  (await server.get('/openapi/v3')).body.paths['apis/example.com/v1'] !== undefined

test('[OA6] models of custom kinds are added, changed and removed with their definitions', async () => {
  expect((await server.post(crds, things)).status).toBe(201)
  await until(isNamed)
  const { body: document, headers } = await server.get('/openapi/v3/apis/example.com/v1')
  const thing = document.components.schemas['com.example.v1.Thing']
  const { definitions } = (await server.get('/openapi/v2')).body
  const older = definitions['com.example.v1.Thing'].properties.spec.properties

  expect(thing).toMatchObject({
    description: 'A thing.',
    required: ['spec'],
    'x-orch-group-version-kind': [{ group: 'example.com', kind: 'Thing', version: 'v1' }],
    'x-orch-selectable-fields': [{ fieldPath: 'spec.size' }],
  })
  expect(thing.properties.spec.properties).toMatchObject({
    size: { enum: ['S', 'M'], default: 'S' },
    port: { anyOf: [{ type: 'integer' }, { type: 'string' }] },
    maybe: { nullable: true },
    inner: { required: ['kind', 'apiVersion'] },
  })
  expect(Object.keys(document.paths)).toEqual([
    '/apis/example.com/v1/namespaces/{namespace}/things',
    '/apis/example.com/v1/namespaces/{namespace}/things/{name}',
    '/apis/example.com/v1/namespaces/{namespace}/things/{name}/scale',
    '/apis/example.com/v1/namespaces/{namespace}/things/{name}/status',
    '/apis/example.com/v1/things',
  ])
  expect(document.paths['/apis/example.com/v1/things'].get.operationId).toBe('listExampleComV1ThingForAllNamespaces')
  expect(older).toMatchObject({ size: { type: 'string' }, maybe: {}, free: { type: 'object' } })
  expect([older.size.default, older.maybe.type, older.free.properties]).toEqual([undefined, undefined, undefined])

  const { body: stored } = await server.get(`${crds}/things.example.com`)
  stored.spec.versions[0].schema.openAPIV3Schema.description = 'Another thing.'
  await server.put(`${crds}/things.example.com`, stored)
  await until(async () => (await server.get('/openapi/v3/apis/example.com/v1')).text.includes('Another thing.'))
  expect((await server.get('/openapi/v3/apis/example.com/v1')).headers.get('etag')).not.toBe(headers.get('etag'))

  await server.delete(`${crds}/things.example.com`)
  await until(async () => !(await isNamed()))
  expect((await server.get('/openapi/v3/apis/example.com/v1')).status).toBe(404)
})

test('[OA6] integers beyond 2^53 in a definition keep their digits in every document', async () => {
  const server = startServer()
  const name = 'longs.example.com'
  const big = '9007199254740993'
  const schema = `{"type":"object","properties":{"n":{"type":"integer","format":"int64","default":${big},"enum":[${big}]}}}`
  const version = `{"name":"v1","served":true,"storage":true,"schema":{"openAPIV3Schema":${schema}}}`
  const spec = `{"group":"example.com","scope":"Cluster","names":{"plural":"longs","kind":"Long"},"versions":[${version}]}`
  const made = await server.send('POST', crds, `{"metadata":{"name":"${name}"},"spec":${spec}}`)
  expect(made.status).toBe(201)
  await expect.poll(async () => (await server.get('/apis/example.com/v1/longs')).status).toBe(200)

  for (const path of ['/openapi/v3/apis/example.com/v1', '/openapi/v2'])
    for (const accept of ['application/json', path.endsWith('v2') ? v2Protobuf : v3Protobuf]) {
      const { status, text } = await server.get(path, { accept })
      expect([path, accept, status, text.includes(big)]).toEqual([path, accept, 200, true])
    }
})

test('[OA7] OpenAPI v2 is a single document, without defaults and alternatives', async () => {
  const { body } = await server.get('/openapi/v2')
  const pod = body.paths['/api/v1/namespaces/{namespace}/pods'].post
  const bytes = await bytesOf('/openapi/v2', v2Protobuf)

  expect(body.swagger).toBe('2.0')
  expect(body.definitions['io.orch.apimachinery.pkg.util.intstr.IntOrString']).toMatchObject({
    type: 'string',
    format: 'int-or-string',
  })
  expect(body.definitions['io.orch.api.core.v1.Container'].properties.name.default).toBeUndefined()
  expect(pod.parameters[0]).toEqual({
    in: 'body',
    name: 'body',
    required: true,
    schema: { $ref: '#/definitions/io.orch.api.core.v1.Pod' },
  })
  expect(JSON.stringify(body)).not.toContain('#/components/')
  expect(numbersOf(bytes)).toEqual([1, 2, 8, 9, 10, 12, 13])
  expect((await server.get('/openapi/v2', { accept: 'application/xml' })).status).toBe(406)
})

interface Described {
  readonly description?: string
  readonly properties?: Readonly<Record<string, { readonly description?: string }>>
}

/** Returns the models and shared definitions without a description. */
const undescribed = (schemas: Readonly<Record<string, Described>>): readonly string[] =>
  Object.entries(schemas).flatMap(([name, { description = '', properties = {} }]) => [
    ...(description === '' ? [name] : []),
    ...Object.keys(properties)
      .filter((part) => !name.endsWith('.JSONSchemaProps') && !properties[part]?.description)
      .map((part) => `${name}.${part}`),
  ])

test('[OA8] every type and every field has a description, except inside of JSON schemas', async () => {
  const { paths } = (await server.get('/openapi/v3')).body
  const missing = new Set<string>()
  for (const { serverRelativeURL: url } of Object.values<{ serverRelativeURL: string }>(paths))
    for (const name of undescribed((await server.get(url)).body.components.schemas)) missing.add(name)

  expect([...missing]).toEqual([])
})
