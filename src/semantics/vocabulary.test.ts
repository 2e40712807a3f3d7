import { expect, test } from 'vitest'
import { apiextensionsV1 } from '#server/kinds/schemas/apiextensions-v1.ts'
import { apiextensionsV1 as kubernetesExtensions } from '#server/kinds/schemas/apiextensions-v1.ts?vocabulary=kubernetes'
import { startServer as startOwn } from './trial-server.ts'
import { startServer } from '#semantics/trial-server.ts?vocabulary=kubernetes'

const configMaps = '/api/v1/namespaces/default/configmaps'

/** A text with words of both vocabularies. */
const mixed = 'orch orch.io/x meta.orch.io/v1 k8s.io/x kubernetes.io/x Kubernetes Orch'
const written = {
  metadata: {
    name: 'words',
    labels: {
      'app.kubernetes.io/name': 'orch',
      'app.orch.io/name': 'kubernetes',
      'x.k8s.io/y': 'z',
      'x.orch.io/y': 'z',
    },
    annotations: { 'orch.io/note': mixed, 'kubernetes.io/note': mixed },
    finalizers: ['x.orch.io/hold', 'x.k8s.io/hold'],
  },
  data: { 'kubernetes.io': mixed, 'orch.io': mixed },
}

test.each([
  ['orch', startOwn],
  ['kubernetes', startServer],
])('[VO2] with the vocabulary %s, client data is returned as it was written', async (_names, start) => {
  const server = start()

  await server.post(configMaps, written)
  const { body } = await server.get(`${configMaps}/words`)
  const refused = await server.post(configMaps, { metadata: { name: 'orch.io/Kubernetes' } })

  expect(body).toMatchObject(written)
  expect(Object.keys(body.metadata.managedFields[0].fieldsV1['f:metadata']['f:labels'])).toEqual([
    '.',
    'f:app.kubernetes.io/name',
    'f:app.orch.io/name',
    'f:x.k8s.io/y',
    'f:x.orch.io/y',
  ])
  expect(refused.body.message).toContain('ConfigMap "orch.io/Kubernetes" is invalid')
})

test("[VO3] in the reference's vocabulary, groups, media types and labels have its names", async () => {
  const server = startServer()
  const table = { accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' }

  const { body: groups } = await server.get('/apis')
  const { body: space } = await server.get('/api/v1/namespaces/default')
  const { body: rows } = await server.get('/api/v1/namespaces', table)
  const binary = await server.get('/api/v1/namespaces', { accept: 'application/vnd.kubernetes.protobuf' })
  const own = await server.get('/api/v1/namespaces', { accept: 'application/vnd.orch.protobuf' })

  expect(groups.groups.map(({ name }: { name: string }) => name)).toContain('networking.k8s.io')
  expect(space.metadata.labels).toEqual({ 'kubernetes.io/metadata.name': 'default' })
  expect(space.spec.finalizers).toEqual(['kubernetes'])
  expect(rows.apiVersion).toBe('meta.k8s.io/v1')
  expect(binary.headers.get('content-type')).toBe('application/vnd.kubernetes.protobuf')
  expect(own.status).toBe(406)
})

test('[VO3] nothing that the server generates contains names of our vocabulary', async () => {
  const server = startServer()
  const paths = ['/', '/api', '/apis', '/api/v1', '/api/v1/namespaces', '/apis/scheduling.k8s.io/v1/priorityclasses']
  const { body } = await server.get('/')

  for (const path of [...paths, ...body.paths.filter((each: string) => each.startsWith('/apis/'))]) {
    const { text } = await server.get(path)
    expect(text, path).not.toMatch(/(?<![A-Za-z0-9])orch(?![A-Za-z0-9])/i)
  }
})

test("[VO3] schemas of custom resources have extensions with the reference's names", async () => {
  const server = startServer()
  const schema = {
    type: 'object',
    properties: { spec: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
  }
  const names = { plural: 'widgets', kind: 'Widget' }
  const versions = [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema } }]

  const made = await server.post('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', {
    metadata: { name: 'widgets.example.com' },
    spec: { group: 'example.com', scope: 'Namespaced', names, versions },
  })
  await server.post('/apis/example.com/v1/namespaces/default/widgets', {
    apiVersion: 'example.com/v1',
    kind: 'Widget',
    metadata: { name: 'a' },
    spec: { 'orch.io/any': { thing: mixed } },
  })
  const { body } = await server.get('/apis/example.com/v1/namespaces/default/widgets/a')

  expect(made.status).toBe(201)
  expect(
    made.body.spec.versions[0].schema.openAPIV3Schema.properties.spec['x-kubernetes-preserve-unknown-fields'],
  ).toBe(true)
  expect(body.spec).toEqual({ 'orch.io/any': { thing: mixed } })
})

test('[DI2] all versions of one stored form have its storage version hash', async () => {
  const server = startServer()
  const hash = async (path: string, resource: string): Promise<string> =>
    (await server.get(path)).body.resources.find(({ name }: { name: string }) => name === resource).storageVersionHash

  expect(await hash('/apis/events.k8s.io/v1', 'events')).toBe('r2yiGXH7wu8=')
  expect(await hash('/api/v1', 'events')).toBe('r2yiGXH7wu8=')
  expect(await hash('/apis/autoscaling/v1', 'horizontalpodautoscalers')).toBe('qwQve8ut294=')
  expect(await hash('/apis/networking.k8s.io/v1', 'ingresses')).toBe('39NQlfNR+bo=')
})

test('[VO3] the types of the two vocabularies are apart, though they have the same names', () => {
  const extensionsOf = ({ schema }: typeof apiextensionsV1) =>
    [...schema('JSONSchemaProps').fields.keys()].filter((name) => name.startsWith('x-'))
  const own = extensionsOf(apiextensionsV1)
  expect(own).toContain('x-orch-map-type')
  expect(extensionsOf(kubernetesExtensions)).toEqual(own.map((name) => name.replace('x-orch-', 'x-kubernetes-')))
})
