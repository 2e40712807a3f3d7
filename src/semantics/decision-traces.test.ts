import { afterEach, beforeEach, expect, test } from 'vitest'
import type { DecisionStep, DecisionTrial, WhoCan } from '#facts/config-api.ts'
import { createSimulatedClock } from '#server/debug/simulated-clock.ts'
import type { Orchard } from '#server/start-orchard.ts'
import { startConfigured } from '#testing/configured-server.ts'
import { freshWorld } from '#world/fresh-world.ts'

const authorization = `apiVersion: apiserver.orch.io/v1beta1
kind: AuthorizationConfiguration
authorizers:
- type: Webhook
  name: shop
  webhook:
    timeout: 3s
    unauthorizedTTL: 30s
    subjectAccessReviewVersion: v1
    matchConditionSubjectAccessReviewVersion: v1
    failurePolicy: NoOpinion
    connectionInfo:
      type: OrchConfigFile
      orchConfigFile: /etc/orch/authorizer.conf
    matchConditions:
    - expression: has(request.resourceAttributes)
    - expression: request.resourceAttributes.verb != 'delete'
- type: RBAC
  name: rbac
`

let orchard: Orchard
const clock = createSimulatedClock()
clock.setFrozen(true)
const first = await freshWorld(clock.now())

afterEach(() => orchard.close())
beforeEach(async () => {
  ;({ orchard } = await startConfigured(clock, first))
  expect((await call('PUT', '/debug/config/AuthorizationConfiguration', authorization)).status).toBe(200)
})

async function call(method: string, path: string, body?: unknown) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const headers = { 'content-type': 'application/json' }
  const init = body === undefined ? { method } : { method, headers, body: text }
  return orchard.fetch(new Request(`http://x${path}`, init))
}

const what = {
  isResource: true,
  verb: 'update',
  version: 'v1',
  resource: 'configmaps',
  namespace: 'shop',
  name: 'stock',
  path: '/api/v1/namespaces/shop/configmaps/stock',
}

async function decide(more: object = {}, user = 'mira', fresh = false): Promise<DecisionTrial> {
  const action = { ...what, ...more, user: { name: user, groups: ['system:authenticated'] } }
  const response = await call('POST', '/debug/trials/decision', { text: null, action, fresh })
  expect(response.status).toBe(200)
  return (await response.json()) as DecisionTrial
}

const stepOf = ({ steps }: DecisionTrial, name: string): DecisionStep | undefined =>
  steps.find((step) => step.name === name)

async function bind(rules: readonly object[]): Promise<void> {
  const metadata = { name: 'stock-keeper', namespace: 'shop' }
  const apiVersion = 'rbac.authorization.orch.io/v1'
  const at = '/apis/rbac.authorization.orch.io/v1/namespaces/shop'
  const roleRef = { apiGroup: 'rbac.authorization.orch.io', kind: 'Role', name: 'stock-keeper' }
  const subjects = [{ apiGroup: 'rbac.authorization.orch.io', kind: 'User', name: 'mira' }]
  const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } }
  const created = [
    await call('POST', '/api/v1/namespaces', namespace),
    await call('POST', `${at}/roles`, { apiVersion, kind: 'Role', metadata, rules }),
    await call('POST', `${at}/rolebindings`, { apiVersion, kind: 'RoleBinding', metadata, roleRef, subjects }),
  ]
  expect(created.map(({ status }) => status)).toEqual([201, 201, 201])
}

test('[AR2] a webhook lists its match conditions with value and cost, up to the first false one', async () => {
  const skipped = stepOf(await decide({ verb: 'delete' }), 'shop')
  expect(skipped).toMatchObject({
    decision: 'no-opinion',
    review: null,
    conditions: [{ value: true }, { value: false, expression: "request.resourceAttributes.verb != 'delete'" }],
  })
  expect(skipped?.conditions.every(({ cost }) => cost > 0)).toBe(true)
  expect(stepOf(await decide({ isResource: false, path: '/healthz', verb: 'get' }), 'shop')?.conditions).toHaveLength(1)
})

test('[AR2] a webhook shows the review it received, its response, and whether that was cached', async () => {
  const [first, second] = [await decide(), await decide()]
  expect(stepOf(first, 'shop')?.review).toMatchObject({
    review: { spec: { user: 'mira', resourceAttributes: { verb: 'update', name: 'stock' } } },
    answer: { allowed: false, denied: false },
    isCached: false,
    keptMs: 30_000,
  })
  clock.advance(10_000)
  const later = stepOf(await decide(), 'shop')?.review
  expect(stepOf(second, 'shop')?.review?.isCached).toBe(true)
  expect(later).toMatchObject({ isCached: true, keptMs: 20_000 })
})

test('[AR3] a trial may bypass the cache of a webhook', async () => {
  expect((await decide()).code).toBe(403)
  const rules = [{ user: 'mira', decision: 'allow', reason: 'a friend' }]
  expect((await call('PUT', '/debug/world/authorizers/authz', { rules })).status).toBe(200)
  expect((await decide()).code).toBe(403)
  expect(await decide({}, 'mira', true)).toMatchObject({ code: 200, decision: 'allowed' })
})

test('[AR1] RBAC lists every binding that matches the user, and the mismatches of each rule', async () => {
  await bind([
    { verbs: ['get', 'list'], apiGroups: [''], resources: ['configmaps'] },
    { verbs: ['update'], apiGroups: [''], resources: ['configmaps'], resourceNames: ['prices'] },
  ])
  const refused = await decide()
  const [grant] = (stepOf(refused, 'rbac')?.grants ?? []).filter(({ role }) => role.name === 'stock-keeper')
  expect(grant).toMatchObject({
    binding: { kind: 'RoleBinding', namespace: 'shop', name: 'stock-keeper' },
    subject: { kind: 'User', name: 'mira' },
    rules: [{ misses: ['verb'] }, { misses: ['name'], names: ['prices'] }],
    error: '',
  })
  expect(refused.message).toMatch(/^configmaps "stock" is forbidden: User "mira" cannot update resource/)
  const allowed = await decide({ name: 'prices' })
  expect(allowed.code).toBe(200)
  expect(stepOf(allowed, 'rbac')?.grants?.at(-1)?.rules.at(-1)?.misses).toEqual([])
})

test('[AR4] who-can shows the deciding authorizer and the names, and calls a failing webhook only once', async () => {
  await bind([{ verbs: ['update', 'create'], apiGroups: [''], resources: ['configmaps'], resourceNames: ['prices'] }])
  const ask = async (): Promise<WhoCan> => {
    const actions = ['update', 'create', 'get', 'list'].map((verb) => ({ ...what, verb, name: '' }))
    const users = [{ name: 'mira' }, { name: 'root', groups: ['system:masters'] }]
    return (await (await call('POST', '/debug/trials/who-can', { text: null, users, actions })).json()) as WhoCan
  }
  const [mira, root] = (await ask()).rows
  expect(mira?.cells.map(({ outcome, authorizer }) => `${outcome} ${authorizer}`.trim())).toEqual([
    'some-names',
    'no-rule',
    'allowed shop',
    'no-rule',
  ])
  expect(mira?.cells[0]?.names).toEqual(['prices'])
  expect(root?.cells.every(({ type }) => type === 'system:masters')).toBe(true)

  await call('PUT', '/debug/world/faults/authz', { isDown: true })
  clock.advance(600_000)
  const before = ((await (await call('GET', '/debug/world')).json()) as { authorizers: { calls: number }[] })
    .authorizers
  const cells = (await ask()).rows[0]?.cells ?? []
  const after = ((await (await call('GET', '/debug/world')).json()) as { authorizers: { calls: number }[] }).authorizers
  expect(cells.map(({ outcome }) => outcome)).toEqual(['failed', 'failed', 'failed', 'failed'])
  expect((after[0]?.calls ?? 0) - (before[0]?.calls ?? 0)).toBe(1)
})
