import { beforeEach, expect, test } from 'vitest'
import type { JsonObject } from '#api/json.ts'
import type { AdmissionSample, AdmissionTrial, SampleTrial, WritesTrial } from '#facts/admission-trial-api.ts'
import type { DebugLog } from '#facts/debug-api.ts'
import { actingAs } from '#server/auth/acting-as.ts'
import { authenticateAllAs, firstOf } from '#server/auth/authenticator.ts'
import { loopbackAdministrator } from '#server/auth/user-info.ts'
import { createFeatureGates } from '#server/features/feature-gates.ts'
import { type Orchard, startOrchard } from '#server/start-orchard.ts'
import { createMemoryLog } from '#server/storage/memory-log.ts'
import { createSimulatedClock } from '#server/debug/simulated-clock.ts'
import { customDefinition } from '#testing/custom-definition.ts'

const admission = '/apis/admissionregistration.orch.io'
const maps = '/api/v1/namespaces/default/configmaps'
const rule = { operations: ['*'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }
const person = { name: 'ann', uid: '', groups: ['system:authenticated'], extra: {} }

let orchard: Orchard
const clock = createSimulatedClock()

beforeEach(async () => {
  orchard = await startOrchard({
    log: createMemoryLog({ clock }),
    clock,
    authenticator: firstOf([actingAs, authenticateAllAs(loopbackAdministrator, 'this test')]),
    debug: true,
    featureGates: createFeatureGates('MutatingAdmissionPolicy=true'),
  })
  return () => orchard.close()
})

async function call(method: string, path: string, body?: object) {
  const init = body === undefined ? {} : { body: JSON.stringify(body) }
  const response = await orchard.fetch(
    new Request(`http://x${path}`, { method, headers: { 'content-type': 'application/json' }, ...init }),
  )
  return { status: response.status, headers: response.headers, body: (await response.json()) as never }
}

const policy = (spec: object, kind = 'ValidatingAdmissionPolicy') => ({
  apiVersion: `admissionregistration.orch.io/${kind.startsWith('V') ? 'v1' : 'v1beta1'}`,
  kind,
  metadata: { name: 'p' },
  spec: { matchConstraints: { resourceRules: [rule] }, ...spec },
})

const binding = (spec: object = {}) => ({
  apiVersion: 'admissionregistration.orch.io/v1',
  kind: 'ValidatingAdmissionPolicyBinding',
  metadata: { name: 'b' },
  spec: { policyName: 'p', validationActions: ['Deny'], ...spec },
})

const configMap = (name: string, data: object) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace: 'default' },
  data,
})

const sample = (object: object | null, more: Partial<AdmissionSample> = {}): AdmissionSample => ({
  operation: 'CREATE',
  group: '',
  version: 'v1',
  resource: 'configmaps',
  subresource: '',
  namespace: 'default',
  name: 'x',
  user: person,
  object: object as AdmissionSample['object'],
  oldObject: null,
  ...more,
})

async function tried(
  draft: object,
  samples: readonly AdmissionSample[],
  more: object = {},
): Promise<readonly SampleTrial[]> {
  const { status, body } = await call('POST', '/debug/trials/admission', { draft, samples, ...more })
  expect(status, JSON.stringify(body)).toBe(200)
  return (body as AdmissionTrial).samples
}

const stockPolicy = policy({
  paramKind: { apiVersion: 'v1', kind: 'ConfigMap' },
  matchConditions: [{ name: 'not-free', expression: "object == null || object.data.?free.orValue('') != 'yes'" }],
  variables: [{ name: 'stock', expression: "int(object.data.?stock.orValue('0'))" }],
  validations: [
    { expression: 'variables.stock <= int(params.data.max)', messageExpression: "'at most ' + params.data.max" },
    { expression: '!has(object.data.forbidden)', message: 'no such key', reason: 'Forbidden' },
  ],
  auditAnnotations: [{ key: 'stock', valueExpression: 'string(variables.stock)' }],
})

test('[PTR1] a trial answers what the server answers once the policy is in force: code, reason, message, warnings', async () => {
  const limit = configMap('limit', { max: '10' })
  expect((await call('POST', maps, limit)).status).toBe(201)
  const bound = binding({
    validationActions: ['Deny'],
    paramRef: { name: 'limit', parameterNotFoundAction: 'Deny' },
  })
  const objects = [
    { stock: '3' },
    { stock: '11' },
    { stock: '1', forbidden: '' },
    { free: 'yes', stock: '99' },
    { stock: 'x' },
  ]
  const samples = objects.map((data) => sample(configMap('x', data)))
  const predicted = await tried(stockPolicy, samples, { bindings: [bound] })
  expect((await call('POST', `${admission}/v1/validatingadmissionpolicies`, stockPolicy)).status).toBe(201)
  expect((await call('POST', `${admission}/v1/validatingadmissionpolicybindings`, bound)).status).toBe(201)
  for (const [at, data] of objects.entries()) {
    const { status, body } = await call('POST', `${maps}?dryRun=All`, configMap('x', data))
    const { reason = '', message = '' } = body as { reason?: string; message?: string }
    const isRefused = status !== 201
    expect(predicted[at]).toMatchObject({
      outcome: isRefused ? 'refused' : 'admitted',
      code: isRefused ? status : 200,
      message: isRefused ? message : '',
      reason: isRefused ? reason : '',
    })
  }
  expect(predicted.map(({ code }) => code)).toEqual([200, 422, 403, 200, 422])
  const warned = await tried(stockPolicy, samples.slice(1, 2), {
    bindings: [{ ...bound, spec: { ...bound.spec, validationActions: ['Warn', 'Audit'] } }],
  })
  expect(warned[0]).toMatchObject({
    outcome: 'admitted',
    warnings: ["Validation failed for ValidatingAdmissionPolicy 'p' with binding 'b': at most 10"],
    annotations: { 'p/stock': '11' },
  })
})

test('[PTR2] a trial shows value, type and cost of each expression at its field, and leaves out what was not needed', async () => {
  const params = configMap('limit', { max: '10' })
  const bound = binding({ paramRef: { name: 'limit', parameterNotFoundAction: 'Deny' } })
  const [refused, free] = await tried(
    stockPolicy,
    [sample(configMap('x', { stock: '11' })), sample(configMap('x', { free: 'yes' }))],
    { bindings: [bound], objects: [params] },
  )
  const values = new Map(refused?.expressions.map(({ pointer, value, type }) => [pointer, `${value} ${type}`]))
  expect(Object.fromEntries(values)).toEqual({
    '/spec/matchConditions/0/expression': 'true bool',
    '/spec/variables/0/expression': '11 int',
    '/spec/validations/0/expression': 'false bool',
    '/spec/validations/1/expression': 'true bool',
    '/spec/validations/0/messageExpression': '"at most 10" string',
    '/spec/auditAnnotations/0/valueExpression': '"11" string',
  })
  expect(refused?.expressions.every(({ cost, error, times }) => cost > 0 && error === '' && times > 0)).toBe(true)
  expect(refused?.cost).toBeGreaterThan(10)
  expect(free).toMatchObject({
    outcome: 'admitted',
    expressions: [{ pointer: '/spec/matchConditions/0/expression', value: 'false' }],
  })
})

test('[PTR3] a policy without a binding is tried as bound everywhere; edited parameters take the place of stored ones; nothing is stored', async () => {
  const draft = policy({ validations: [{ expression: "object.data.a == '1'" }] })
  const [bad, other] = await tried(draft, [
    sample(configMap('x', { a: '2' })),
    sample({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'x' } }, { resource: 'secrets' }),
  ])
  expect(bad).toMatchObject({ outcome: 'refused', code: 422 })
  expect(other).toMatchObject({ outcome: 'not-asked', expressions: [] })
  await call('POST', maps, configMap('limit', { max: '10' }))
  const bound = binding({ paramRef: { name: 'limit', parameterNotFoundAction: 'Deny' } })
  const eleven = [sample(configMap('x', { stock: '11' }))]
  expect((await tried(stockPolicy, eleven, { bindings: [bound] }))[0]?.outcome).toBe('refused')
  const edited = { bindings: [bound], objects: [configMap('limit', { max: '12' })] }
  expect((await tried(stockPolicy, eleven, edited))[0]?.outcome).toBe('admitted')
  const { rows } = (await call('GET', '/debug/log?limit=10000')).body as DebugLog
  expect(rows.filter(({ group }) => group === 'admissionregistration.orch.io')).toEqual([])
  expect(rows.filter(({ resource, name }) => resource === 'configmaps' && name === 'x')).toEqual([])
  expect((await call('GET', `${maps}/limit`)).body).toMatchObject({ data: { max: '10' } })
})

test('[PTR3] a mutating policy shows the changed object, which is what the server then stores', async () => {
  const draft = policy(
    {
      failurePolicy: 'Fail',
      reinvocationPolicy: 'Never',
      mutations: [
        {
          patchType: 'ApplyConfiguration',
          applyConfiguration: { expression: "Object{metadata: Object.metadata{labels: {'shelf': object.data.shelf}}}" },
        },
      ],
    },
    'MutatingAdmissionPolicy',
  )
  const [changed, failed] = await tried(draft, [sample(configMap('x', { shelf: 'a' })), sample(configMap('x', {}))])
  expect(changed).toMatchObject({
    outcome: 'changed',
    object: { metadata: { labels: { shelf: 'a' } } },
    expressions: [{ pointer: '/spec/mutations/0/applyConfiguration/expression' }],
  })
  expect(failed).toMatchObject({ outcome: 'refused', expressions: [{ error: 'no such key: shelf' }] })
  expect((await call('POST', `${admission}/v1beta1/mutatingadmissionpolicies`, draft)).status).toBe(201)
  const spec = { policyName: 'p' }
  await call('POST', `${admission}/v1beta1/mutatingadmissionpolicybindings`, { metadata: { name: 'b' }, spec })
  const stored = (await call('POST', maps, configMap('x', { shelf: 'a' }))).body
  expect(stored).toMatchObject({ metadata: { labels: { shelf: 'a' } } })
})

const books = (rules: readonly object[]) =>
  customDefinition({
    kind: 'Book',
    name: 'books.catalog.example',
    schema: {
      type: 'object',
      properties: {
        spec: {
          type: 'object',
          properties: {
            stock: { type: 'integer', default: 1 },
            authors: { type: 'array', items: { type: 'string' } },
          },
          'x-orch-validations': rules,
        },
      },
    },
  })

const book = (name: string, spec: JsonObject) => ({
  apiVersion: 'catalog.example/v1',
  kind: 'Book',
  metadata: { name, namespace: 'default' },
  spec,
})
const ofBooks = { group: 'catalog.example', resource: 'books' }

test('[PTR4] a schema is tried before it is stored: errors of fields, each rule at its place, defaults as a change', async () => {
  const draft = books([
    { rule: 'self.stock >= 0', message: 'stock is not negative' },
    { rule: 'self.stock - oldSelf.stock <= 100', message: 'stock rises by 100 at most' },
  ])
  const [negative, wrong, risen, defaulted, deleted] = await tried(draft, [
    sample(book('emma', { stock: -1 }), ofBooks),
    sample(book('emma', { stock: 'nine' }), ofBooks),
    sample(book('emma', { stock: 900 }), { ...ofBooks, operation: 'UPDATE', oldObject: book('emma', { stock: 12 }) }),
    sample(book('emma', {}), ofBooks),
    sample(null, { ...ofBooks, operation: 'DELETE', oldObject: book('emma', {}) }),
  ])
  const at = '/spec/versions/0/schema/openAPIV3Schema/properties/spec/x-orch-validations'
  expect(negative).toMatchObject({
    outcome: 'refused',
    code: 422,
    causes: [{ field: 'spec', message: 'Invalid value: "object": stock is not negative' }],
    expressions: [{ pointer: `${at}/0/rule`, value: 'false', type: 'bool' }],
  })
  expect(wrong?.expressions).toEqual([])
  expect(wrong?.causes.map(({ field }) => field)).toContain('spec.stock')
  expect(risen?.message).toContain('stock rises by 100 at most')
  expect(defaulted).toMatchObject({ outcome: 'changed', object: { spec: { stock: 1 } } })
  expect(deleted?.outcome).toBe('not-asked')
  const reality = await call('POST', '/apis/apiextensions.orch.io/v1/customresourcedefinitions', draft)
  expect(reality.status).toBe(201)
})

test('[PTR5] the last writes are tried newest first, with user, revision and what would have become of each', async () => {
  await call('POST', maps, configMap('one', { a: '1' }))
  await call('POST', maps, configMap('two', { a: '2' }))
  await call('PUT', `${maps}/one`, configMap('one', { a: '2' }))
  await call('DELETE', `${maps}/two`)
  const draft = policy({
    validations: [{ expression: "request.operation == 'DELETE' || object.data.a == '1'", message: 'a is 1' }],
  })
  const { status, body } = await call('POST', '/debug/trials/writes', { draft })
  expect(status).toBe(200)
  const { writes, tried: count } = body as WritesTrial
  expect(count).toBe(writes.length)
  const own = writes.filter(({ resource, name }) => resource === 'configmaps' && ['one', 'two'].includes(name))
  expect(own.map(({ operation, name, outcome }) => [operation, name, outcome])).toEqual([
    ['DELETE', 'two', 'admitted'],
    ['UPDATE', 'one', 'refused'],
    ['CREATE', 'two', 'refused'],
    ['CREATE', 'one', 'admitted'],
  ])
  expect(own[1]?.message).toContain('a is 1')
  expect(own.every(({ revision, actor }) => revision > 0 && actor !== '')).toBe(true)
  expect(writes.some(({ outcome }) => outcome === 'not-asked')).toBe(true)
})

test('[PTR1] a draft that cannot be tried answers with the reason', async () => {
  expect((await call('POST', '/debug/trials/admission', { draft: { kind: 'Pod', apiVersion: 'v1' } })).status).toBe(400)
  expect((await call('POST', '/debug/trials/admission', { draft: policy({ validations: 3 }) })).status).toBe(422)
  expect((await call('POST', '/debug/trials/nothing', { draft: {} })).status).toBe(404)
})

test('[PTR2] an expression that was asked for is reported part by part', async () => {
  const draft = policy({
    variables: [{ name: 'size', expression: 'size(object.data)' }],
    validations: [{ expression: "variables.size <= 1 && 'a' in object.data" }],
  })
  const more = { explain: '/spec/validations/0/expression' }
  const [trial] = await tried(draft, [sample(configMap('x', { a: '1' }))], more)
  const parts = (pointer: string) =>
    trial?.expressions.find((one) => one.pointer === pointer)?.parts.map(({ text, value }) => [text, value])
  expect(parts('/spec/validations/0/expression')).toEqual(
    expect.arrayContaining([
      ["variables.size <= 1 && 'a' in object.data", 'true'],
      ['variables.size', '1'],
      ["'a' in object.data", 'true'],
    ]),
  )
  expect(parts('/spec/variables/0/expression')).toEqual([])
})
