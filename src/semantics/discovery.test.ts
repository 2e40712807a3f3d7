import { expect, test } from 'vitest'
import { startServer } from './trial-server.ts'

test('[DI1] versions, groups and resources lead to every kind', async () => {
  const server = startServer()

  const { body: core } = await server.get('/api/v1')
  const { body: groups } = await server.get('/apis')
  const { body: group } = await server.get('/apis/rbac.authorization.orch.io')

  expect((await server.get('/api')).body.versions).toEqual(['v1'])
  expect(core.resources.find(({ name }: { name: string }) => name === 'configmaps')).toMatchObject({
    singularName: 'configmap',
    namespaced: true,
    kind: 'ConfigMap',
    verbs: ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'],
    shortNames: ['cm'],
  })
  expect(groups.groups.map(({ name }: { name: string }) => name)).toContain('rbac.authorization.orch.io')
  expect(group.preferredVersion).toEqual({ groupVersion: 'rbac.authorization.orch.io/v1', version: 'v1' })
})

test('[DI1] groups are served to every method and negotiate on their own; versions are routes', async () => {
  const server = startServer()
  const ask = async (path: string, accept: string): Promise<unknown[]> => {
    const { status, body } = await server.get(path, { accept })
    return [status, body.details]
  }

  expect((await server.post('/apis/', {})).body.kind).toBe('APIGroupList')
  expect((await server.post('/apis/apps', {})).body.name).toBe('apps')
  expect((await server.post('/apis//', {})).status).toBe(404)
  expect(await ask('/apis/apps', 'application/*')).toEqual([200, undefined])
  expect(await ask('/apis', 'text/html')).toEqual([406, undefined])
  expect(await ask('/apis/apps/v1', 'application/*')).toEqual([406, {}])
})

test('[DI3] the beta version of aggregated discovery is removed', async () => {
  const accept = 'application/json;g=apidiscovery.orch.io;v=v2beta1;as=APIGroupDiscoveryList'

  expect((await startServer().get('/api', { accept })).status).toBe(406)
  expect((await startServer().get('/api', { accept: `${accept},application/json` })).body.kind).toBe('APIVersions')
})

test('[DI2] a storage version hash has eight bytes and is stable', async () => {
  const server = startServer()
  const resources = async () => (await server.get('/api/v1')).body.resources
  const hash = async (resource = 'configmaps'): Promise<string | undefined> =>
    (await resources()).find(({ name }: { name: string }) => name === resource).storageVersionHash

  expect(await hash()).toMatch(/^[A-Za-z0-9+/]{11}=$/)
  expect(await hash()).toBe(await hash())
  expect(await hash('componentstatuses')).toBeUndefined()
})

test('[DI3] aggregated discovery is one document with an ETag, and is preferred to plain JSON', async () => {
  const server = startServer()
  const accept = 'application/json, application/json;g=apidiscovery.orch.io;v=v2;as=APIGroupDiscoveryList;q=0.1'

  const first = await server.get('/api', { accept })
  const again = await server.get('/api', { accept, 'if-none-match': first.headers.get('etag') ?? '' })

  expect(first.headers.get('content-type')).toBe(
    'application/json;g=apidiscovery.orch.io;v=v2;as=APIGroupDiscoveryList',
  )
  expect(first.body.items[0].versions[0].resources.length).toBeGreaterThan(2)
  expect([again.status, again.text]).toEqual([304, ''])
})

test('[DI4] the version can be parsed, and is indented without being asked', async () => {
  const { body, text } = await startServer().get('/version')
  expect(text).toBe(JSON.stringify(body, null, 2))

  expect([body.major, body.minor]).toEqual(['1', '34'])
  expect(body.gitVersion).toMatch(/^v1\.34\.\d+\+orchard/)
})

test('[DI5] health is ok, verbose, or of a single check', async () => {
  const server = startServer({ checks: [{ name: 'extra', readyOnly: true, check: () => 'not yet' }] })

  expect((await server.get('/livez')).text).toBe('ok')
  const verbose = (await server.get('/livez?verbose')).text.split('\n')
  expect(verbose.slice(0, 4)).toEqual([
    '[+]ping ok',
    '[+]log ok',
    '[+]etcd ok',
    '[+]poststarthook/start-apiserver-admission-initializer ok',
  ])
  expect(verbose.slice(-2)).toEqual(['livez check passed', ''])
  expect((await server.get('/livez/')).status).toBe(404)
  expect((await server.get('/livez/shutdown')).status).toBe(404)
  expect((await server.get('/readyz')).status).toBe(500)
  expect((await server.get('/readyz?exclude=extra&verbose')).text).toContain('[+]extra excluded: ok\n')
  expect((await server.get('/healthz/ping')).text).toBe('ok')
  expect((await server.get('/healthz/absent')).status).toBe(404)
})

test('[DI5] the store, the controllers and the shutdown are separate checks', async () => {
  const server = startServer()
  const statusOf = async (path: string): Promise<number> => (await server.get(path)).status

  const names = ['etcd', 'poststarthook/crd-informer-synced', 'poststarthook/rbac/bootstrap-roles']
  for (const name of [...names, 'autoregister-completion', 'informer-sync', 'etcd-readiness', 'shutdown'])
    expect([name, await statusOf(`/readyz/${name}`)]).toEqual([name, 200])
  // This server has no such controller.
  expect(await statusOf('/readyz/poststarthook/start-kube-apiserver-identity-lease-controller')).toBe(404)
  await server.log.close()
  expect([await statusOf('/livez/etcd'), await statusOf('/livez/ping')]).toEqual([500, 200])
  server.server.close()
  expect((await server.get('/readyz/shutdown')).text).toBe('internal server error: process is shutting down\n')
})

test('[DI7] results of health checks are exposed as metrics', async () => {
  const server = startServer()
  await server.get('/livez')

  const { text } = await server.get('/metrics/slis')

  expect(text).toContain('\norch_healthcheck{name="etcd",type="livez"} 1\n')
  expect(text).toContain('\norch_healthchecks_total{name="ping",status="success",type="livez"} 1\n')
})

test('[CS1] the component statuses are the store and two components that do not run here', async () => {
  const server = startServer()

  const { body } = await server.get('/api/v1/componentstatuses')
  const one = await server.get('/api/v1/componentstatuses/etcd-0')

  expect(body.metadata).toEqual({})
  expect(
    body.items.map(({ metadata, conditions }: { metadata: { name: string }; conditions: { status: string }[] }) => [
      metadata.name,
      conditions[0]?.status,
    ]),
  ).toEqual([
    ['controller-manager', 'False'],
    ['scheduler', 'False'],
    ['etcd-0', 'True'],
  ])
  expect(one.body.conditions).toEqual([{ type: 'Healthy', status: 'True', message: 'ok' }])
  expect((await server.get('/api/v1/componentstatuses/x')).body.message).toBe('componentstatuses "x" not found')
})

test('[DI6] metrics count requests, watches and log entries', async () => {
  const server = startServer()
  await server.get('/api/v1/namespaces')

  const { text, headers } = await server.get('/metrics')

  expect(headers.get('content-type')).toContain('text/plain; version=0.0.4')
  expect(text).toContain('apiserver_request_total{verb="list",group="",resource="namespaces",code="200"} 1')
  expect(text).toMatch(/^orchard_log_revision \d+$/m)
})

test('[DI10] / and /index.html list the same paths, indented', async () => {
  const server = startServer()
  const { body, status, text } = await server.get('/index.html')
  expect(text).toBe(JSON.stringify(body, null, 2))
  expect(status).toBe(200)
  expect(body.paths).toContain('/apis/apps/v1')
  expect(body).toEqual((await server.get('/')).body)
  expect((await server.get('/index.htm')).status).toBe(404)
})
