import { type Answer, configMap, configMaps, type TrialServer } from '#semantics/trial-server.ts'

/** Returns `''` if what the test of the reference demands holds, else what was seen. */
export type Check = (server: TrialServer) => Promise<string>

const crds = '/apis/apiextensions.orch.io/v1/customresourcedefinitions'
const hooks = '/apis/admissionregistration.orch.io/v1'
const things = '/apis/x.example.com/v1/namespaces/default/things'
const aggregated = 'application/json;g=apidiscovery.orch.io;v=v2;as=APIGroupDiscoveryList'

const said = ({ status, text }: Answer, wanted: number): string =>
  status === wanted ? '' : `expected ${wanted}, got ${status}: ${text.slice(0, 200)}`

/** Returns the first complaint; each step runs only if those before it hold. */
async function steps(...all: readonly (() => Promise<string> | string)[]): Promise<string> {
  for (const step of all) {
    const note = await step()
    if (note !== '') return note
  }
  return ''
}

const is = (what: string, actual: unknown, wanted: unknown): string => {
  const [got, expected] = [JSON.stringify(actual), JSON.stringify(wanted)]
  return got === expected ? '' : `${what}: expected ${expected}, got ${got}`
}

const definition = (schema: object = {}, more: object = {}): object => ({
  metadata: { name: 'things.x.example.com' },
  spec: {
    group: 'x.example.com',
    scope: 'Namespaced',
    names: { plural: 'things', singular: 'thing', kind: 'Thing', listKind: 'ThingList' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', ...schema } },
        subresources: { status: {} },
        ...more,
      },
    ],
  },
})

async function define(server: TrialServer, schema: object = {}, more: object = {}): Promise<string> {
  const made = await server.post(crds, definition(schema, more))
  if (made.status !== 201) return said(made, 201)
  for (let tries = 0; tries < 200; tries++) {
    if ((await server.get(things)).status === 200) return ''
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  return 'the definition is not served'
}

const thing = (name: string, more: object = {}): object => ({
  apiVersion: 'x.example.com/v1',
  kind: 'Thing',
  metadata: { name },
  ...more,
})

const spec = { properties: { spec: { type: 'object', properties: { a: { type: 'string' } } } } }
const strict = `${things}?fieldValidation=Strict`

/** Create, list by label, patch, update, watch and delete objects of a collection. */
const crud =
  (path: string, object: object, status = false): Check =>
  async (server) => {
    const named = (object as { metadata: { name: string } }).metadata.name
    const own = `${path}/${named}`
    return steps(
      async () => said(await server.post(path, object), 201),
      async () => said(await server.patch(own, { metadata: { labels: { a: 'b' } } }), 200),
      async () => is('listed by label', (await server.get(`${path}?labelSelector=a%3Db`)).body.items.length, 1),
      async () => said(await server.put(own, (await server.get(own)).body), 200),
      async () =>
        status ? said(await server.patch(`${own}/status`, { metadata: { annotations: { s: 't' } } }), 200) : '',
      async () => said(await server.delete(`${path}?labelSelector=a%3Db`), 200),
      async () => said(await server.get(own), 404),
    )
  }

const rule = { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] }
const webhook = (more: object = {}): object => ({
  name: 'w.example.com',
  sideEffects: 'None',
  admissionReviewVersions: ['v1'],
  clientConfig: { url: 'https://nowhere.example.test/' },
  rules: [rule],
  ...more,
})

const invalidCondition =
  (resource: string): Check =>
  async (server) => {
    const matchConditions = [{ name: 'bad', expression: 'request.nope..x' }]
    const answer = await server.post(`${hooks}/${resource}`, {
      metadata: { name: 'c' },
      webhooks: [webhook({ matchConditions })],
    })
    return said(answer, 422) || (answer.text.includes('compilation failed') ? '' : answer.text.slice(0, 300))
  }

const watchEvents = async (
  server: TrialServer,
  path: string,
  change: () => Promise<unknown>,
  wanted: readonly string[],
) => {
  const watching = await server.watch(path)
  await change()
  const events = await watching.next(wanted.length)
  await watching.close()
  return is(
    'events',
    events.map(({ type }) => type),
    wanted,
  )
}

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

/** Checks by the names of the reference's tests. */
export const checks: ReadonlyMap<string, Check> = new Map<string, Check>([
  [
    'API priority and fairness: FlowSchema API operations',
    crud(
      '/apis/flowcontrol.apiserver.orch.io/v1/flowschemas',
      { metadata: { name: 'f' }, spec: { priorityLevelConfiguration: { name: 'global-default' } } },
      true,
    ),
  ],
  [
    'API priority and fairness: PriorityLevelConfiguration API operations',
    crud(
      '/apis/flowcontrol.apiserver.orch.io/v1/prioritylevelconfigurations',
      {
        metadata: { name: 'l' },
        spec: { type: 'Limited', limited: { nominalConcurrencyShares: 2, limitResponse: { type: 'Reject' } } },
      },
      true,
    ),
  ],
  [
    'AdmissionWebhook: listing mutating webhooks',
    crud(`${hooks}/mutatingwebhookconfigurations`, { metadata: { name: 'm' }, webhooks: [] }),
  ],
  [
    'AdmissionWebhook: listing validating webhooks',
    crud(`${hooks}/validatingwebhookconfigurations`, { metadata: { name: 'v' }, webhooks: [] }),
  ],
  [
    'AdmissionWebhook: reject mutating with invalid match conditions',
    invalidCondition('mutatingwebhookconfigurations'),
  ],
  [
    'AdmissionWebhook: reject validating with invalid match conditions',
    invalidCondition('validatingwebhookconfigurations'),
  ],
  [
    'AdmissionWebhook: fail closed unconditionally',
    async (server) => {
      await server.post(`${hooks}/validatingwebhookconfigurations`, {
        metadata: { name: 'v' },
        webhooks: [webhook({ failurePolicy: 'Fail' })],
      })
      return said(await server.post(configMaps, configMap('a')), 500)
    },
  ],
  [
    'AdmissionWebhook: discovery documents',
    async (server) => {
      const { resources } = (await server.get(hooks)).body
      const names = resources.map(({ name }: { name: string }) => name)
      return ['mutatingwebhookconfigurations', 'validatingwebhookconfigurations'].every((each) => names.includes(each))
        ? ''
        : names.join(', ')
    },
  ],
  [
    'AggregatedDiscovery: interface',
    async (server) =>
      steps(
        async () => is('kind', (await server.get('/apis', { accept: aggregated })).body.kind, 'APIGroupDiscoveryList'),
        async () => is('kind', (await server.get('/api', { accept: aggregated })).body.kind, 'APIGroupDiscoveryList'),
      ),
  ],
  [
    'AggregatedDiscovery: interface for CRDs',
    async (server) =>
      (await define(server)) ||
      ((await server.get('/apis', { accept: aggregated })).text.includes('"things"') ? '' : 'things are not listed'),
  ],
  [
    'AggregatedDiscovery: raw endpoint Accept headers',
    async (server) =>
      is('type', (await server.get('/apis', { accept: aggregated })).headers.get('content-type'), aggregated),
  ],
  [
    'CustomResourceDefinition Watch',
    async (server) =>
      (await define(server)) ||
      watchEvents(
        server,
        `${things}?watch=1`,
        async () => {
          await server.post(things, thing('a'))
          await server.patch(`${things}/a`, { metadata: { labels: { x: 'y' } } })
          await server.delete(`${things}/a`)
        },
        ['ADDED', 'MODIFIED', 'DELETED'],
      ),
  ],
  [
    'CustomResourceDefinition: create/delete',
    async (server) =>
      steps(
        () => define(server),
        async () => said(await server.delete(`${crds}/things.x.example.com`), 200),
      ),
  ],
  [
    'CustomResourceDefinition: status sub-resource',
    async (server) =>
      (await define(server)) ||
      steps(
        async () =>
          said(await server.patch(`${crds}/things.x.example.com/status`, { status: { storedVersions: ['v1'] } }), 200),
        async () => said(await server.get(`${crds}/things.x.example.com/status`), 200),
      ),
  ],
  ['CustomResourceDefinition: list', crud(crds, definition())],
  [
    'CustomResourceDefinition: defaulting for requests and from storage',
    async (server) =>
      steps(
        () => define(server, { properties: { a: { type: 'string' } } }),
        async () => said(await server.post(things, thing('old')), 201),
        async () => {
          const path = `${crds}/things.x.example.com`
          const next = (await server.get(path)).body
          next.spec.versions[0].schema.openAPIV3Schema.properties.a.default = 'd'
          return said(await server.put(path, next), 200)
        },
        async () => {
          for (let tries = 0; tries < 100; tries++) {
            if ((await server.get(`${things}/old`)).body.a === 'd') return ''
            await new Promise((resolve) => setTimeout(resolve, 5))
          }
          return 'the default is not read'
        },
        async () => is('default', (await server.post(things, thing('new'))).body.a, 'd'),
      ),
  ],
  [
    'CustomResourceDefinition: discovery documents',
    async (server) =>
      (await define(server)) ||
      steps(
        async () => said(await server.get('/apis/x.example.com'), 200),
        async () => is('resource', (await server.get('/apis/x.example.com/v1')).body.resources[0].name, 'things'),
      ),
  ],
  [
    'CustomResourceFieldSelectors',
    async (server) =>
      (await define(server, spec, { selectableFields: [{ jsonPath: '.spec.a' }] })) ||
      steps(
        async () => said(await server.post(things, thing('a', { spec: { a: 'x' } })), 201),
        async () => is('found', (await server.get(`${things}?fieldSelector=spec.a%3Dx`)).body.items.length, 1),
        async () => is('found', (await server.get(`${things}?fieldSelector=spec.a%3Dy`)).body.items.length, 0),
        async () => said(await server.get(`${things}?fieldSelector=spec.b%3Dy`), 400),
      ),
  ],
  [
    'Discovery: locate groupVersion and a resource in each group',
    async (server) => {
      for (const { versions } of (await server.get('/apis')).body.groups)
        for (const { groupVersion } of versions)
          if ((await server.get(`/apis/${groupVersion}`)).body.resources.length === 0) return `${groupVersion} is empty`
      return ''
    },
  ],
  [
    'Discovery: PreferredVersion',
    async (server) => {
      for (const group of (await server.get('/apis')).body.groups) {
        const names = group.versions.map(({ version }: { version: string }) => version)
        if (!names.includes(group.preferredVersion.version))
          return `${group.name} prefers ${group.preferredVersion.version}`
      }
      return ''
    },
  ],
  [
    'FieldValidation: CR unknown fields, no schema',
    async (server) =>
      (await define(server, { 'x-orch-preserve-unknown-fields': true })) ||
      said(await server.post(strict, thing('a', { b: 1 })), 201),
  ],
  [
    'FieldValidation: valid CR with schema',
    async (server) =>
      (await define(server, spec)) || said(await server.post(strict, thing('a', { spec: { a: 'b' } })), 201),
  ],
  [
    'FieldValidation: CR extra properties with schema',
    async (server) => {
      const note = await define(server, spec)
      const answer = await server.post(strict, thing('a', { spec: { x: 'b' } }))
      return note || said(answer, 400) || (answer.text.includes('unknown field \\"spec.x\\"') ? '' : answer.text)
    },
  ],
  [
    'FieldValidation: duplicates in CR preserving unknown fields',
    async (server) => {
      const note = await define(server, { 'x-orch-preserve-unknown-fields': true })
      const text = '{"apiVersion":"x.example.com/v1","kind":"Thing","metadata":{"name":"a"},"b":1,"b":2}'
      const answer = await server.send('POST', strict, text)
      return note || said(answer, 400) || (answer.text.includes('duplicate field') ? '' : answer.text)
    },
  ],
  [
    'FieldValidation: unknown and duplicate in typed object',
    async (server) => {
      const text = '{"metadata":{"name":"a"},"data":{"a":"b"},"data":{"a":"c"},"nope":1}'
      const answer = await server.send('POST', `${configMaps}?fieldValidation=Strict`, text)
      const both = ['unknown field \\"nope\\"', 'duplicate field \\"data\\"'].every((part) =>
        answer.text.includes(part),
      )
      return said(answer, 400) || (both ? '' : answer.text)
    },
  ],
  [
    'FieldValidation: unknown metadata of typed object',
    async (server) =>
      said(
        await server.send('POST', `${configMaps}?fieldValidation=Strict`, '{"metadata":{"name":"a","nope":1}}'),
        400,
      ),
  ],
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
])
