import { expect, test } from 'vitest'
import { startServer } from '#semantics/trial-server.ts'
import type { AuthorizationSettings } from '#server/auth/access-settings.ts'
import { firstOf } from '#server/auth/authenticator.ts'
import { tokenFile } from '#server/auth/token-file.ts'
import { webhookAuthorizer } from '#server/auth/webhook/webhook-authorizer.ts'
import { compileExpression } from '#server/settings/compile-expression.ts'
import type { HostFetch } from '#egress/dialer.ts'
import { webhookConfig } from '#testing/webhook-config.ts'

const records = [
  { token: 'admin', user: 'admin', uid: '', groups: ['system:masters'] },
  { token: 'n1', user: 'system:node:n1', uid: '', groups: ['system:nodes'] },
  { token: 'bob', user: 'bob', uid: '', groups: [] },
]

const webhook = webhookConfig()

interface Answer {
  readonly code: number
  readonly body: { readonly message?: string; readonly status?: Readonly<Record<string, unknown>> }
}

function start(authorizers: AuthorizationSettings['authorizers'], fetch?: HostFetch) {
  const { server, send } = startServer({
    authenticator: firstOf([tokenFile(records)]),
    ...(fetch === undefined ? {} : { fetch }),
  })
  server.access.authorization.apply({ authorizers })
  const call = async (token: string, path: string, body?: object): Promise<Answer> => {
    const method = body === undefined ? 'GET' : 'POST'
    const answer = await send(method, path, body, { authorization: `Bearer ${token}` })
    return { code: answer.status, body: answer.body }
  }
  return { server, call }
}

const node = { type: 'Node', name: 'node' } as const
const rbac = { type: 'RBAC', name: 'rbac' } as const
const namespace = '/api/v1/namespaces/default'
const rulesReview = '/apis/authorization.orch.io/v1/selfsubjectrulesreviews'

test('[NAZ4] the objects that a node may read change with the pods on it', async () => {
  const { server, call } = start([node, rbac])
  for (const name of ['a', 'b']) await call('admin', `${namespace}/secrets`, { metadata: { name } })
  const refusal = `secrets "a" is forbidden: User "system:node:n1" cannot get resource "secrets" in API group "" in the namespace "default": no relationship found between node 'n1' and this object`
  expect((await call('n1', `${namespace}/secrets/a`)).body.message).toBe(refusal)
  const spec = { nodeName: 'n1', containers: [{ name: 'c', image: 'i', envFrom: [{ secretRef: { name: 'a' } }] }] }
  expect((await call('admin', `${namespace}/pods`, { metadata: { name: 'p' }, spec })).code).toBe(201)
  expect((await call('n1', `${namespace}/secrets/a`)).code).toBe(200)
  expect((await call('n1', `${namespace}/secrets?fieldSelector=metadata.name=a`)).code).toBe(200)
  expect((await call('n1', `${namespace}/secrets/b`)).code).toBe(403)
  expect((await call('n1', '/api/v1/pods')).code).toBe(403)
  expect((await call('n1', '/api/v1/pods?fieldSelector=spec.nodeName%3Dn1')).code).toBe(200)
  server.close()
})

test('[AC15] a rules review of several authorizers merges their rules and reports which of them may be incomplete', async () => {
  const { server, call } = start([node, { type: 'Webhook', webhook, authorize: webhookAuthorizer }, rbac])
  const spec = { namespace: 'default' }
  const { status } = (await call('n1', rulesReview, { spec })).body
  expect(status).toMatchObject({
    incomplete: true,
    evaluationError:
      '[node authorizer does not support user rule resolution, webhook authorizer does not support user rule resolution]',
  })
  expect(JSON.stringify(status?.['resourceRules'])).toContain('selfsubjectreviews')
  server.close()
})

test('[AC15] the result is complete if all authorizers can list their rules', async () => {
  const { server, call } = start([node, { type: 'AlwaysAllow', name: 'all' }])
  const { status } = (await call('bob', rulesReview, { spec: { namespace: 'default' } })).body
  expect(status).toEqual({
    resourceRules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'] }],
    nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }],
    incomplete: false,
  })
  server.close()
})

test('[AZ10] a webhook receives the selectors of a list, for requests and for reviews', async () => {
  const asked: unknown[] = []
  const text =
    "!has(request.resourceAttributes.fieldSelector) || request.resourceAttributes.fieldSelector.requirements.exists(r, 'n1' in r.values)"
  const matching = { ...webhook, matchConditions: [compileExpression('request', text)] }
  const { server, call } = start(
    [{ type: 'Webhook', webhook: matching, authorize: webhookAuthorizer }],
    async (request) => {
      const review = (await request.json()) as { readonly spec: { readonly resourceAttributes: object } }
      asked.push(review.spec.resourceAttributes)
      const status = { allowed: true }
      return Response.json({ apiVersion: 'authorization.orch.io/v1', kind: 'SubjectAccessReview', status })
    },
  )
  const query = 'fieldSelector=spec.nodeName!%3Dn1&labelSelector=a%20in%20(y,x),!b,c%3E1'
  await call('bob', `/api/v1/pods?${query}`)
  const selectors = {
    fieldSelector: { requirements: [{ key: 'spec.nodeName', operator: 'NotIn', values: ['n1'] }] },
    labelSelector: {
      requirements: [
        { key: 'a', operator: 'In', values: ['x', 'y'] },
        { key: 'b', operator: 'DoesNotExist' },
      ],
    },
  }
  expect(asked).toEqual([{ verb: 'list', version: 'v1', resource: 'pods', ...selectors }])
  const resourceAttributes = { verb: 'list', version: 'v1', resource: 'pods', ...selectors }
  await call('admin', '/apis/authorization.orch.io/v1/subjectaccessreviews', {
    spec: { user: 'bob', resourceAttributes },
  })
  expect(asked[1]).toEqual(asked[0])
  expect((await call('bob', '/api/v1/pods?fieldSelector=spec.nodeName%3Dn2')).code).toBe(403)
  expect(asked).toHaveLength(2)
  server.close()
})

test('[AC19] an unknown token is not authenticated, even if the caller is the administrator', async () => {
  const { server, post } = startServer()
  const { body } = await post('/apis/authentication.orch.io/v1/tokenreviews', { spec: { token: 'made.up.token' } })
  expect(body.status).toEqual({ user: {}, error: 'invalid bearer token' })
  server.close()
})
