import { configMap, configMaps } from '#semantics/trial-server.ts'
import {
  type Check,
  aggregated,
  crds,
  crud,
  define,
  definition,
  hooks,
  is,
  said,
  spec,
  steps,
  strict,
  thing,
  things,
  watchEvents,
  webhook,
} from './check-steps.ts'

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

const embedded: Check = async (server) => {
  const properties = { data: { type: 'object' } }
  const template = { type: 'object', 'x-orch-embedded-resource': true, properties }
  return steps(
    () => define(server, { properties: { spec: { type: 'object', properties: { template } } } }),
    async () => {
      const inner = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', nope: 'x' } }
      const answer = await server.post(strict, {
        ...thing('a', { spec: { template: inner } }),
        metadata: { name: 'a', no: 'x' },
      })
      const fields = ['metadata.no', 'spec.template.metadata.nope'].map((path) => `unknown field "${path}"`)
      return (
        said(answer, 400) ||
        is(
          answer.body.message,
          fields.map((each) => answer.body.message.includes(each)),
          [true, true],
        )
      )
    },
  )
}

const conditions =
  (resource: string): Check =>
  async (server) => {
    const own = `${hooks}/${resource}/w`
    const stored = async (): Promise<unknown> => (await server.get(own)).body.webhooks[0].matchConditions
    const first = [{ name: 'a', expression: "object.metadata.namespace == 'x'" }]
    const second = [...first, { name: 'b', expression: 'true' }]
    return steps(
      async () =>
        said(
          await server.post(`${hooks}/${resource}`, {
            metadata: { name: 'w' },
            webhooks: [webhook({ matchConditions: first })],
          }),
          201,
        ),
      async () => is('created', await stored(), first),
      async () => said(await server.patch(own, { webhooks: [webhook({ matchConditions: second })] }), 200),
      async () => is('updated', await stored(), second),
    )
  }

/** Webhooks, custom resources, discovery, and validation of fields. */
export const extensionChecks: readonly (readonly [string, Check])[] = [
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
  ['FieldValidation: unknown metadata in root and embedded object', embedded],
  ['AdmissionWebhook: match conditions create and update (mutating)', conditions('mutatingwebhookconfigurations')],
  ['AdmissionWebhook: match conditions create and update (validating)', conditions('validatingwebhookconfigurations')],
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
]
