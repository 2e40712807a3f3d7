import { expect, test } from 'vitest'
import { startServer } from './trial-server.ts'

const services = '/api/v1/namespaces/default/services'
const service = (name: string, port: object = {}, spec: object = {}) => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name },
  spec: { type: 'NodePort', ports: [{ port: 80, ...port }], ...spec },
})

test('[SVC14] of concurrent requests for one node port, exactly one succeeds', async () => {
  const server = startServer()
  const names = ['a', 'b', 'c', 'd']

  const answers = await Promise.all(names.map((name) => server.post(services, service(name, { nodePort: 30_080 }))))

  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422, 422, 422])
  expect(answers.find(({ status }) => status === 422)?.body.message).toContain('provided port is already allocated')
})

test('[SVC14] allocations of a refused or deleted service are released', async () => {
  const server = startServer()
  const port = { nodePort: 30_080 }

  expect((await server.post(services, service('a', port, { sessionAffinity: 'Odd' }))).status).toBe(422)
  expect((await server.send('POST', `${services}?dryRun=All`, service('a', port))).status).toBe(201)
  expect((await server.post(services, service('a', port))).status).toBe(201)
  expect((await server.post(services, service('b', port))).status).toBe(422)
  await server.delete(`${services}/a`)
  expect((await server.post(services, service('b', port))).status).toBe(201)
})

test('[SVC14] services created concurrently have distinct addresses and ports', async () => {
  const server = startServer()
  const names = Array.from({ length: 40 }, (_, at) => `s${at}`)

  const answers = await Promise.all(names.map((name) => server.post(services, service(name))))

  const given = answers.map(({ body }) => body.spec)
  expect(new Set(given.map(({ clusterIP }) => clusterIP)).size).toBe(40)
  expect(new Set(given.map(({ ports }) => ports[0].nodePort)).size).toBe(40)
})

test('[SVC17] a service may have an address of an added ServiceCIDR; a dry run knows the default one only', async () => {
  const server = startServer()
  await server.post('/apis/networking.orch.io/v1/servicecidrs', {
    apiVersion: 'networking.orch.io/v1',
    kind: 'ServiceCIDR',
    metadata: { name: 'more' },
    spec: { cidrs: ['10.77.0.0/28'] },
  })
  const at = (name: string, clusterIP: string) => service(name, {}, { type: 'ClusterIP', clusterIP })

  expect((await server.post(services, at('a', '10.77.0.5'))).body.spec.clusterIPs).toEqual(['10.77.0.5'])
  expect((await server.post(services, at('b', '10.77.0.5'))).body.message).toContain('provided IP is already allocated')
  expect((await server.post(services, at('c', '10.77.0.15'))).body.message).toContain(
    'the provided IP (10.77.0.15) is not in the valid range. The range of valid IPs is 10.77.0.0/28',
  )
  expect((await server.post(services, at('d', '192.168.0.1'))).body.message).toContain(
    'the provided network does not match the current range',
  )
  expect((await server.post(`${services}?dryRun=All`, at('e', '192.168.0.1'))).body.message).toContain(
    'the provided IP (192.168.0.1) is not in the valid range. The range of valid IPs is 10.96.0.0/12',
  )
})

test('[SVC20] the Endpoints of a service are removed with it, also when its last finalizer goes', async () => {
  const server = startServer()
  const endpoints = '/api/v1/namespaces/default/endpoints'
  const ofName = (name: string) => ({ apiVersion: 'v1', kind: 'Endpoints', metadata: { name } })
  const held = { ...service('held'), metadata: { name: 'held', finalizers: ['example.com/held'] } }
  for (const body of [service('free'), held]) expect((await server.post(services, body)).status).toBe(201)
  for (const name of ['free', 'held', 'alone']) await server.post(endpoints, ofName(name))
  const left = async () => (await server.get(endpoints)).body.items.map(({ metadata }: typeof held) => metadata.name)

  await server.send('DELETE', `${services}/free?dryRun=All`)
  expect(await left()).toEqual(['alone', 'free', 'held'])
  await server.delete(`${services}/free`)
  await server.delete(`${services}/held`)
  expect(await left()).toEqual(['alone', 'held'])
  const { body } = await server.get(`${services}/held`)
  await server.put(`${services}/held`, { ...body, metadata: { ...body.metadata, finalizers: [] } })
  expect(await left()).toEqual(['alone'])
})
