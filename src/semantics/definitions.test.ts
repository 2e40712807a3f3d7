import { expect, test } from 'vitest'
import { type TrialServer, startServer } from './trial-server.ts'

const crds = '/apis/apiextensions.orch.io/v1/customresourcedefinitions'

const definitionOf = (group: string, plural: string, properties: object) => ({
  metadata: { name: `${plural}.${group}`, annotations: { 'api-approved.orch.io': 'unapproved, for a test' } },
  spec: {
    group,
    scope: 'Cluster',
    names: { plural, kind: 'Thing' },
    versions: [
      { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object', properties } } },
    ],
  },
})

async function define(server: TrialServer, group: string, plural: string, properties: object): Promise<void> {
  const answer = await server.post(crds, definitionOf(group, plural, properties))
  expect(answer.status, answer.text).toBe(201)
  const isEstablished = async (): Promise<boolean> => {
    const { body } = await server.get(`${crds}/${plural}.${group}`)
    return (body.status?.conditions ?? []).some(
      ({ type, status }: { type: string; status: string }) => type === 'Established' && status === 'True',
    )
  }
  for (let waited = 0; waited < 200 && !(await isEstablished()); waited += 1) await Promise.resolve()
  expect(await isEstablished()).toBe(true)
}

test('[CRD22] a definition of a built-in group and version is neither published nor served', async () => {
  const server = startServer()
  await define(server, 'apiextensions.orch.io', 'things', {})
  const { body } = await server.get('/apis/apiextensions.orch.io/v1')
  expect(body.resources.map(({ name }: { name: string }) => name)).not.toContain('things')
  expect((await server.get('/apis/apiextensions.orch.io/v1/things')).status).toBe(404)
})

test('[CRD18] a default may set unknown fields in the metadata of an embedded resource, and they are pruned', async () => {
  const server = startServer()
  const metadata = { type: 'object', default: { name: 'bar', unknown: 'x' } }
  const embedded = { type: 'object', 'x-orch-embedded-resource': true, properties: { metadata } }
  await define(server, 'example.com', 'things', { t: embedded })
  const made = await server.post('/apis/example.com/v1/things', {
    apiVersion: 'example.com/v1',
    kind: 'Thing',
    metadata: { name: 'a' },
    t: { apiVersion: 'v1', kind: 'ConfigMap' },
  })
  expect(made.status, made.text).toBe(201)
  expect(made.body.t.metadata).toEqual({ name: 'bar' })
})

test('[CRD18] a default of an embedded resource is one, or results in valid metadata of one', async () => {
  const server = startServer()
  const errorsOf = async (t: object): Promise<readonly string[]> => {
    const { body } = await server.post(`${crds}?dryRun=All`, definitionOf('example.com', 'things', { t }))
    const causes: readonly { readonly field: string; readonly message: string }[] = body.details?.causes ?? []
    return causes.map(({ field, message }) => `${field.slice(field.indexOf('properties') + 10)}: ${message}`)
  }
  const embedded = { type: 'object', 'x-orch-embedded-resource': true, properties: { spec: { type: 'object' } } }
  const labels = { kind: 'X', metadata: { labels: 5, name: '..' } }
  expect(await errorsOf({ ...embedded, default: labels })).toEqual([
    '[t].default.metadata: Invalid value: {"labels":5,"name":".."}: json: cannot unmarshal number into Go struct field ObjectMeta.labels of type map[string]string',
  ])
  expect(await errorsOf({ ...embedded, default: { kind: 'X', metadata: { name: '..' }, spec: { a: 1 } } })).toEqual([
    '[t].default: Invalid value: {"kind":"X","metadata":{"name":".."},"spec":{"a":1}}: must not have unknown fields',
    '[t].default.apiVersion: Required value',
    `[t].default.metadata.name: Invalid value: "..": may not be '..'`,
  ])
  const metadata = (name: object) => ({
    ...embedded,
    properties: { metadata: { type: 'object', properties: { name } } },
  })
  expect(await errorsOf(metadata({ type: 'string', default: '..' }))).toEqual([
    `[t].properties[metadata].properties[name].default: Invalid value: "..": must result in valid metadata: metadata.name: Invalid value: "..": may not be '..'`,
  ])
  expect(await errorsOf(metadata({ type: 'string', default: 'a' }))).toEqual([])
  const list = { type: 'array', items: { type: 'object', properties: { a: { type: 'string' } } } }
  expect(await errorsOf({ ...list, default: [{ a: 'b', z: 1 }] })).toEqual([
    '[t].default: Invalid value: [{"a":"b","z":1}]: must not have unknown fields',
  ])
})

test('[OA3] the documents of custom resources have the models of Scale and Status as the reference has them', async () => {
  const server = startServer()
  await define(server, 'example.com', 'things', {})
  const { schemas } = (await server.get('/openapi/v3/apis/example.com/v1')).body.components
  const status = schemas['io.orch.apimachinery.pkg.apis.meta.v1.Status']
  expect(status.properties.details).toMatchObject({ 'x-orch-list-type': 'atomic' })
  const apps = (await server.get('/openapi/v3/apis/apps/v1')).body.components.schemas
  expect(apps['io.orch.api.autoscaling.v1.ScaleSpec'].properties.replicas).toMatchObject({ default: 0 })
})
