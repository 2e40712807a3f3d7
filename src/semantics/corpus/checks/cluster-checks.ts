import { configMap, configMaps } from '#semantics/trial-server.ts'
import { type Check, crud, hooks, is, rule, said, steps, watchEvents } from './check-steps.ts'

const chunks: Check = async (server) => {
  for (let at = 0; at < 40; at++) await server.post(configMaps, configMap(`c${String(at).padStart(3, '0')}`))
  const whole = (await server.get(configMaps)).body
  const names: string[] = []
  const versions = new Set<string>()
  let next = ''
  do {
    const { body } = await server.get(
      `${configMaps}?limit=17${next === '' ? '' : `&continue=${encodeURIComponent(next)}`}`,
    )
    for (const { metadata } of body.items) names.push(metadata.name)
    versions.add(body.metadata.resourceVersion)
    next = body.metadata.continue ?? ''
    if (next !== '' && body.metadata.remainingItemCount !== 40 - names.length) return 'remainingItemCount is not exact'
  } while (next !== '')
  return (
    is(
      'names',
      names,
      whole.items.map((item: { metadata: { name: string } }) => item.metadata.name),
    ) || is('versions', versions.size, 1)
  )
}

const admissionPolicy = (validations: readonly object[], variables: readonly object[] = []): object => ({
  metadata: { name: 'p' },
  spec: { matchConstraints: { resourceRules: [rule] }, validations, variables },
})
const policyBinding = { metadata: { name: 'b' }, spec: { policyName: 'p', validationActions: ['Deny'] } }

/** A watch that is opened at the version of each event receives the events after it, in the same order. */
const sameOrder: Check = async (server) => {
  const start = (await server.post(configMaps, configMap('a'))).body.metadata.resourceVersion
  const writes = 6
  for (let at = 0; at < writes; at++) await server.patch(`${configMaps}/a`, { data: { x: `${at}` } })
  const versionsFrom = async (version: string, count: number): Promise<readonly string[]> => {
    const watching = await server.watch(`${configMaps}?watch=1&resourceVersion=${version}`)
    const events = await watching.next(count)
    await watching.close()
    return events.map(({ object }) => object.metadata.resourceVersion ?? '')
  }
  const all = await versionsFrom(start, writes)
  for (const [at, version] of all.slice(0, -1).entries()) {
    const note = is(`after ${version}`, await versionsFrom(version, writes - at - 1), all.slice(at + 1))
    if (note !== '') return note
  }
  return is('events', all.length, writes)
}

const validatedDeployment: Check = async (server) => {
  const rules = [{ ...rule, apiGroups: ['apps'], resources: ['deployments'] }]
  const message = 'must be replicated'
  const validations = [{ expression: 'object.spec.replicas > 1', message }]
  const labels = { a: 'b' }
  const template = { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'i' }] } }
  const create = (replicas: number) =>
    server.post('/apis/apps/v1/namespaces/default/deployments', {
      metadata: { name: `d${replicas}` },
      spec: { replicas, selector: { matchLabels: labels }, template },
    })
  await server.post(`${hooks}/validatingadmissionpolicies`, {
    metadata: { name: 'p' },
    spec: { matchConstraints: { resourceRules: rules }, validations },
  })
  await server.post(`${hooks}/validatingadmissionpolicybindings`, policyBinding)
  return steps(
    async () => {
      const answer = await create(1)
      return said(answer, 422) || is('message', answer.body.message.endsWith(`denied request: ${message}`), true)
    },
    async () => said(await create(2), 201),
  )
}

/** Namespaces, quotas, lists in chunks, policies, watches and accounts. */
export const clusterChecks: readonly (readonly [string, Check])[] = [
  [
    'Namespaces: finalizer',
    async (server) => {
      await server.post('/api/v1/namespaces', { metadata: { name: 'n' } })
      const live = (await server.get('/api/v1/namespaces/n')).body
      const finalizers = [...live.spec.finalizers, 'e2e.example.com/f']
      const answer = await server.put('/api/v1/namespaces/n/finalize', { ...live, spec: { finalizers } })
      return said(answer, 200) || is('finalizers', answer.body.spec.finalizers, finalizers)
    },
  ],
  [
    'Namespaces: update',
    async (server) => {
      const live = (await server.get('/api/v1/namespaces/default')).body
      live.metadata.labels.a = 'b'
      return is('label', (await server.put('/api/v1/namespaces/default', live)).body.metadata.labels.a, 'b')
    },
  ],
  [
    'Namespaces: status',
    async (server) => {
      const conditions = [{ type: 'StatusPatch', status: 'True', reason: 'E2E', message: 'x' }]
      return is(
        'status',
        (await server.patch('/api/v1/namespaces/default/status', { status: { conditions } })).body.status.conditions[0]
          .reason,
        'E2E',
      )
    },
  ],
  [
    'Namespaces: patch',
    async (server) =>
      is(
        'label',
        (await server.patch('/api/v1/namespaces/default', { metadata: { labels: { a: 'b' } } })).body.metadata.labels.a,
        'b',
      ),
  ],
  [
    'ResourceQuota: status',
    async (server) => {
      const quotas = '/api/v1/namespaces/default/resourcequotas'
      await server.post(quotas, { metadata: { name: 'q' }, spec: { hard: { pods: '1' } } })
      const { body } = await server.patch(`${quotas}/q/status`, {
        status: { hard: { pods: '2' } },
        spec: { hard: { pods: '9' } },
      })
      return is('hard', [body.status.hard.pods, body.spec.hard.pods], ['2', '1'])
    },
  ],
  [
    'ResourceQuota: update and delete',
    crud('/api/v1/namespaces/default/resourcequotas', { metadata: { name: 'q' }, spec: { hard: { pods: '1' } } }, true),
  ],
  ['API chunking: chunks of results', chunks],
  [
    'Table transformation: 406 for a backend without metadata',
    async (server) =>
      said(
        await server.send(
          'POST',
          '/apis/authorization.orch.io/v1/selfsubjectaccessreviews',
          { spec: { nonResourceAttributes: { verb: 'get', path: '/' } } },
          { accept: 'application/json;as=Table;g=meta.orch.io;v=v1' },
        ),
        406,
      ),
  ],
  [
    'ValidatingAdmissionPolicy: variables',
    async (server) => {
      await server.post(
        `${hooks}/validatingadmissionpolicies`,
        admissionPolicy([{ expression: "variables.n != 'a'" }], [{ name: 'n', expression: 'object.metadata.name' }]),
      )
      await server.post(`${hooks}/validatingadmissionpolicybindings`, policyBinding)
      return steps(
        async () => said(await server.post(configMaps, configMap('a')), 422),
        async () => said(await server.post(configMaps, configMap('b')), 201),
      )
    },
  ],
  [
    'ValidatingAdmissionPolicy: API operations',
    crud(`${hooks}/validatingadmissionpolicies`, admissionPolicy([{ expression: 'true' }]), true),
  ],
  [
    'ValidatingAdmissionPolicyBinding: API operations',
    crud(`${hooks}/validatingadmissionpolicybindings`, policyBinding),
  ],
  ['ValidatingAdmissionPolicy: validate a Deployment', validatedDeployment],
  ['Watchers: concurrent watches in same order', sameOrder],
  [
    'Watchers: restart from last resourceVersion',
    async (server) => {
      const first = (await server.post(configMaps, configMap('a'))).body.metadata.resourceVersion
      await server.post(configMaps, configMap('b'))
      return watchEvents(
        server,
        `${configMaps}?watch=1&resourceVersion=${first}`,
        () => server.delete(`${configMaps}/b`),
        ['ADDED', 'DELETED'],
      )
    },
  ],
  [
    'Watchers: start from a specific resourceVersion',
    async (server) => {
      await server.post(configMaps, configMap('a'))
      const now = (await server.patch(`${configMaps}/a`, { data: { x: '1' } })).body.metadata.resourceVersion
      return watchEvents(
        server,
        `${configMaps}?watch=1&resourceVersion=${now}`,
        () => server.patch(`${configMaps}/a`, { data: { x: '2' } }),
        ['MODIFIED'],
      )
    },
  ],
  [
    'Watchers: object stops meeting the selector',
    (server) =>
      watchEvents(
        server,
        `${configMaps}?watch=1&labelSelector=a%3Db`,
        async () => {
          await server.post(configMaps, { metadata: { name: 'a', labels: { a: 'b' } } })
          await server.patch(`${configMaps}/a`, { metadata: { labels: { a: 'c' } } })
          await server.patch(`${configMaps}/a`, { metadata: { labels: { a: 'b' } } })
        },
        ['ADDED', 'DELETED', 'ADDED'],
      ),
  ],
  [
    'Watchers: add, update, delete with label selectors',
    (server) =>
      watchEvents(
        server,
        `${configMaps}?watch=1&labelSelector=a%20in%20(b%2Cc)`,
        async () => {
          await server.post(configMaps, { metadata: { name: 'other', labels: { a: 'z' } } })
          await server.post(configMaps, { metadata: { name: 'a', labels: { a: 'b' } } })
          await server.patch(`${configMaps}/a`, { metadata: { labels: { a: 'c' } } })
          await server.delete(`${configMaps}/a`)
        },
        ['ADDED', 'MODIFIED', 'DELETED'],
      ),
  ],
  [
    'Server version',
    async (server) => {
      const { major, minor } = (await server.get('/version')).body
      return /^\d+$/.test(major) && /^\d+$/.test(minor) ? '' : `${major}.${minor}`
    },
  ],
  [
    'Certificates API: CSR API operations',
    async (server) => said(await server.get('/apis/certificates.orch.io/v1/certificatesigningrequests'), 200),
  ],
  [
    'ServiceAccountIssuerDiscovery',
    async (server) =>
      steps(
        async () => said(await server.get('/.well-known/openid-configuration'), 200),
        async () => is('use', (await server.get('/openid/v1/jwks')).body.keys[0].use, 'sig'),
      ),
  ],
  ['ServiceAccounts: lifecycle', crud('/api/v1/namespaces/default/serviceaccounts', { metadata: { name: 's' } })],
  [
    'ServiceAccounts: update',
    async (server) => {
      const path = '/api/v1/namespaces/default/serviceaccounts'
      await server.post(path, { metadata: { name: 's' } })
      const live = (await server.get(`${path}/s`)).body
      return is(
        'field',
        (await server.put(`${path}/s`, { ...live, automountServiceAccountToken: false })).body
          .automountServiceAccountToken,
        false,
      )
    },
  ],
  [
    'SubjectReview: API operations',
    async (server) => {
      const review = { spec: { user: 'jane', resourceAttributes: { verb: 'get', resource: 'pods' } } }
      return said(await server.post('/apis/authorization.orch.io/v1/subjectaccessreviews', review), 201)
    },
  ],
]
