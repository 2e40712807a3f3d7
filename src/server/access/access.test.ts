import { expect, test } from 'vitest'
import { startServer } from '#semantics/trial-server.ts'
import { createFeatureGates } from '#server/features/feature-gates.ts'
import { firstOf } from '#server/auth/authenticator.ts'
import { tokenFile } from '#server/auth/token-file.ts'

const records = [
  { token: 'admin', user: 'admin', uid: 'admin-uid', groups: ['system:masters'] },
  { token: 'bob', user: 'bob', uid: 'bob-uid', groups: ['dev'] },
]

type Call = (
  token: string,
  path: string,
  init?: { method?: string; body?: object; headers?: Record<string, string> },
) => Promise<{ readonly code: number; readonly body: Record<string, unknown> }>

function start(): Call {
  const { send } = startServer({
    authenticator: firstOf([tokenFile(records)]),
    authorizationMode: 'RBAC',
    featureGates: createFeatureGates('MutatingAdmissionPolicy=true'),
  })
  return async (token, path, { method = 'GET', body, headers = {} } = {}) => {
    const caller = token === '' ? {} : { authorization: `Bearer ${token}` }
    const { status, body: answer } = await send(method, path, body, { ...headers, ...caller })
    return { code: status, body: answer ?? {} }
  }
}

const rbac = '/apis/rbac.authorization.orch.io/v1'
const roles = `${rbac}/namespaces/default/roles`
const bindings = `${rbac}/namespaces/default/rolebindings`
const podReader = { metadata: { name: 'r' }, rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['list'] }] }
const toBob = (kind: string, name: string): object => ({
  metadata: { name },
  roleRef: { kind, name },
  subjects: [{ kind: 'User', name: 'bob' }],
})

test('[AC11] a new server has the default roles, which allow all users to read the health and version endpoints', async () => {
  const call = start()
  const { body } = await call('admin', `${rbac}/clusterroles`)
  expect((body['items'] as readonly unknown[]).length).toBe(68)
  expect((await call('', '/version')).code).toBe(200)
  expect((await call('', '/api')).code).toBe(403)
  expect((await call('bob', '/api')).code).toBe(200)
})

test('[AC5] [AC9] a role takes effect when it is bound and loses effect when the binding is deleted', async () => {
  const call = start()
  const pods = '/api/v1/namespaces/default/pods'
  expect((await call('bob', pods)).body['message']).toBe(
    'pods is forbidden: User "bob" cannot list resource "pods" in API group "" in the namespace "default"',
  )
  expect((await call('admin', roles, { method: 'POST', body: podReader })).code).toBe(201)
  expect((await call('admin', bindings, { method: 'POST', body: toBob('Role', 'r') })).code).toBe(201)
  expect((await call('bob', pods)).code).toBe(200)
  expect((await call('bob', '/api/v1/pods')).code).toBe(403)
  expect((await call('admin', `${bindings}/r`, { method: 'DELETE' })).code).toBe(200)
  expect((await call('bob', pods)).code).toBe(403)
})

test('[AC1] [AC2] an administrator may impersonate another user, bob may not', async () => {
  const call = start()
  const headers = { 'impersonate-user': 'jane' }
  expect((await call('admin', '/api/v1/nodes', { headers })).body['message']).toMatch('User "jane" cannot list')
  expect((await call('bob', '/api', { headers })).body['message']).toBe(
    'users "jane" is forbidden: User "bob" cannot impersonate resource "users" in API group "" at the cluster scope',
  )
  expect((await call('admin', '/api', { headers: { 'impersonate-group': 'g' } })).code).toBe(500)
})

test('[AC4] permission for one name includes listing it by name', async () => {
  const call = start()
  const rules = [{ apiGroups: [''], resources: ['pods'], resourceNames: ['p'], verbs: ['list'] }]
  await call('admin', roles, { method: 'POST', body: { metadata: { name: 'r' }, rules } })
  await call('admin', bindings, { method: 'POST', body: toBob('Role', 'r') })
  const pods = '/api/v1/namespaces/default/pods'
  expect((await call('bob', pods)).code).toBe(403)
  expect((await call('bob', `${pods}?fieldSelector=metadata.name%3Dp`)).code).toBe(200)
})

const maker = {
  metadata: { name: 'maker' },
  rules: [
    { apiGroups: ['rbac.authorization.orch.io'], resources: ['roles', 'rolebindings'], verbs: ['create', 'update'] },
    { apiGroups: [''], resources: ['pods'], verbs: ['list'] },
  ],
}

async function startWithMaker(): Promise<Call> {
  const call = start()
  await call('admin', roles, { method: 'POST', body: maker })
  await call('admin', bindings, { method: 'POST', body: toBob('Role', 'maker') })
  return call
}

test('[AC10] [AC12] a role may only grant permissions that its author has', async () => {
  const call = await startWithMaker()
  expect((await call('bob', roles, { method: 'POST', body: podReader })).code).toBe(201)
  const rules = [{ apiGroups: [''], resources: ['pods', 'secrets'], verbs: ['get', 'list'] }]
  const refused = await call('bob', roles, { method: 'POST', body: { metadata: { name: 'big' }, rules } })
  expect(refused.code).toBe(403)
  expect(refused.body['message']).toBe(
    'roles.rbac.authorization.orch.io "big" is forbidden: user "bob" (groups=["dev" "system:authenticated"]) is attempting to grant RBAC permissions not currently held:\n' +
      '{APIGroups:[""], Resources:["pods"], Verbs:["get"]}\n{APIGroups:[""], Resources:["secrets"], Verbs:["get" "list"]}',
  )
  const update = await call('bob', `${roles}/r`, { method: 'PUT', body: { ...podReader, rules } })
  expect(update.code).toBe(403)
})

test('[AC13] a binding may only grant permissions that its author has, and only of existing roles', async () => {
  const call = await startWithMaker()
  const bind = (kind: string, name: string): ReturnType<Call> =>
    call('bob', bindings, { method: 'POST', body: toBob(kind, name) })
  expect((await bind('ClusterRole', 'cluster-admin')).code).toBe(403)
  expect(await bind('Role', 'nosuch')).toMatchObject({
    code: 404,
    body: { message: 'rolebindings.rbac.authorization.orch.io "nosuch" not found' },
  })
  await call('admin', roles, { method: 'POST', body: podReader })
  expect((await bind('Role', 'r')).code).toBe(201)
})

test('[AC14] a PUT that would create an object requires the create verb', async () => {
  const call = start()
  const rules = [{ apiGroups: ['coordination.orch.io'], resources: ['leases'], verbs: ['update'] }]
  await call('admin', roles, { method: 'POST', body: { metadata: { name: 'r' }, rules } })
  await call('admin', bindings, { method: 'POST', body: toBob('Role', 'r') })
  const path = '/apis/coordination.orch.io/v1/namespaces/default/leases/l'
  const answer = await call('bob', path, { method: 'PUT', body: { metadata: { name: 'l' }, spec: {} } })
  expect(answer.body['message']).toBe(
    'leases.coordination.orch.io "l" is forbidden: User "bob" cannot create resource "leases" in API group "coordination.orch.io" in the namespace "default"',
  )
})

const authorizationApi = '/apis/authorization.orch.io/v1'
const authenticationApi = '/apis/authentication.orch.io/v1'

test('[AC16] access reviews return the decision of the authorizer', async () => {
  const call = start()
  const ask = async (token: string, resource: string, spec: object) =>
    call(token, `${authorizationApi}/${resource}`, { method: 'POST', body: { spec } })
  const pods = { namespace: 'default', verb: 'list', resource: 'pods' }
  expect((await ask('admin', 'subjectaccessreviews', { user: 'bob', resourceAttributes: pods })).body).toMatchObject({
    kind: 'SubjectAccessReview',
    status: { allowed: false },
  })
  const path = { nonResourceAttributes: { path: '/api', verb: 'get' } }
  expect((await ask('bob', 'selfsubjectaccessreviews', path)).body['status']).toEqual({
    allowed: true,
    reason:
      'RBAC: allowed by ClusterRoleBinding "system:discovery" of ClusterRole "system:discovery" to Group "system:authenticated"',
  })
  const local = await ask('admin', 'namespaces/kube-system/localsubjectaccessreviews', {
    user: 'bob',
    resourceAttributes: pods,
  })
  expect(local.body['message']).toBe(
    '.authorization.orch.io "" is invalid: spec.resourceAttributes.namespace: Invalid value: "default": must match metadata.namespace',
  )
  expect((await ask('bob', 'subjectaccessreviews', {})).code).toBe(403)
})

test('[AC17] selectors that cannot be parsed are ignored, and the response reports it', async () => {
  const call = start()
  const resourceAttributes = {
    verb: 'list',
    resource: 'pods',
    fieldSelector: { requirements: [{ key: 'a', operator: 'Exists' }] },
    labelSelector: {
      requirements: [
        { key: 'a', operator: 'Exists' },
        { key: 'b', operator: 'Near' },
      ],
    },
  }
  const body = { spec: { user: 'bob', resourceAttributes } }
  const answer = await call('admin', `${authorizationApi}/subjectaccessreviews`, { method: 'POST', body })
  expect(answer.body['status']).toEqual({
    allowed: false,
    evaluationError:
      'spec.resourceAttributes.fieldSelector ignored due to parse error; spec.resourceAttributes.labelSelector partially ignored due to parse error',
  })
})

test('[AC17] a requirement on no field is refused', async () => {
  const call = start()
  const fieldSelector = { requirements: [{ key: '', operator: 'In', values: ['a'] }] }
  const body = { spec: { resourceAttributes: { verb: 'list', resource: 'pods', fieldSelector } } }
  const answer = await call('admin', `${authorizationApi}/selfsubjectaccessreviews`, { method: 'POST', body })
  expect(answer.body['message']).toBe(
    '.authorization.orch.io "" is invalid: spec.resourceAttributes.fieldSelector.requirements[0].key: Required value: must be specified',
  )
})

test('[AC15] a rules review lists the permissions of the caller and reports missing roles', async () => {
  const call = start()
  await call('admin', roles, { method: 'POST', body: podReader })
  await call('admin', bindings, { method: 'POST', body: toBob('Role', 'r') })
  await call('admin', bindings, { method: 'POST', body: toBob('Role', 'gone') })
  const body = { spec: { namespace: 'default' } }
  const answer = await call('bob', `${authorizationApi}/selfsubjectrulesreviews`, { method: 'POST', body })
  expect(answer.body['status']).toMatchObject({
    resourceRules: [
      { verbs: ['create'], resources: ['selfsubjectaccessreviews', 'selfsubjectrulesreviews'] },
      { verbs: ['create'], resources: ['selfsubjectreviews'] },
      { verbs: ['list'], apiGroups: [''], resources: ['pods'] },
    ],
    incomplete: false,
    evaluationError: 'role.rbac.authorization.orch.io "gone" not found',
  })
})

test('[AC18] [AC19] SelfSubjectReview and TokenReview return the identity of a user', async () => {
  const call = start()
  const bob = { username: 'bob', uid: 'bob-uid', groups: ['dev', 'system:authenticated'] }
  const self = await call('bob', `${authenticationApi}/selfsubjectreviews`, { method: 'POST', body: {} })
  expect(self.body['status']).toEqual({ userInfo: bob })
  const review = async (spec: object) =>
    (await call('admin', `${authenticationApi}/tokenreviews`, { method: 'POST', body: { spec } })).body
  const audiences = ['https://issuer.example']
  expect((await review({ token: 'bob' }))['status']).toEqual({ authenticated: true, user: bob, audiences })
  const refused = { user: {}, error: 'invalid bearer token' }
  expect((await review({ token: 'bob', audiences: ['other'] }))['status']).toEqual(refused)
  expect((await review({ token: 'wrong\n' }))['status']).toEqual(refused)
  expect((await review({}))['message']).toBe('token is required for TokenReview in authentication')
})

test('[AC20] [AC21] a service account authenticates with the token created for it, until the account is deleted', async () => {
  const call = start()
  const accounts = '/api/v1/namespaces/default/serviceaccounts'
  await call('admin', accounts, { method: 'POST', body: { metadata: { name: 'robot' } } })
  const request = async (spec: object) => {
    const { body } = await call('admin', `${accounts}/robot/token`, { method: 'POST', body: { spec } })
    return (body['status'] as { token?: string; expirationTimestamp?: string } | undefined) ?? {}
  }
  const { token = '' } = await request({})
  const who = async (text: string) =>
    call(text, `${authenticationApi}/selfsubjectreviews`, { method: 'POST', body: {} })
  expect((await who(token)).body).toMatchObject({
    status: {
      userInfo: {
        username: 'system:serviceaccount:default:robot',
        groups: ['system:serviceaccounts', 'system:serviceaccounts:default', 'system:authenticated'],
      },
    },
  })
  const { token: elsewhere = '' } = await request({ audiences: ['elsewhere'] })
  expect((await who(elsewhere)).code).toBe(401)
  expect((await who(`${token}x`)).code).toBe(401)
  const reviewOf = async (spec: object) =>
    (await call('admin', `${authenticationApi}/tokenreviews`, { method: 'POST', body: { spec } })).body['status']
  expect(await reviewOf({ token: elsewhere, audiences: ['nobody'] })).toMatchObject({
    error: '[invalid bearer token, token audiences ["elsewhere"] is invalid for the target audiences ["nobody"]]',
  })
  expect(await reviewOf({ token: `${token}x` })).toMatchObject({
    error: '[invalid bearer token, go-jose/go-jose: error in cryptographic primitive]',
  })
  const review = { spec: { token: elsewhere, audiences: ['elsewhere', 'more'] } }
  const answer = await call('admin', `${authenticationApi}/tokenreviews`, { method: 'POST', body: review })
  expect(answer.body['status']).toMatchObject({ authenticated: true, audiences: ['elsewhere'] })
  await call('admin', `${accounts}/robot`, { method: 'DELETE' })
  expect((await who(token)).code).toBe(401)
})

test('[AC20] the object that a token is bound to must be of a supported kind and have a name', async () => {
  const call = start()
  const accounts = '/api/v1/namespaces/default/serviceaccounts'
  await call('admin', accounts, { method: 'POST', body: { metadata: { name: 'robot' } } })
  await call('admin', '/api/v1/namespaces/default/secrets', { method: 'POST', body: { metadata: { name: 's' } } })
  const bind = async (boundObjectRef: object) => {
    const { code, body } = await call('admin', `${accounts}/robot/token`, {
      method: 'POST',
      body: { spec: { boundObjectRef } },
    })
    return [code, body['message']]
  }
  expect(await bind({ kind: 'Secret', name: 's' })).toEqual([201, undefined])
  expect(await bind({ kind: 'Secret', apiVersion: 'v2', name: 's' })).toEqual([201, undefined])
  expect(await bind({ kind: 'Pod', apiVersion: 'v1' })).toEqual([400, 'Name parameter required.'])
  expect(await bind({ kind: 'Secret', apiVersion: 'apps/v1', name: 's' })).toEqual([
    400,
    'cannot bind token to object of type apps/v1, Kind=Secret',
  ])
})

test.each([
  ['Validating', 'v1', { validations: [{ expression: 'true' }] }, { validationActions: ['Deny'] }],
  [
    'Mutating',
    'v1beta1',
    {
      mutations: [{ patchType: 'ApplyConfiguration', applyConfiguration: { expression: 'Object{}' } }],
      reinvocationPolicy: 'Never',
    },
    {},
  ],
])(
  '[VAP10] the author of a %s policy with parameters must have permission to read them',
  async (kind, version, does, acts) => {
    const call = start()
    const group = `/apis/admissionregistration.orch.io/${version}`
    const resource = `${kind.toLowerCase()}admissionpolic`
    const rules = [{ apiGroups: ['admissionregistration.orch.io'], resources: ['*'], verbs: ['*'] }]
    await call('admin', `${rbac}/clusterroles`, { method: 'POST', body: { metadata: { name: 'r' }, rules } })
    await call('admin', `${rbac}/clusterrolebindings`, { method: 'POST', body: toBob('ClusterRole', 'r') })
    const rule = { operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }
    const policy = {
      metadata: { name: 'p' },
      spec: {
        paramKind: { apiVersion: 'v1', kind: 'Secret' },
        matchConstraints: { resourceRules: [rule] },
        ...does,
      },
    }
    const refused = await call('bob', `${group}/${resource}ies`, { method: 'POST', body: policy })
    expect(refused.body['message']).toBe(
      `${kind}AdmissionPolicy.admissionregistration.orch.io "p" is invalid: spec.paramKind: Forbidden: user &{bob bob-uid [dev system:authenticated] map[]} must have "get" permission on all objects of the referenced paramKind (kind=Secret, apiVersion=v1)`,
    )
    expect((await call('admin', `${group}/${resource}ies`, { method: 'POST', body: policy })).code).toBe(201)
    const spec = {
      policyName: 'p',
      ...acts,
      paramRef: { name: 's', parameterNotFoundAction: 'Deny' },
    }
    const binding = { method: 'POST', body: { metadata: { name: 'b' }, spec } }
    expect((await call('bob', `${group}/${resource}ybindings`, binding)).body['message']).toContain(
      'spec.paramRef: Forbidden: user &{bob bob-uid [dev system:authenticated] map[]} does not have "get" permission on the object referenced by paramRef',
    )
  },
)

test('[VAP6] expressions can check the permissions of the caller or a service account', async () => {
  const call = start()
  const group = '/apis/admissionregistration.orch.io/v1'
  const rule = { operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }
  const validations = [
    {
      expression: "authorizer.group('').resource('secrets').namespace('default').check('get').allowed()",
      message: 'secrets',
    },
    { expression: "authorizer.requestResource.check('create').allowed()", message: 'itself' },
    {
      expression: "!authorizer.path('/nope').check('get').allowed() || request.userInfo.username == 'admin'",
      message: 'path',
    },
    {
      expression: "!authorizer.serviceAccount('default', 'robot').group('').resource('pods').check('list').allowed()",
      message: 'robot',
    },
  ]
  await call('admin', `${group}/validatingadmissionpolicies`, {
    method: 'POST',
    body: { metadata: { name: 'p' }, spec: { matchConstraints: { resourceRules: [rule] }, validations } },
  })
  await call('admin', `${group}/validatingadmissionpolicybindings`, {
    method: 'POST',
    body: { metadata: { name: 'p' }, spec: { policyName: 'p', validationActions: ['Deny'] } },
  })
  const path = '/api/v1/namespaces/default/configmaps'
  const body = { metadata: { name: 'a' } }
  expect((await call('admin', path, { method: 'POST', body })).code).toBe(201)
  const rules = [{ apiGroups: [''], resources: ['configmaps'], verbs: ['create'] }]
  await call('admin', roles, { method: 'POST', body: { metadata: { name: 'r' }, rules } })
  await call('admin', bindings, { method: 'POST', body: toBob('Role', 'r') })
  const refused = await call('bob', path, { method: 'POST', body: { metadata: { name: 'b' } } })
  expect(refused.body['message']).toContain('denied request: secrets')
})
