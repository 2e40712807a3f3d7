import { expect, test } from 'vitest'
import { authenticateAllAs, firstOf } from '#server/auth/authenticator.ts'
import type { Attributes } from '#server/auth/authorizer.ts'
import { tokenFile } from '#server/auth/token-file.ts'
import { anonymous } from '#server/auth/user-info.ts'
import { configMap, configMaps, startServer } from './trial-server.ts'

const alice = { token: 'alice-token', user: 'alice', uid: 'u', groups: ['dev'] }

test('[AU1] invalid credentials are 401, requests without credentials are anonymous', async () => {
  const authenticator = firstOf([tokenFile([alice]), authenticateAllAs(anonymous, 'no credentials')])
  const server = startServer({ authenticator })

  const wrong = await server.get(configMaps, { authorization: 'Bearer nobody' })

  expect(wrong.body).toMatchObject({ code: 401, reason: 'Unauthorized', message: 'Unauthorized' })
  expect((await server.get(configMaps)).status).toBe(200)
})

test('[AU2] the transport of the page sets the user', async () => {
  const server = startServer()

  await server.send('GET', configMaps, undefined, { 'x-orchard-acting-as': 'alice' })

  expect(server.facts.at(-1)).toMatchObject({ actor: 'alice' })
})

test('[AU2] who the page sends as the anonymous user is not in the group of authenticated users', async () => {
  const seen: Attributes[] = []
  const authorizer = {
    authorize: async (attributes: Attributes) => {
      seen.push(attributes)
      return { type: 'allowed', why: 'a test' } as const
    },
  }
  const server = startServer({ authorizer })
  const names = ['system:anonymous', 'alice']
  for (const name of names) await server.send('GET', configMaps, undefined, { 'x-orchard-acting-as': name })
  expect(seen.map(({ user }) => user.groups)).toEqual([['system:unauthenticated'], ['system:authenticated']])
})

test('[AU3] exactly one space separates the scheme and the token', async () => {
  const seen: Attributes[] = []
  const authorizer = {
    authorize: async (attributes: Attributes) => {
      seen.push(attributes)
      return { type: 'allowed', why: 'a test' } as const
    },
  }
  const server = startServer({ authenticator: tokenFile([alice]), authorizer })

  const warnings: (string | null)[] = []
  for (const authorization of ['bearer alice-token', 'Bearer  alice-token', 'Bearer alice-token extra', 'alice-token'])
    warnings.push((await server.get(configMaps, { authorization })).headers.get('warning'))

  expect(seen.map(({ user }) => user.name)).toEqual(['alice', 'system:anonymous', 'alice', 'system:anonymous'])
  const warning =
    '299 - "the provided Authorization header contains extra space before the bearer token, and is ignored"'
  expect(warnings).toEqual([null, warning, null, null])
})

test('[AU4] a 403 names user, verb, resource and scope, and comes before the path is looked up', async () => {
  const server = startServer({ authorizer: { authorize: async () => ({ type: 'denied', why: '' }) } })

  const known = await server.get(`${configMaps}/a`)
  const unknown = await server.get('/nothing/here')

  expect(known.body.message).toBe(
    'configmaps "a" is forbidden: User "admin" cannot get resource "configmaps" in API group "" in the namespace "default"',
  )
  expect(unknown.body.message).toBe('forbidden: User "admin" cannot get path "/nothing/here"')
})

test('[AD1] [AD2] creation in a missing or terminating namespace is refused; some namespaces cannot be deleted', async () => {
  const server = startServer()
  await server.post('/api/v1/namespaces', { metadata: { name: 'n' } })
  await server.delete('/api/v1/namespaces/n')

  const absent = await server.post('/api/v1/namespaces/absent/configmaps', configMap('a'))
  const ending = await server.post('/api/v1/namespaces/n/configmaps', configMap('a'))
  const immortal = await server.delete('/api/v1/namespaces/default')

  expect(absent.body.message).toBe('namespaces "absent" not found')
  expect(ending.body.details.causes).toEqual([
    { reason: 'NamespaceTerminating', message: 'namespace n is being terminated', field: 'metadata.namespace' },
  ])
  expect(immortal.body.message).toBe('namespaces "default" is forbidden: this namespace may not be deleted')
})

const pods = '/api/v1/namespaces/default/pods'
const pod = (spec: object = {}): object => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'p' },
  spec: { containers: [{ name: 'c', image: 'i' }], ...spec },
})

test('[AD3] a pod tolerates a lost node for five minutes unless it has its own tolerations', async () => {
  const { body } = await startServer().post(
    pods,
    pod({ tolerations: [{ key: 'node.orch.io/not-ready', operator: 'Exists' }] }),
  )

  expect(body.spec.tolerations.map(({ key }: { key: string }) => key)).toEqual([
    'node.orch.io/not-ready',
    'node.orch.io/unreachable',
  ])
})

test('[AD4] a priority class is resolved to its value; an unknown one is refused', async () => {
  const server = startServer()
  const unknown = await server.post(pods, pod({ priorityClassName: 'absent' }))
  const { body } = await server.post(pods, pod())

  expect(unknown.body.message).toBe('pods "p" is forbidden: no PriorityClass with name absent was found')
  expect([body.spec.priority, body.spec.preemptionPolicy]).toEqual([0, 'PreemptLowerPriority'])
})

test('[AD5] a LimitRange sets defaults of containers and refuses values out of bounds', async () => {
  const server = startServer()
  const limits = [{ type: 'Container', default: { cpu: '500m' }, defaultRequest: { cpu: '100m' }, max: { cpu: '1' } }]
  await server.post('/api/v1/namespaces/default/limitranges', { metadata: { name: 'l' }, spec: { limits } })
  const greedy = { name: 'c', image: 'i', resources: { limits: { cpu: '2' } } }

  const { body } = await server.post(pods, pod())
  const refused = await server.post(pods, pod({ containers: [greedy] }))

  expect(body.spec.containers[0].resources).toEqual({ limits: { cpu: '500m' }, requests: { cpu: '100m' } })
  expect(body.metadata.annotations['orch.io/limit-ranger']).toBe(
    'LimitRanger plugin set: cpu request for container c; cpu limit for container c',
  )
  expect(refused.body.message).toBe('pods "p" is forbidden: maximum cpu usage per Container is 1, but limit is 2')
})

const quotas = '/api/v1/namespaces/default/resourcequotas'
const withRequests = (cpu: string) => pod({ containers: [{ name: 'c', image: 'i', resources: { requests: { cpu } } }] })

test('[AD6] a request that would exceed a ResourceQuota is refused, an admitted one is charged', async () => {
  const server = startServer()
  const hard = { 'requests.cpu': '1', pods: '5', configmaps: '0' }
  const used = { 'requests.cpu': '0', pods: '0', configmaps: '0' }
  await server.post(quotas, { metadata: { name: 'q' }, spec: { hard } })
  const uncounted = await server.post(configMaps, configMap('before'))
  await server.send('PUT', `${quotas}/q/status`, { metadata: { name: 'q' }, spec: { hard }, status: { hard, used } })

  const silent = await server.post(pods, pod())
  const dry = await server.post(`${pods}?dryRun=All`, withRequests('600m'))
  const first = await server.post(pods, withRequests('600m'))
  const second = await server.post(pods, { ...withRequests('0.6'), metadata: { name: 'second' } })

  expect(uncounted.status).toBe(201)
  expect(silent.body.message).toBe('pods "p" is forbidden: failed quota: q: must specify requests.cpu for: c')
  expect([dry.status, first.status]).toEqual([201, 201])
  expect(second.body.message).toBe(
    'pods "second" is forbidden: exceeded quota: q, requested: requests.cpu=600m, used: requests.cpu=600m, limited: requests.cpu=1',
  )
  expect((await server.post(configMaps, configMap('after'))).body.message).toBe(
    'configmaps "after" is forbidden: exceeded quota: q, requested: configmaps=1, used: configmaps=0, limited: configmaps=0',
  )
  const { status, metadata } = (await server.get(`${quotas}/q`)).body
  expect(status.used).toEqual({ 'requests.cpu': '600m', pods: '1', configmaps: '0' })
  expect(metadata.managedFields.find(({ manager }: { manager: string }) => manager === 'kube-apiserver')).toMatchObject(
    {
      operation: 'Update',
      subresource: 'status',
      fieldsV1: { 'f:status': { 'f:used': { 'f:pods': {}, 'f:requests.cpu': {} } } },
    },
  )
})

test('[AD6] concurrent requests never exceed a quota', async () => {
  const server = startServer()
  const hard = { configmaps: '3' }
  await server.post(quotas, { metadata: { name: 'q' }, spec: { hard } })
  await server.send('PUT', `${quotas}/q/status`, {
    metadata: { name: 'q' },
    spec: { hard },
    status: { hard, used: { configmaps: '0' } },
  })

  const answers = await Promise.all(Array.from({ length: 10 }, (_, at) => server.post(configMaps, configMap(`c${at}`))))

  expect(answers.filter(({ status }) => status === 201)).toHaveLength(3)
})

test('[AD6] a quota with scopes counts only the objects that match its scopes', async () => {
  const server = startServer()
  const spec = { hard: { pods: '0' }, scopes: ['Terminating'] }
  await server.post(quotas, { metadata: { name: 'q' }, spec })
  const status = { hard: spec.hard, used: { pods: '0' } }
  await server.send('PUT', `${quotas}/q/status`, { metadata: { name: 'q' }, spec, status })

  const terminating = await server.post(pods, pod({ activeDeadlineSeconds: 10 }))
  const staying = await server.post(pods, pod())

  expect([terminating.status, staying.status]).toEqual([403, 201])
})
