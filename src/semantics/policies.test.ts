import { expect, test } from 'vitest'
import { type TrialServer, startServer } from './trial-server.ts'

const group = '/apis/admissionregistration.orch.io/v1'
const maps = '/api/v1/namespaces/default/configmaps'
const configMap = (name: string, data: object = { k: 'v' }): object => ({ metadata: { name }, data })
const rule = { operations: ['CREATE', 'UPDATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }

async function made(server: TrialServer, path: string, body: object): Promise<void> {
  const answer = await server.post(path, body)
  expect(answer.status, answer.text).toBe(201)
}

const putPolicy = (server: TrialServer, name: string, spec: object): Promise<void> =>
  made(server, `${group}/validatingadmissionpolicies`, {
    metadata: { name },
    spec: { matchConstraints: { resourceRules: [rule] }, validations: [{ expression: 'true' }], ...spec },
  })

const putBinding = (server: TrialServer, name: string, spec: object): Promise<void> =>
  made(server, `${group}/validatingadmissionpolicybindings`, {
    metadata: { name },
    spec: { policyName: name, validationActions: ['Deny'], ...spec },
  })

/** Starts a server with one policy `p` and its binding. */
async function startWith(spec: object, binding: object = {}): Promise<TrialServer> {
  const server = startServer()
  await putPolicy(server, 'p', spec)
  await putBinding(server, 'p', binding)
  return server
}

const denied = (why: string): string => `ValidatingAdmissionPolicy 'p' with binding 'p' denied request: ${why}`

test('[VAP9] a violation denies with its message, reason and code; the policy stops when its binding is deleted', async () => {
  const server = await startWith({
    validations: [
      { expression: "!('a' in object.data)", message: 'no a' },
      { expression: "!('b' in object.data)", reason: 'Forbidden' },
      {
        expression: "!('c' in object.data)",
        messageExpression: "'c is ' + object.data.c",
        reason: 'RequestEntityTooLarge',
      },
    ],
  })
  const message = denied('no a')
  expect((await server.post(maps, configMap('x', { a: '', b: '' }))).body).toMatchObject({
    code: 422,
    reason: 'Invalid',
    message: `configmaps "x" is forbidden: ${message}`,
    details: { name: 'x', kind: 'configmaps', causes: [{ message }] },
  })
  expect((await server.post(maps, configMap('x', { b: '' }))).body).toMatchObject({
    code: 403,
    reason: 'Forbidden',
    message: `configmaps "x" is forbidden: ${denied("failed expression: !('b' in object.data)")}`,
  })
  expect((await server.post(maps, { metadata: { generateName: 'g-' }, data: { c: '5' } })).body).toMatchObject({
    code: 413,
    message: expect.stringMatching(/^configmaps "g-x+1" is forbidden: .*: c is 5$/),
  })
  const stages = server.facts.findLast((fact) => fact.type === 'request-finished')
  expect(stages).toMatchObject({
    stages: expect.arrayContaining([
      expect.objectContaining({ stage: 'admission', note: `policy p, binding p: ${denied('c is 5')}` }),
    ]),
  })
  await server.delete(`${group}/validatingadmissionpolicybindings/p`)
  expect((await server.post(maps, configMap('x', { a: '' }))).status).toBe(201)
})

test('[VAP9] Warn adds a header, Audit an annotation, and neither denies; each binding acts on its own', async () => {
  const server = await startWith(
    { validations: [{ expression: 'false', message: 'never' }] },
    { validationActions: ['Warn', 'Audit'] },
  )
  const answer = await server.post(maps, configMap('x'))
  expect(answer.status).toBe(201)
  expect(answer.headers.get('warning')).toBe(
    "299 - \"Validation failed for ValidatingAdmissionPolicy 'p' with binding 'p': never\"",
  )
  expect(server.facts.findLast((fact) => fact.type === 'request-finished')).toMatchObject({
    annotations: {
      'validation.policy.admission.orch.io/validation_failure': JSON.stringify([
        { message: 'never', policy: 'p', binding: 'p', expressionIndex: 0, validationActions: ['Warn', 'Audit'] },
      ]),
    },
  })
  await putBinding(server, 'q', {
    policyName: 'p',
    matchResources: { resourceRules: [{ ...rule, resourceNames: ['y'] }] },
  })
  expect((await server.post(maps, configMap('y'))).status).toBe(422)
  expect((await server.post(maps, configMap('z'))).status).toBe(201)
})

test('[VAP9] annotations are written as Go writes JSON, and long ones are cut after 10 KiB', async () => {
  const server = await startWith(
    {
      validations: [{ expression: 'false', message: 'a < b && c > d' }],
      auditAnnotations: [{ key: 'long', valueExpression: "string(object.data['a'])" }],
    },
    { validationActions: ['Audit'] },
  )
  expect((await server.post(maps, configMap('x', { a: `ab${'é'.repeat(6000)}` }))).status).toBe(201)
  const finished = server.facts.findLast((fact) => fact.type === 'request-finished')
  const annotations = finished?.type === 'request-finished' ? (finished.annotations ?? {}) : {}
  expect(annotations['validation.policy.admission.orch.io/validation_failure']).toContain(
    '"message":"a \\u003c b \\u0026\\u0026 c \\u003e d"',
  )
  expect(annotations['p/long']).toBe(`ab${'é'.repeat(5119)}`)
})

test('[VAP5] variables are evaluated lazily, may use earlier ones, and fail where they are used', async () => {
  const server = await startWith({
    variables: [
      { name: 'boom', expression: "object.data['boom']" },
      { name: 'size', expression: 'size(object.data)' },
      { name: 'twice', expression: 'variables.size * 2' },
    ],
    validations: [
      { expression: 'variables.twice < 4', messageExpression: "'twice is ' + string(variables.twice)" },
      { expression: "!('v' in object.data) || variables.boom == 'x'" },
    ],
    auditAnnotations: [
      { key: 'size', valueExpression: 'string(variables.size)' },
      { key: 'none', valueExpression: 'null' },
    ],
  })
  expect((await server.post(maps, configMap('a'))).status).toBe(201)
  expect(server.facts.findLast((fact) => fact.type === 'request-finished')).toMatchObject({
    annotations: { 'p/size': '1' },
  })
  expect((await server.post(maps, configMap('b', { x: '', y: '' }))).body.details.causes).toEqual([
    { message: denied('twice is 4') },
  ])
  expect((await server.post(maps, configMap('c', { v: '' }))).body.details.causes).toEqual([
    {
      message: denied(
        `expression '!('v' in object.data) || variables.boom == 'x'' resulted in error: composited variable "boom" fails to evaluate: no such key: boom`,
      ),
    },
  ])
})

test('[VAP5] expressions share a cost budget, and each has its own limit', async () => {
  const big = 'object.data.big.split("").all(c, object.data.big.contains(c))'
  const server = await startWith({ validations: [{ expression: big }], failurePolicy: 'Fail' })
  const answer = await server.post(maps, configMap('a', { big: 'x'.repeat(20_000) }))
  expect(answer.body.details.causes[0].message).toBe(
    denied(`expression '${big}' resulted in error: operation cancelled: actual cost limit exceeded`),
  )
})

test('[VAP5] expressions see the request, object, oldObject and the namespace', async () => {
  const server = await startWith({
    validations: [
      { expression: "request.operation != 'UPDATE' || object.data.k == oldObject.data.k", message: 'frozen' },
      {
        expression: "namespaceObject.metadata.labels['orch.io/metadata.name'] == request.namespace",
        message: 'namespace',
      },
      {
        expression: "request.userInfo.username == 'admin' && request.resource.resource == 'configmaps'",
        message: 'who',
      },
      {
        expression: "!has(request.subResource) && request.kind.kind == 'ConfigMap' && !request.dryRun",
        message: 'what',
      },
      { expression: "request.operation == 'UPDATE' || oldObject == null", message: 'old' },
    ],
  })
  await made(server, maps, configMap('a'))
  expect((await server.patch(`${maps}/a`, { metadata: { labels: { a: 'b' } } })).status).toBe(200)
  expect((await server.patch(`${maps}/a`, { data: { k: 'w' } })).body.message).toContain('frozen')
})

test('[VAP7] a policy applies where its match rules do and its exclude rules do not, restricted by selectors and names', async () => {
  const server = await startWith({
    matchConstraints: {
      resourceRules: [{ ...rule, resources: ['*'] }],
      excludeResourceRules: [{ ...rule, resources: ['secrets'] }],
      objectSelector: { matchLabels: { strict: 'yes' } },
    },
    validations: [{ expression: 'false' }],
  })
  const strict = { metadata: { name: 'a', labels: { strict: 'yes' } } }
  expect((await server.post(maps, strict)).status).toBe(422)
  expect((await server.post(maps, configMap('a'))).status).toBe(201)
  expect((await server.post('/api/v1/namespaces/default/secrets', strict)).status).toBe(201)
  expect((await server.patch(`${maps}/a`, { metadata: { labels: { strict: 'yes' } } })).status).toBe(422)
})

test('[VAP7] admission configuration and access reviews are exempt from policies', async () => {
  const everything = { operations: ['*'], apiGroups: ['*'], apiVersions: ['*'], resources: ['*/*'] }
  const server = await startWith({
    matchConstraints: { resourceRules: [everything] },
    validations: [{ expression: 'false', message: 'never' }],
  })
  expect((await server.post(maps, configMap('a'))).status).toBe(422)
  const review = { spec: { resourceAttributes: { verb: 'get', resource: 'pods' } } }
  expect((await server.post('/apis/authorization.orch.io/v1/selfsubjectaccessreviews', review)).status).toBe(201)
  expect((await server.delete(`${group}/validatingadmissionpolicies/p`)).status).toBe(200)
  expect((await server.post(maps, configMap('a'))).status).toBe(201)
})

test('[DA13] a connection to a pod is admitted with its options, before the pod is read', async () => {
  const server = await startWith({
    matchConstraints: {
      resourceRules: [{ operations: ['CONNECT'], apiGroups: [''], apiVersions: ['v1'], resources: ['pods/exec'] }],
    },
    validations: [{ expression: "object.kind == 'PodExecOptions' && !('rm' in object.command)", message: 'not that' }],
  })
  const exec = '/api/v1/namespaces/default/pods/p/exec?container=c&command='
  expect((await server.post(`${exec}rm`, {})).body.message).toBe(`pods "p" is forbidden: ${denied('not that')}`)
  expect((await server.post(`${exec}ls`, {})).body.message).toBe('pods "p" not found')
})

test('[VAP8] parameters are named or selected objects of any served kind, and each is evaluated separately', async () => {
  const server = await startWith(
    {
      paramKind: { apiVersion: 'v1', kind: 'Secret' },
      validations: [
        {
          expression: 'size(object.data) <= int(params.metadata.labels.max)',
          messageExpression: "params.metadata.name + ' says no'",
        },
      ],
    },
    { paramRef: { selector: { matchLabels: { limits: 'yes' } }, parameterNotFoundAction: 'Deny' } },
  )
  const post = async (data: object): Promise<string> =>
    (await server.post(`${maps}?dryRun=All`, configMap('a', data))).body.details?.causes[0].message ?? 'admitted'
  expect(await post({ a: '' })).toBe(
    denied('failed to configure binding: no params found for policy binding with `Deny` parameterNotFoundAction'),
  )
  for (const max of ['3', '1'])
    await made(server, '/api/v1/namespaces/default/secrets', {
      metadata: { name: `m${max}`, labels: { limits: 'yes', max } },
    })
  expect(await post({ a: '' })).toBe('admitted')
  expect(await post({ a: '', b: '' })).toBe(denied('m1 says no'))
  await server.delete('/api/v1/namespaces/default/secrets/m1')
  expect(await post({ a: '', b: '' })).toBe('admitted')
})

test('[VAP8] an unserved param kind is a failure of the policy', async () => {
  const server = await startWith(
    { paramKind: { apiVersion: 'x.example.com/v1', kind: 'Limit' } },
    { paramRef: { name: 'l', parameterNotFoundAction: 'Allow' } },
  )
  expect((await server.post(maps, configMap('a'))).body.details.causes[0].message).toBe(
    "ValidatingAdmissionPolicy 'p' denied request: failed to configure policy: failed to find resource referenced by paramKind: 'x.example.com/v1, Kind=Limit'",
  )
  await made(server, '/apis/apiextensions.orch.io/v1/customresourcedefinitions', {
    metadata: { name: 'limits.x.example.com' },
    spec: {
      group: 'x.example.com',
      scope: 'Cluster',
      names: { plural: 'limits', singular: 'limit', kind: 'Limit', listKind: 'LimitList' },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: 'object', 'x-orch-preserve-unknown-fields': true } },
        },
      ],
    },
  })
  expect((await server.post(maps, configMap('a'))).status).toBe(201)
})

test('[DA12] a false condition skips the policy, and a failing one is handled by failurePolicy', async () => {
  const matchConditions = [{ name: 'k', expression: "object.data['k'] == 'v'" }]
  const server = await startWith({ matchConditions, validations: [{ expression: 'false', message: 'no' }] })
  const message = async (data: object): Promise<string> =>
    (await server.post(`${maps}?dryRun=All`, configMap('a', data))).body.details?.causes[0].message ?? 'admitted'
  expect(await message({ k: 'v' })).toBe(denied('no'))
  expect(await message({ k: 'w' })).toBe('admitted')
  expect(await message({ o: '' })).toBe(
    denied("expression 'object.data['k'] == 'v'' resulted in error: no such key: k"),
  )
  await server.patch(`${group}/validatingadmissionpolicies/p`, { spec: { failurePolicy: 'Ignore' } })
  expect(await message({ o: '' })).toBe('admitted')
})

test('[DA12] a webhook is called only where its conditions match', async () => {
  let asked = 0
  const server = startServer({
    fetch: async (request) => {
      asked += 1
      const { request: question, apiVersion } = await request.json()
      return Response.json({ kind: 'AdmissionReview', apiVersion, response: { uid: question.uid, allowed: true } })
    },
  })
  const webhook = {
    name: 'a.x.example.com',
    clientConfig: { url: 'https://h' },
    rules: [rule],
    sideEffects: 'None',
    admissionReviewVersions: ['v1'],
    matchConditions: [{ name: 'k', expression: "object.data['k'] == 'v'" }],
  }
  await made(server, `${group}/validatingwebhookconfigurations`, { metadata: { name: 'w' }, webhooks: [webhook] })
  await made(server, maps, configMap('a', { k: 'w' }))
  expect(asked).toBe(0)
  await made(server, maps, configMap('b', { k: 'v' }))
  expect(asked).toBe(1)
  expect((await server.post(maps, configMap('c', {}))).body.message).toBe(
    `configmaps "c" is forbidden: expression 'object.data['k'] == 'v'' resulted in error: no such key: data`,
  )
})

test('[VAP4] expressions are compiled on write, in their evaluation environment', async () => {
  const server = startServer()
  const errors = async (spec: object): Promise<string[]> => {
    const body = {
      metadata: { name: 'p' },
      spec: { matchConstraints: { resourceRules: [rule] }, validations: [{ expression: 'true' }], ...spec },
    }
    const { details } = (await server.post(`${group}/validatingadmissionpolicies?dryRun=All`, body)).body
    return (details?.causes ?? []).map(
      (cause: { field: string; message: string }) => `${cause.field}: ${cause.message}`,
    )
  }
  expect(await errors({ validations: [{ expression: '1', messageExpression: 'true' }] })).toEqual([
    'spec.validations[0].expression: Invalid value: "1": must evaluate to bool but got int',
    'spec.validations[0].messageExpression: Invalid value: "true": must evaluate to string but got bool',
  ])
  expect(await errors({ auditAnnotations: [{ key: 'k', valueExpression: '5' }] })).toEqual([
    'spec.auditAnnotations[0].valueExpression: Invalid value: "5": must evaluate to one of [string null_type] but got int',
  ])
  expect(
    await errors({ variables: [{ name: 'a', expression: '1' }], validations: [{ expression: "variables.a == 'x'" }] }),
  ).toEqual([
    expect.stringContaining(
      "compilation failed: ERROR: <input>:1:13: found no matching overload for '_==_' applied to '(int, string)'",
    ),
  ])
  expect(await errors({ validations: [{ expression: 'request.uid == "x"' }] })).toEqual([
    expect.stringContaining("undefined field 'uid'"),
  ])
  expect(await errors({ matchConditions: [{ name: 'a', expression: '1' }] })).toEqual([
    'spec.matchConditions[0].expression: Invalid value: "1": must evaluate to bool but got int',
  ])
})

test('[VAP4] a variable with the name of a prototype member is an ordinary variable', async () => {
  const server = await startWith({
    variables: [{ name: '__proto__', expression: "'v'" }],
    validations: [{ expression: "variables.__proto__ == 'v' && object.data.k == variables.__proto__" }],
  })
  expect((await server.post(maps, configMap('a'))).status).toBe(201)
  expect((await server.post(maps, configMap('b', { k: 'w' }))).status).toBe(422)
})
