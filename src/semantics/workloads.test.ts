import { expect, test } from 'vitest'
import { startServer } from './trial-server.ts'

const core = '/api/v1/namespaces/default'
const containers = [{ name: 'c', image: 'i' }]
const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p' }, spec: { containers } }
const job = {
  apiVersion: 'batch/v1',
  kind: 'Job',
  metadata: { name: 'j' },
  spec: { template: { spec: { containers, restartPolicy: 'Never' } } },
}
const binding = (name: string) => ({ apiVersion: 'v1', kind: 'Binding', metadata: { name }, target: { name: 'n' } })

test('[SUB5] a binding is posted to a collection that cannot be listed, and is not stored', async () => {
  const server = startServer()
  await server.post(`${core}/pods`, pod)

  const bound = await server.post(`${core}/bindings`, binding('p'))
  const absent = await server.post(`${core}/bindings`, binding('q'))
  const listed = await server.get(`${core}/bindings`)

  expect([bound.status, bound.body.status]).toEqual([201, 'Success'])
  expect((await server.get(`${core}/pods/p`)).body.spec.nodeName).toBe('n')
  expect([absent.status, absent.body.message]).toEqual([404, 'pods "q" not found'])
  expect([listed.status, listed.body.reason]).toEqual([405, 'MethodNotAllowed'])
})

test('[WL15] a DELETE of a job without a propagation policy returns a warning', async () => {
  const server = startServer()
  const path = '/apis/batch/v1/namespaces/default/jobs'
  await server.post(path, job)

  const said = await server.delete(`${path}/j?propagationPolicy=Background&dryRun=All`)
  const silent = await server.delete(`${path}/j`)

  expect(said.headers.get('warning')).toBeNull()
  expect(silent.headers.get('warning')).toContain('child pods are preserved by default when jobs are deleted')
})

test('[WL17] a scale has its own Table columns', async () => {
  const server = startServer()
  const path = '/apis/apps/v1/namespaces/default/deployments'
  const labels = { a: 'b' }
  await server.post(path, {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'd' },
    spec: { replicas: 2, selector: { matchLabels: labels }, template: { metadata: { labels }, spec: { containers } } },
  })

  const { body } = await server.get(`${path}/d/scale`, { accept: 'application/json;as=Table;g=meta.orch.io;v=v1' })

  expect(body.kind).toBe('Table')
  expect(body.rows[0].cells.slice(0, 3)).toEqual(['d', 2, 0])
})

test('[POD66] a proxy has no backend for pods, services and nodes, on any path', async () => {
  const server = startServer()
  await server.post(`${core}/pods`, pod)
  await server.post(`${core}/services`, {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 's' },
    spec: { ports: [{ port: 80 }] },
  })
  await server.post('/api/v1/nodes', { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n' } })
  const answer = async (path: string) => {
    const { status, body } = await server.get(path)
    return [status, body.message]
  }

  expect(await answer(`${core}/pods/p/proxy/a/b`)).toEqual([400, 'address not allowed'])
  expect(await answer(`${core}/services/s/proxy/a`)).toEqual([404, 'services "s" not found'])
  expect(await answer('/api/v1/nodes/n/proxy')).toEqual([500, 'no preferred addresses found; known addresses: []'])
})

test('[POD67] a proxy finds its object by the name between scheme and port', async () => {
  const server = startServer()
  await server.post(`${core}/pods`, pod)
  const message = async (word: string) => (await server.get(`${core}/pods/${word}/proxy/`)).body.message

  expect(await message('https:p:443')).toBe('address not allowed')
  expect(await message('p:80')).toBe('address not allowed')
  expect(await message('q:80')).toBe('pods "q" not found')
  expect(await message('ftp:p:21')).toBe('invalid pod request "ftp:p:21"')
})

test('[WL18] jobs, pods and replica sets report unknown field labels in their own words', async () => {
  const server = startServer()
  const refusal = async (path: string) => (await server.get(`${path}?fieldSelector=status.x%3D1`)).body.message

  expect(await refusal('/apis/batch/v1/jobs')).toBe('field label "status.x" not supported for Job')
  expect(await refusal('/api/v1/pods')).toBe('field label not supported: status.x')
  expect(await refusal('/apis/apps/v1/replicasets')).toBe(
    '"status.x" is not a known field selector: only "metadata.name", "metadata.namespace"',
  )
})
