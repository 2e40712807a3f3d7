import { expect, test } from 'vitest'
import { startServer } from './trial-server.ts'

const path = '/apis/apiextensions.orch.io/v1/customresourcedefinitions'
const versions = [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }]
const spec = { group: 'example.com', scope: 'Cluster', names: { plural: 'widgets', kind: 'Widget' }, versions }

test('[CRD16] a status update changes metadata but not the spec', async () => {
  const server = startServer()
  const metadata = { name: 'widgets.example.com' }
  await server.post(path, { apiVersion: 'apiextensions.orch.io/v1', kind: 'CustomResourceDefinition', metadata, spec })
  const { status, body } = await server.patch(`${path}/widgets.example.com/status`, {
    metadata: { labels: { a: 'b' } },
    spec: { scope: 'Namespaced' },
  })
  expect(status).toBe(200)
  expect(body.metadata).toMatchObject({ labels: { a: 'b' }, generation: 1 })
  expect(body.spec.scope).toBe('Cluster')
})
