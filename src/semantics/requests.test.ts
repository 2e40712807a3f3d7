import { expect, test } from 'vitest'
import type { JsonObject } from '#api/json.ts'
import { configMap, configMaps, startServer } from './trial-server.ts'

test('[RQ1] an unknown path inside of a served group is a Status, any other is plain text', async () => {
  const server = startServer()

  const inside = await server.get('/api/v1/nothing')
  const outside = await server.get('/apis/nothing.example.com/v1/things')

  expect(inside.body).toMatchObject({ kind: 'Status', reason: 'NotFound', code: 404, details: {} })
  expect([outside.status, outside.text]).toEqual([404, '404 page not found\n'])
  expect(outside.headers.get('content-type')).toBe('text/plain; charset=utf-8')
})

test('[RQ1] paths are case-sensitive, trailing slashes are ignored, and so are double slashes before the version', async () => {
  const server = startServer()
  await server.post(configMaps, configMap('a'))

  const statuses = await Promise.all(
    [`${configMaps}/`, `${configMaps}/a/`, '/api/v1/namespaces/default/ConfigMaps', '/api/v1//namespaces'].map(
      async (path) => (await server.get(path)).status,
    ),
  )

  expect(statuses).toEqual([200, 200, 404, 404])
})

test('[RQ2] dot segments and encoded slashes do not reach another resource', async () => {
  const server = startServer()
  await server.post(configMaps, configMap('a'))

  const dots = await server.get('/api/v1/namespaces/default/secrets/%2e%2e/configmaps/a')
  const slash = await server.get(`${configMaps}%2Fa`)

  expect(dots.status).toBe(404)
  expect(slash.status).toBe(200)
  expect((await server.get(`${configMaps}/b%2Fa`)).status).toBe(404)
})

test('[RQ2] a path with an invalid escape is refused before any handler, in plain text', async () => {
  const server = startServer()
  for (const path of ['/api/v1/namespaces/%zz/pods', '/livez%', '/api/v1/nodes/%a']) {
    const answer = await server.get(path)
    expect([answer.status, answer.text]).toEqual([400, '400 Bad Request'])
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(answer.headers.get('audit-id')).toBeNull()
  }
  expect((await server.get('/api/v1/nodes?fieldSelector=%zz')).status).toBe(200)
})

test('[RQ3] a name that is not a valid path segment is refused with the name', async () => {
  const { body, status } = await startServer().get(`${configMaps}/%2e%2e`)

  expect([status, body.reason]).toEqual([400, 'BadRequest'])
})

test('[RQ4] an unsupported method is 405 with empty details', async () => {
  const server = startServer()

  for (const [method, path] of [
    ['PUT', configMaps],
    ['POST', `${configMaps}/a`],
    ['DELETE', '/api/v1/namespaces'],
    ['POST', '/api/v1/configmaps'],
    ['POST', '/api'],
    ['POST', '/apis/apps/v1'],
  ] as const) {
    const { body, status } = await server.send(method, path, {})
    expect([status, body.message]).toEqual([405, 'the server does not allow this method on the requested resource'])
  }
  expect((await server.send('HEAD', configMaps)).status).toBe(405)
})

test('[RQ4] a proxy supports every method', async () => {
  const server = startServer()

  const messages = await Promise.all(
    ['GET', 'PUT', 'OPTIONS', 'PATCH'].map(async (method) => {
      const { body } = await server.send(method, '/api/v1/nodes/n/proxy/x', undefined, { 'content-type': 'text/plain' })
      return body.message
    }),
  )

  expect(new Set(messages)).toEqual(new Set(['nodes "n" not found']))
  expect((await server.send('HEAD', '/api/v1/nodes/n/proxy')).status).toBe(404)
})

test('[RQ5] a query pair that Go cannot parse is dropped', async () => {
  const server = startServer()
  await server.post(configMaps, configMap('a'))
  await server.post(configMaps, configMap('b'))

  const counts = await Promise.all(
    ['limit=1;x', 'limit=%zz', 'limit=1'].map(async (query) => {
      const { body } = await server.get(`${configMaps}?${query}&labelSelector=%21x+`)
      return body.items.length
    }),
  )

  expect(counts).toEqual([2, 2, 1])
})

test('[RQ10] a path that ends in watch or proxy is an error before authentication', async () => {
  const server = startServer()

  const answer = await server.send('POST', '/api/v1/watch/?a=b', {}, { authorization: 'Bearer nobody' })
  const group = await server.get('/apis/apps/v1/proxy')

  expect([answer.status, answer.text]).toEqual([
    500,
    'Internal Server Error: "/api/v1/watch/?a=b": failed to create RequestInfo: unable to determine kind and namespace from url, /api/v1/watch/?a=b\n',
  ])
  expect(group.status).toBe(500)
})

test('[RQ11] the export parameter is refused, unless it is false', async () => {
  const server = startServer()
  await server.post(configMaps, configMap('a'))
  const statusOf = async (query: string): Promise<number> => (await server.get(`${configMaps}/a?${query}`)).status

  expect(await Promise.all(['export', 'export=1', 'export=false', 'export=0'].map(statusOf))).toEqual([
    400, 400, 200, 200,
  ])
})

test('[RQ5] numbers in a query are parsed as Go does', async () => {
  const { body, status } = await startServer().get(`${configMaps}?limit=ten`)

  expect([status, body.message]).toEqual([400, 'strconv.ParseInt: parsing "ten": invalid syntax'])
})

test('[RQ6] every response has an audit id and forbids caching; warnings are headers', async () => {
  const server = startServer()

  const answer = await server.post(configMaps, configMap('a', { bogus: 'é' }))

  expect(answer.status).toBe(201)
  expect(answer.headers.get('audit-id')).toMatch(/^[0-9a-f-]{36}$/)
  expect(answer.headers.get('cache-control')).toBe('no-cache, private')
  expect(answer.headers.get('warning')).toBe('299 - "unknown field \\"bogus\\""')
})

test('[RQ7] a body above three MiB is 413', async () => {
  const answer = await startServer().post(configMaps, ' '.repeat(3 * 1024 * 1024 + 1))

  expect([answer.status, answer.body.reason]).toEqual([413, 'RequestEntityTooLarge'])
})

test('[RQ8] an invalid timeout is refused before anything else', async () => {
  const { body, status } = await startServer().get(`${configMaps}/a?timeout=1`)

  expect(status).toBe(400)
  expect(body.message).toBe('invalid timeout specified in the request URL - time: missing unit in duration "1"')
})

test('[ER1] [ER2] an error is a Status with the code of its reason, in the negotiated format', async () => {
  const server = startServer()

  const json = await server.get(`${configMaps}/absent`)
  const yaml = await server.get(`${configMaps}/absent`, { accept: 'application/yaml' })

  expect(json.body).toEqual({
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message: 'configmaps "absent" not found',
    reason: 'NotFound',
    details: { name: 'absent', kind: 'configmaps' },
    code: 404,
  })
  expect(yaml.headers.get('content-type')).toBe('application/yaml')
})

test('[ER2] an error is indented JSON if only another kind is accepted', async () => {
  const { headers, text } = await startServer().get(`${configMaps}/absent`, {
    accept: 'application/yaml;as=Table;g=meta.orch.io;v=v1',
  })

  expect(headers.get('content-type')).toBe('application/json')
  expect(text).toMatch(/^\{\n {2}"kind": "Status",.*\}$/s)
})

test('[ER3] a lost disk is a timeout with Retry-After', async () => {
  const server = startServer()
  await server.server.ready
  await server.log.close()

  const answer = await server.post(configMaps, configMap('a'))

  expect(answer.status).toBeGreaterThanOrEqual(500)
  expect(answer.body.kind).toBe('Status')
})

test('[ER4] an internal error is a plain 500 and a fact', async () => {
  const authorizer = {
    authorize: async () => {
      throw new TypeError('oops')
    },
  }
  const server = startServer({ authorizer })

  const { body } = await server.get(configMaps)

  expect([body.code, body.reason, JSON.stringify(body).includes('oops')]).toEqual([500, 'InternalError', false])
  expect(server.facts.some((fact) => fact.type === 'panic' && fact.message.includes('oops'))).toBe(true)
})

test('[RQ9] each request reports a trace: stages in order, user, revision written', async () => {
  const server = startServer()

  await server.post(configMaps, configMap('a'))

  const fact = server.facts.findLast((each) => each.type === 'request-finished')
  expect(fact).toMatchObject({ verb: 'create', actor: 'admin', status: 201 })
  expect(fact?.type === 'request-finished' && fact.stages.map(({ stage }) => stage)).toEqual([
    'authentication',
    'authorization',
    'decode',
    'admission',
    'storage',
    'registry',
    'encode',
  ])
  expect(fact?.type === 'request-finished' && fact.wrote).toBe(server.log.revision())
})

test('[ER8] each step of a write lets others have a turn: copies, ownership, validation, canonical form', async () => {
  let nowMs = 0
  let turns = 0
  // Every look at the clock finds that 20 ms have passed.
  const server = startServer({
    monotonicMs: () => (nowMs += 20),
    pause: async () => void (turns += 1),
  })
  const path = '/api/v1/namespaces/default/configmaps'
  const turnsOf = async (request: () => Promise<{ readonly status: number }>): Promise<number> => {
    turns = 0
    expect((await request()).status).toBeLessThan(300)
    return turns
  }
  const patch = (type: string, query: string, value: string) => (): Promise<{ readonly status: number }> =>
    server.send(
      'PATCH',
      `${path}/a?fieldManager=x${query}`,
      { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: { a: value } },
      { 'content-type': `application/${type}` },
    )
  const post = await turnsOf(() => server.post(path, { metadata: { name: 'a' }, data: { a: '1' } }))
  const put = await turnsOf(() => server.put(`${path}/a`, { metadata: { name: 'a' }, data: { a: '2' } }))
  const merge = await turnsOf(patch('merge-patch+json', '', '3'))
  const apply = await turnsOf(patch('apply-patch+yaml', '&force=true', '4'))
  // Without turns between the steps of a stage, fewer: 7, 8, 8 and 9.
  expect(post).toBeGreaterThan(7)
  expect(put).toBeGreaterThan(10)
  expect(merge).toBeGreaterThan(10)
  expect(apply).toBeGreaterThan(12)
})

test('[ER8] the containers of pods and pod templates are validated in pieces, in creates and updates', async () => {
  let nowMs = 0
  let turns = 0
  // Every look at the clock finds that 20 ms have passed.
  const server = startServer({ monotonicMs: () => (nowMs += 20), pause: async () => void (turns += 1) })
  const metadata = { name: 'a' }
  const labels = { app: 'a' }
  const kept = (pod: JsonObject): JsonObject => ({
    selector: { matchLabels: labels },
    template: { metadata: { labels }, spec: pod },
  })
  const jobs = (pod: JsonObject): JsonObject => ({ template: { spec: { restartPolicy: 'Never', ...pod } } })
  const kinds: Readonly<Record<string, (pod: JsonObject) => JsonObject>> = {
    '/api/v1/namespaces/default/pods': (pod) => ({ metadata, spec: pod }),
    '/api/v1/namespaces/default/podtemplates': (pod) => ({ metadata, template: { spec: pod } }),
    '/api/v1/namespaces/default/replicationcontrollers': (pod) => ({
      metadata,
      spec: { template: { metadata: { labels }, spec: pod } },
    }),
    '/apis/apps/v1/namespaces/default/deployments': (pod) => ({ metadata, spec: kept(pod) }),
    '/apis/apps/v1/namespaces/default/replicasets': (pod) => ({ metadata, spec: kept(pod) }),
    '/apis/apps/v1/namespaces/default/daemonsets': (pod) => ({ metadata, spec: kept(pod) }),
    '/apis/apps/v1/namespaces/default/statefulsets': (pod) => ({ metadata, spec: kept(pod) }),
    '/apis/batch/v1/namespaces/default/jobs': (pod) => ({ metadata, spec: jobs(pod) }),
    '/apis/batch/v1/namespaces/default/cronjobs': (pod) => ({
      metadata,
      spec: { schedule: '@daily', jobTemplate: { spec: jobs(pod) } },
    }),
  }
  for (const [path, objectOf] of Object.entries(kinds)) {
    const broken = (containers: number): JsonObject =>
      objectOf({ containers: Array.from({ length: containers }, () => ({})) })
    const turnsOf = async (containers: number, send: 'post' | 'put'): Promise<number> => {
      turns = 0
      const { status, body } = await server[send](send === 'put' ? `${path}/a` : path, broken(containers))
      expect([path, status, body.details?.causes.length > containers]).toEqual([path, 422, true])
      return turns
    }
    // Three pieces of 200 instead of one: every second look at the clock ends a turn.
    expect((await turnsOf(600, 'post')) - (await turnsOf(1, 'post')), path).toBeGreaterThan(0)
    expect((await server.post(path, objectOf({ containers: [{ name: 'c', image: 'i' }] }))).status, path).toBe(201)
    expect((await turnsOf(600, 'put')) - (await turnsOf(1, 'put')), path).toBeGreaterThan(0)
  }
})
