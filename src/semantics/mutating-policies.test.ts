import { expect, test } from 'vitest'
import { createFeatureGates } from '#server/features/feature-gates.ts'
import { customDefinition } from '#testing/custom-definition.ts'
import { type TrialServer, startServer } from './trial-server.ts'

const group = '/apis/admissionregistration.orch.io/v1beta1'
const maps = '/api/v1/namespaces/default/configmaps'
const deployments = '/apis/apps/v1/namespaces/default/deployments'
const configMap = (name: string, data: object = { k: 'v' }): object => ({ metadata: { name }, data })
const mapRule = { operations: ['CREATE', 'UPDATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }
const deploymentRule = { ...mapRule, apiGroups: ['apps'], resources: ['deployments'] }

const apply = (expression: string): object => ({
  patchType: 'ApplyConfiguration',
  applyConfiguration: { expression },
})
const jsonPatch = (expression: string): object => ({ patchType: 'JSONPatch', jsonPatch: { expression } })
const label = (key: string, value: string): object =>
  apply(`Object{metadata: Object.metadata{labels: {${JSON.stringify(key)}: ${value}}}}`)

async function made(server: TrialServer, path: string, body: object): Promise<void> {
  const answer = await server.post(path, body)
  expect(answer.status, answer.text).toBe(201)
}

async function putPolicy(server: TrialServer, name: string, spec: object, binding: object = {}): Promise<void> {
  await made(server, `${group}/mutatingadmissionpolicies`, {
    metadata: { name },
    spec: { matchConstraints: { resourceRules: [mapRule] }, reinvocationPolicy: 'Never', ...spec },
  })
  await made(server, `${group}/mutatingadmissionpolicybindings`, {
    metadata: { name },
    spec: { policyName: name, ...binding },
  })
}

const startMutating = (): TrialServer =>
  startServer({ featureGates: createFeatureGates('MutatingAdmissionPolicy=true') })

/** Starts a server with one policy `p` and its binding. */
async function startWith(spec: object, binding: object = {}): Promise<TrialServer> {
  const server = startMutating()
  await putPolicy(server, 'p', spec, binding)
  return server
}

const onDeployments = { matchConstraints: { resourceRules: [deploymentRule] } }
const deployment = (name: string): object => ({
  metadata: { name },
  spec: {
    selector: { matchLabels: { app: 'a' } },
    template: {
      metadata: { labels: { app: 'a' } },
      spec: { containers: [{ name: 'main', image: 'x:1', args: ['-v'] }] },
    },
  },
})

test('[FG8] the kinds are off by default; their feature gate adds and removes them, and their objects are kept', async () => {
  const featureGates = createFeatureGates()
  const server = startServer({ featureGates })
  const path = `${group}/mutatingadmissionpolicies`
  expect((await server.get(path)).status).toBe(404)
  expect((await server.get('/apis/admissionregistration.orch.io')).body.versions).toHaveLength(1)
  featureGates.set(new Map([['MutatingAdmissionPolicy', true]]))
  await putPolicy(server, 'p', { mutations: [label('a', "'b'")] })
  expect((await server.get(group)).body.resources.map((each: { name: string }) => each.name)).toEqual([
    'mutatingadmissionpolicies',
    'mutatingadmissionpolicybindings',
  ])
  expect((await server.get(`/openapi/v3${group}`)).body.components.schemas).toHaveProperty([
    'io.orch.api.admissionregistration.v1beta1.MutatingAdmissionPolicy',
  ])
  expect((await server.post(maps, configMap('x'))).body.metadata.labels).toEqual({ a: 'b' })
  featureGates.set(new Map([['MutatingAdmissionPolicy', false]]))
  expect((await server.get(`${path}/p`)).status).toBe(404)
  expect((await server.post(maps, configMap('y'))).body.metadata.labels).toBeUndefined()
  featureGates.set(new Map([['MutatingAdmissionPolicy', true]]))
  expect((await server.get(`${path}/p`)).status).toBe(200)
  expect((await server.post(maps, configMap('z'))).body.metadata.labels).toEqual({ a: 'b' })
})

test('[MAP3] policies mutate in the order of their names, and each sees the result of the previous ones', async () => {
  const server = startMutating()
  await putPolicy(server, 'b', { mutations: [label('b', "object.metadata.labels['a'] + '2'")] })
  await putPolicy(server, 'a', { mutations: [label('x', "'0'"), label('a', "object.metadata.labels.x + '1'")] })
  const answer = await server.post(maps, configMap('x'))
  expect(answer.body.metadata.labels).toEqual({ x: '0', a: '01', b: '012' })
  expect((await server.get(`${maps}/x`)).body.metadata.labels).toEqual({ x: '0', a: '01', b: '012' })
})

test('[MAP3] a policy applies where its rules, binding and conditions match', async () => {
  const server = await startWith(
    {
      matchConditions: [{ name: 'named', expression: "object.metadata.name.startsWith('m')" }],
      mutations: [label('seen', "'yes'")],
    },
    { matchResources: { objectSelector: { matchLabels: { on: 'yes' } } } },
  )
  const labels = async (name: string, given: object): Promise<unknown> =>
    (await server.post(maps, { metadata: { name, labels: given } })).body.metadata.labels
  expect(await labels('m1', { on: 'yes' })).toEqual({ on: 'yes', seen: 'yes' })
  expect(await labels('x1', { on: 'yes' })).toEqual({ on: 'yes' })
  expect(await labels('m2', { on: 'no' })).toEqual({ on: 'no' })
  expect((await server.delete(`${maps}/m1`)).status).toBe(200)
})

test('[MAP5] expressions see the request, variables, parameters and the namespace', async () => {
  const server = startMutating()
  await made(server, maps, { metadata: { name: 'params' }, data: { team: 'blue' } })
  await putPolicy(
    server,
    'p',
    {
      paramKind: { apiVersion: 'v1', kind: 'ConfigMap' },
      variables: [{ name: 'who', expression: "params.data.team + '-' + request.operation" }],
      mutations: [
        label('who', 'variables.who'),
        label('where', 'namespaceObject.metadata.name'),
        label('may', "string(authorizer.group('').resource('pods').check('list').allowed())"),
      ],
    },
    { paramRef: { name: 'params', parameterNotFoundAction: 'Deny' } },
  )
  expect((await server.post(maps, configMap('x'))).body.metadata.labels).toEqual({
    who: 'blue-CREATE',
    where: 'default',
    may: 'true',
  })
})

test('[MAP6] an apply configuration is merged like an apply without ownership: list maps by key, defaults afterwards', async () => {
  const server = await startWith({
    ...onDeployments,
    mutations: [
      apply(
        `Object{spec: Object.spec{template: Object.spec.template{spec: Object.spec.template.spec{
          containers: [
            Object.spec.template.spec.containers{name: 'main', imagePullPolicy: 'Never'},
            Object.spec.template.spec.containers{name: 'side', image: 'y:' + string(1 + 1)}
          ]}}}}`,
      ),
    ],
  })
  const { body } = await server.post(deployments, deployment('d'))
  expect(body.spec.template.spec.containers).toMatchObject([
    { name: 'main', image: 'x:1', args: ['-v'], imagePullPolicy: 'Never' },
    { name: 'side', image: 'y:2', imagePullPolicy: 'IfNotPresent' },
  ])
  const [owner, ...others] = body.metadata.managedFields
  expect(others).toEqual([])
  expect(JSON.stringify(owner)).toContain('main')
  expect(JSON.stringify(owner)).not.toContain('side')
})

const denial = (why: string): string => `policy 'p' with binding 'p' denied request: ${why}`

test.each([
  [
    "Object{spec: Object.spec{selector: Object.spec.selector{matchLabels: {'a': 'b'}}}}",
    'error applying patch: invalid ApplyConfiguration: may not mutate atomic arrays, maps or structs: .spec.selector',
  ],
  [
    "Object{spec: Object.spec{template: Object.spec.template{spec: Object.spec.template.spec{containers: [Object.spec.template.spec.containers{name: 'main', args: ['x']}]}}}}",
    'error applying patch: invalid ApplyConfiguration: may not mutate atomic arrays, maps or structs: .spec.template.spec.containers[0].args',
  ],
  [
    'Object{spec: Object.specx{replicas: 3}}',
    'type mismatch: unexpected type name "Object.specx", expected "Object.spec", which matches field name path from root Object type',
  ],
  [
    'Object{spec: Object.spec{replicasx: 3}}',
    'error applying patch: failed to convert patch object to typed object: .spec.replicasx: field not declared in schema',
  ],
  [
    'Object{spec: Object.spec{replicas: object.none}}',
    "expression 'Object{spec: Object.spec{replicas: object.none}}' resulted in error: no such key: none",
  ],
])('[MAP6] [MAP8] %s is refused', async (expression, why) => {
  const server = await startWith({ ...onDeployments, mutations: [apply(expression)] })
  expect((await server.post(deployments, deployment('d'))).body).toEqual({
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    code: 403,
    reason: 'Invalid',
    message: denial(why),
    details: { name: 'd', group: 'apps', kind: 'deployments', causes: [{ message: denial(why) }] },
  })
})

test('[MAP7] a JSON patch is applied in order; a failed test operation discards it', async () => {
  const server = await startWith({
    mutations: [
      jsonPatch(`[
        JSONPatch{op: 'add', path: '/metadata/annotations', value: {'a': 'b'}},
        JSONPatch{op: 'add', path: '/metadata/annotations/' + jsonpatch.escapeKey('x/y'), value: 'z'},
        JSONPatch{op: 'copy', from: '/data/k', path: '/data/copied'}
      ]`),
      jsonPatch(`[
        JSONPatch{op: 'test', path: '/data/k', value: 'other'},
        JSONPatch{op: 'remove', path: '/data'}
      ]`),
    ],
  })
  expect((await server.post(maps, configMap('x'))).body).toMatchObject({
    metadata: { annotations: { a: 'b', 'x/y': 'z' } },
    data: { k: 'v', copied: 'v' },
  })
})

test('[MAP7] a patch that does not apply is handled by failurePolicy; a result that is not a valid object fails the request', async () => {
  const server = await startWith({ mutations: [jsonPatch("[JSONPatch{op: 'remove', path: '/data/none'}]")] })
  expect((await server.post(maps, configMap('x'))).body.message).toBe(
    denial("JSON Patch: error in remove for path: '/data/none': Unable to remove nonexistent key: none: missing value"),
  )
  const unknown = await startWith({
    failurePolicy: 'Ignore',
    mutations: [jsonPatch("[JSONPatch{op: 'add', path: '/datum', value: {'a': 'b'}}]")],
  })
  expect((await unknown.post(maps, configMap('x'))).body).toMatchObject({
    code: 500,
    reason: 'InternalError',
    message: 'Internal error occurred: strict decoding error: unknown field "datum"',
  })
})

const containers = '/spec/template/spec/containers'
const container = 'Object.spec.template.spec.containers'

test.each([
  [
    `{op: 'replace', path: '${containers}/-', value: {'name': 'x'}}`,
    `JSON Patch: replace operation does not apply: doc is missing key: ${containers}/-: missing value`,
  ],
  [
    `{op: 'add', path: '${containers}/-', value: ${container}{name: 'x', ports: [${container}.portsZ{containerPort: 80}]}}`,
    `type mismatch: unexpected type name "${container}.portsZ", expected "${container}.ports", which matches field name path from root Object type`,
  ],
  [
    `{op: 'add', path: '${containers}/-', value: ${container}{name: 'x', ports: [${container}.ports{containerPortZ: 80}]}}`,
    'Internal error occurred: strict decoding error: unknown field "spec.template.spec.containers[1].ports[0].containerPortZ"',
  ],
])('[MAP7] the patch JSONPatch%s is refused', async (operation, why) => {
  const server = await startWith({ ...onDeployments, mutations: [jsonPatch(`[JSONPatch${operation}]`)] })
  const { body } = await server.post(deployments, deployment('d'))
  expect(body.message).toBe(why.startsWith('Internal') ? why : denial(why))
})

test('[MAP5] mutations of both types are applied in order, and a patch constructs objects by their type name', async () => {
  const server = await startWith({
    ...onDeployments,
    variables: [{ name: 'more', expression: '10' }],
    mutations: [
      apply('Object{spec: Object.spec{replicas: object.spec.replicas % 2 == 1 ? object.spec.replicas + 100 : 0}}'),
      jsonPatch(`[
        JSONPatch{op: 'replace', path: '/spec/replicas', value: object.spec.replicas + variables.more},
        JSONPatch{op: 'add', path: '${containers}/-', value: ${container}{name: 'x', image: 'y'}},
        JSONPatch{op: 'move', from: '${containers}/0', path: '${containers}/-'},
      ]`),
    ],
  })
  const { body } = await server.post(deployments, deployment('d'))
  expect(body.spec.replicas).toBe(111)
  expect(body.spec.template.spec.containers.map(({ name }: { name: string }) => name)).toEqual(['x', 'main'])
})

test('[MAP8] with failurePolicy Ignore failures are skipped, and other mutations still apply', async () => {
  const server = await startWith({
    failurePolicy: 'Ignore',
    mutations: [label('a', 'object.none'), label('b', "'1'")],
  })
  expect((await server.post(maps, configMap('x'))).body.metadata.labels).toEqual({ b: '1' })
})

test('[MAP8] all failures are reported: invalid policies, missing parameters, exceeded cost budgets', async () => {
  const server = await startWith(
    { paramKind: { apiVersion: 'v1', kind: 'ConfigMap' }, mutations: [label('a', "'1'")] },
    { paramRef: { name: 'none', parameterNotFoundAction: 'Deny' } },
  )
  const numbers = `[${Array.from({ length: 100 }, (_, at) => at).join(',')}]`
  await putPolicy(server, 'q', {
    mutations: [label('a', `string(${numbers}.all(a, ${numbers}.all(b, ${numbers}.all(c, a + b + c >= 0))))`)],
  })
  const { body } = await server.post(maps, configMap('x'))
  const missing = denial(
    'failed to configure binding: no params found for policy binding with `Deny` parameterNotFoundAction',
  )
  expect(body).toMatchObject({ code: 403, reason: 'Forbidden', message: missing })
  expect(body.details.causes).toHaveLength(2)
  expect(body.details.causes[1].message).toContain("policy 'q' with binding 'q' denied request: expression 'Object{")
  expect(body.details.causes[1].message).toContain('operation cancelled: actual cost limit exceeded')
})

test('[MAP3] requests for subresources, patches and applies are mutated as the object they carry, and a dry run shows the result', async () => {
  const server = startMutating()
  await made(server, deployments, deployment('d'))
  await putPolicy(server, 'p', {
    matchConstraints: {
      resourceRules: [
        { ...deploymentRule, resources: ['deployments/scale'] },
        { ...mapRule, resources: ['configmaps'] },
      ],
    },
    matchConditions: [{ name: 'scale', expression: "request.kind.kind == 'Scale'" }],
    mutations: [apply('Object{spec: Object.spec{replicas: object.spec.replicas * 2}}')],
  })
  expect((await server.patch(`${deployments}/d/scale`, { spec: { replicas: 3 } })).body.spec).toEqual({ replicas: 6 })
  expect((await server.get(`${deployments}/d`)).body.spec.replicas).toBe(6)
  expect((await server.patch(`${deployments}/d/scale?dryRun=All`, { spec: { replicas: 1 } })).body.spec.replicas).toBe(
    2,
  )
  expect((await server.get(`${deployments}/d`)).body.spec.replicas).toBe(6)
  await putPolicy(server, 'q', { mutations: [label('by', 'request.operation')] })
  const config = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x' }, data: { a: '1' } }
  const sent = { 'content-type': 'application/apply-patch+yaml' }
  const path = `${maps}/x?fieldManager=me`
  expect((await server.send('PATCH', path, config, sent)).body.metadata.labels).toEqual({ by: 'CREATE' })
  expect((await server.send('PATCH', path, { ...config, data: { a: '2' } }, sent)).body).toMatchObject({
    metadata: { labels: { by: 'UPDATE' } },
    data: { a: '2' },
  })
})

test('[MAP9] with reinvocationPolicy IfNeeded a policy runs again after later changes', async () => {
  const server = startMutating()
  const count = "string(size(object.metadata.?labels.orValue({}))) + 'x'"
  await putPolicy(server, 'a', { reinvocationPolicy: 'IfNeeded', mutations: [label('a', count)] })
  await putPolicy(server, 'b', { mutations: [label('b', count)] })
  expect((await server.post(maps, configMap('x'))).body.metadata.labels).toEqual({ a: '2x', b: '1x' })
})

test('[MAP9] policies run before webhooks, and again after a webhook changed the object', async () => {
  const seen: unknown[] = []
  const server = startServer({
    featureGates: createFeatureGates('MutatingAdmissionPolicy=true'),
    fetch: async (request) => {
      const { apiVersion, request: asked } = await request.json()
      seen.push(asked.object.metadata.labels)
      const patch = btoa(JSON.stringify([{ op: 'add', path: '/metadata/labels/hook', value: 'x' }]))
      const response = { uid: asked.uid, allowed: true, patchType: 'JSONPatch', patch }
      return Response.json({ kind: 'AdmissionReview', apiVersion, response })
    },
  })
  await made(server, '/apis/admissionregistration.orch.io/v1/mutatingwebhookconfigurations', {
    metadata: { name: 'hooks' },
    webhooks: [
      {
        name: 'a.hooks.example.com',
        clientConfig: { url: 'https://hooks.example.com/change' },
        rules: [mapRule],
        sideEffects: 'None',
        admissionReviewVersions: ['v1'],
      },
    ],
  })
  await putPolicy(server, 'never', {
    mutations: [label('never', "string('hook' in object.metadata.?labels.orValue({}))")],
  })
  await putPolicy(server, 'p', {
    reinvocationPolicy: 'IfNeeded',
    mutations: [label('again', "string('hook' in object.metadata.?labels.orValue({}))")],
  })
  expect((await server.post(maps, configMap('x'))).body.metadata.labels).toEqual({
    never: 'false',
    again: 'true',
    hook: 'x',
  })
  expect(seen).toEqual([{ never: 'false', again: 'false' }])
})

test('[MAP3] custom resources are mutated by the schema of their definition', async () => {
  const server = startMutating()
  await made(
    server,
    '/apis/apiextensions.orch.io/v1/customresourcedefinitions',
    customDefinition({
      kind: 'Lamp',
      name: 'lamps.home.io',
      schema: {
        type: 'object',
        properties: {
          spec: {
            type: 'object',
            properties: {
              color: { type: 'string' },
              bulbs: {
                type: 'array',
                'x-orch-list-type': 'map',
                'x-orch-list-map-keys': ['name'],
                items: {
                  type: 'object',
                  required: ['name'],
                  properties: { name: { type: 'string' }, watts: { type: 'integer', default: 5 } },
                },
              },
            },
          },
        },
      },
    }),
  )
  const lamps = '/apis/home.io/v1/namespaces/default/lamps'
  await expect.poll(async () => (await server.get(lamps)).status).toBe(200)
  await putPolicy(server, 'p', {
    matchConstraints: {
      resourceRules: [{ ...mapRule, apiGroups: ['home.io'], resources: ['lamps'] }],
    },
    mutations: [
      apply("Object{spec: Object.spec{color: 'red', bulbs: [Object.spec.bulbs{name: 'b'}]}}"),
      jsonPatch("[JSONPatch{op: 'replace', path: '/spec/bulbs/0/watts', value: 7}]"),
    ],
  })
  const lamp = { apiVersion: 'home.io/v1', kind: 'Lamp', metadata: { name: 'x' }, spec: { bulbs: [{ name: 'a' }] } }
  expect((await server.post(lamps, lamp)).body.spec).toEqual({
    color: 'red',
    bulbs: [
      { name: 'a', watts: 7 },
      { name: 'b', watts: 5 },
    ],
  })
})
