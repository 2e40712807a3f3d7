import { afterEach, expect, test } from 'vitest'
import { systemClock } from '#api/system-clock.ts'
import type { OutboundOptions } from '#api/outbound-fetch.ts'
import { actingAs } from '#server/auth/acting-as.ts'
import { authenticateAllAs, firstOf } from '#server/auth/authenticator.ts'
import { loopbackAdministrator } from '#server/auth/user-info.ts'
import { type Orchard, startOrchard } from '#server/start-orchard.ts'
import { createMemoryLog } from '#server/storage/memory-log.ts'

interface Sent {
  readonly request: Request
  readonly options: OutboundOptions
}

let orchard: Orchard | null = null
afterEach(() => orchard?.close())

const resources = [
  { name: 'flunders', singularName: 'flunder', namespaced: true, kind: 'Flunder', verbs: ['get', 'list'] },
  { name: 'flunders/status', singularName: '', namespaced: true, kind: 'Flunder', verbs: ['get'] },
]

/** Starts a server whose outbound calls are answered by `answer`. */
async function start(answer: (request: Request) => Response | null) {
  const sent: Sent[] = []
  const server = await startOrchard({
    log: createMemoryLog({ clock: systemClock }),
    clock: systemClock,
    authenticator: firstOf([actingAs, authenticateAllAs(loopbackAdministrator, 'test')]),
    debug: false,
    async fetch(request, options = {}) {
      sent.push({ request, options })
      const { pathname } = new URL(request.url)
      const given = answer(request)
      if (given !== null) return given
      if (pathname === '/apis/wardle.example.com/v1') return Response.json({ kind: 'APIResourceList', resources })
      return Response.json({ kind: 'Status', path: pathname }, { status: 404 })
    },
  })
  orchard = server
  const call = async (method: string, path: string, body?: object, headers: Record<string, string> = {}) => {
    const init = { method, headers: { 'content-type': 'application/json', ...headers } }
    const request = new Request(`http://h${path}`, body === undefined ? init : { ...init, body: JSON.stringify(body) })
    const response = await server.fetch(request)
    const text = await response.text()
    return { status: response.status, text, body: text.startsWith('{') ? JSON.parse(text) : null }
  }
  return { sent, call }
}

type Started = Awaited<ReturnType<typeof start>>

const apiService = {
  metadata: { name: 'v1.wardle.example.com' },
  spec: {
    group: 'wardle.example.com',
    version: 'v1',
    groupPriorityMinimum: 2000,
    versionPriority: 200,
    insecureSkipTLSVerify: true,
    service: { namespace: 'default', name: 'wardle' },
  },
}
const collection = '/apis/apiregistration.orch.io/v1/apiservices'

async function condition({ call }: Started, reason: string) {
  const read = async () => (await call('GET', `${collection}/v1.wardle.example.com`)).body.status?.conditions?.[0]
  await expect.poll(async () => (await read())?.reason).toBe(reason)
  return read()
}

async function register({ call }: Started) {
  const ports = [{ name: 'https', port: 443 }]
  await call('POST', '/api/v1/namespaces/default/services', { metadata: { name: 'wardle' }, spec: { ports } })
  await call('POST', '/apis/discovery.orch.io/v1/namespaces/default/endpointslices', {
    metadata: { name: 'wardle-1', labels: { 'orch.io/service-name': 'wardle' } },
    addressType: 'IPv4',
    endpoints: [{ addresses: ['10.1.2.3'] }],
    ports: [{ name: 'https', port: 8443 }],
  })
  return call('POST', collection, apiService)
}

test('[APS6] the condition Available says whether the other server can be reached and answers', async () => {
  let code = 500
  const server = await start(() => (code === 200 ? null : new Response('', { status: code })))
  const { call } = server
  await call('POST', collection, apiService)
  expect(await condition(server, 'ServiceNotFound')).toMatchObject({
    status: 'False',
    message: 'service/wardle in "default" is not present',
  })
  const service = { metadata: { name: 'wardle' }, spec: { ports: [{ name: 'https', port: 80 }] } }
  await call('POST', '/api/v1/namespaces/default/services', service)
  expect((await condition(server, 'ServicePortError')).message).toBe(
    'service/wardle in "default" is not listening on port 443',
  )
  await call(
    'PATCH',
    '/api/v1/namespaces/default/services/wardle',
    { spec: { ports: [{ port: 443 }] } },
    {
      'content-type': 'application/merge-patch+json',
    },
  )
  expect((await condition(server, 'EndpointsNotFound')).message).toBe(
    'cannot find endpointslices for service/wardle in "default"',
  )
  const endpoints = {
    metadata: { name: 'wardle' },
    subsets: [{ addresses: [{ ip: '10.1.2.3' }], ports: [{ port: 8443 }] }],
  }
  await call('POST', '/api/v1/namespaces/default/endpoints', { ...endpoints, subsets: [] })
  expect((await condition(server, 'MissingEndpoints')).message).toBe(
    'endpointslices for service/wardle in "default" have no addresses with port name ""',
  )
  await call('PUT', '/api/v1/namespaces/default/endpoints/wardle', endpoints)
  expect((await condition(server, 'FailedDiscoveryCheck')).message).toContain(
    'bad status from https://wardle.default.svc:443',
  )
  expect(await call('GET', '/apis/wardle.example.com/v1/flunders')).toMatchObject({
    status: 503,
    text: 'service unavailable\n',
  })
  code = 200
  await call('PUT', '/api/v1/namespaces/default/endpoints/wardle', {
    ...endpoints,
    metadata: { name: 'wardle', labels: { a: 'b' } },
  })
  expect(await condition(server, 'Passed')).toMatchObject({ status: 'True', message: 'all checks passed' })
})

test('[APS7] requests are forwarded with the user, without credentials, and the answer is the other server’s', async () => {
  const server = await start((request) =>
    request.url.includes('/flunders')
      ? Response.json({ made: true }, { status: 201, headers: { 'x-own': '1' } })
      : null,
  )
  await register(server)
  await condition(server, 'Passed')
  const path = '/apis/wardle.example.com/v1/namespaces/a/flunders?dryRun=All'
  const answer = await server.call(
    'POST',
    path,
    { spec: 1 },
    {
      authorization: 'Basic x',
      'x-remote-user': 'mallory',
      'x-orchard-acting-as': 'jane',
      'x-orchard-acting-as-groups': 'dev,ops',
    },
  )
  expect(answer).toMatchObject({ status: 201, body: { made: true } })
  const { request, options } = server.sent.at(-1) as Sent
  expect(request.url).toBe(`https://wardle.default.svc${path}`)
  expect(await request.json()).toEqual({ spec: 1 })
  expect(request.headers.get('authorization')).toBeNull()
  const given = (options.headerLines ?? []).map(([name]) => name)
  expect(given.filter((name) => name.startsWith('x-orchard-'))).toEqual([])
  const lines = (options.headerLines ?? []).filter(([name]) => name.startsWith('x-remote-'))
  expect(lines).toContainEqual(['x-remote-user', 'jane'])
  expect(lines.filter(([name]) => name === 'x-remote-group').map(([, value]) => value)).toEqual([
    'dev',
    'ops',
    'system:authenticated',
  ])
  expect(options).toMatchObject({ insecureSkipTlsVerify: true, connectTo: { host: '10.1.2.3', port: 8443 } })
})

test('[APS8] discovery lists the group versions of other servers by their priorities, and is stale while one is down', async () => {
  let isUp = true
  const server = await start(() => (isUp ? null : new Response('', { status: 502 })))
  await register(server)
  await condition(server, 'Passed')
  const { groups } = (await server.call('GET', '/apis')).body
  const names = groups.map(({ name }: { name: string }) => name)
  expect(names).toContain('wardle.example.com')
  expect(names.indexOf('wardle.example.com')).toBeGreaterThan(names.indexOf('apps'))
  expect((await server.call('GET', '/apis/wardle.example.com')).body.preferredVersion).toEqual({
    groupVersion: 'wardle.example.com/v1',
    version: 'v1',
  })
  const accept = 'application/json;g=apidiscovery.orch.io;v=v2;as=APIGroupDiscoveryList'
  const versionOf = async () => {
    const { items } = (await server.call('GET', '/apis', undefined, { accept })).body
    return items.find(({ metadata }: { metadata: { name: string } }) => metadata.name === 'wardle.example.com')
      .versions[0]
  }
  expect(await versionOf()).toMatchObject({
    version: 'v1',
    freshness: 'Current',
    resources: [{ resource: 'flunders', scope: 'Namespaced', subresources: [{ subresource: 'status' }] }],
  })
  isUp = false
  await server.call('POST', '/api/v1/namespaces/default/endpoints', { metadata: { name: 'wardle' } })
  await condition(server, 'FailedDiscoveryCheck')
  expect(await versionOf()).toEqual({ version: 'v1', freshness: 'Stale' })
  await server.call('DELETE', `${collection}/v1.wardle.example.com`)
  expect((await server.call('GET', '/apis/wardle.example.com')).status).toBe(404)
})
