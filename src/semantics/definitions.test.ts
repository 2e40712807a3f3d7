import { expect, test } from 'vitest'
import { type TrialServer, startServer } from './trial-server.ts'

const crds = '/apis/apiextensions.orch.io/v1/customresourcedefinitions'

async function define(server: TrialServer, group: string, plural: string, properties: object): Promise<void> {
  const kind = 'Thing'
  const schema = { openAPIV3Schema: { type: 'object', properties } }
  const answer = await server.post(crds, {
    metadata: {
      name: `${plural}.${group}`,
      annotations: { 'api-approved.orch.io': 'unapproved, for a test' },
    },
    spec: {
      group,
      scope: 'Cluster',
      names: { plural, kind },
      versions: [{ name: 'v1', served: true, storage: true, schema }],
    },
  })
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

test('[OA3] the documents of custom resources have the models of Scale and Status as the reference has them', async () => {
  const server = startServer()
  await define(server, 'example.com', 'things', {})
  const { schemas } = (await server.get('/openapi/v3/apis/example.com/v1')).body.components
  const status = schemas['io.orch.apimachinery.pkg.apis.meta.v1.Status']
  expect(status.properties.details).toMatchObject({ 'x-orch-list-type': 'atomic' })
  const apps = (await server.get('/openapi/v3/apis/apps/v1')).body.components.schemas
  expect(apps['io.orch.api.autoscaling.v1.ScaleSpec'].properties.replicas).toMatchObject({ default: 0 })
})
