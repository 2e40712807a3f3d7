import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ConfigKindName, RunningConfigs } from '#facts/config-api.ts'
import { createSimulatedClock } from '#server/debug/simulated-clock.ts'
import type { ConfigStore } from '#server/settings/running-configs.ts'
import type { Orchard } from '#server/start-orchard.ts'
import { startConfigured } from '#testing/configured-server.ts'
import { freshWorld } from '#world/fresh-world.ts'
import type { World } from '#world/world.ts'

const authentication = (more = ''): string => `apiVersion: apiserver.orch.io/v1beta1
kind: AuthenticationConfiguration
jwt:
- issuer:
    url: https://login.example.test
    audiences: [orchard]
  claimMappings:
    username:
      expression: claims.email
    groups:
      claim: groups
      prefix: ''
  claimValidationRules:
  - expression: claims.?email_verified.orValue(false) == true
    message: the address must be verified
  userValidationRules:
  - expression: "!user.username.startsWith('system:')"
    message: reserved
${more}`

const authorization = `apiVersion: apiserver.orch.io/v1beta1
kind: AuthorizationConfiguration
authorizers:
- type: Webhook
  name: shop
  webhook:
    timeout: 3s
    subjectAccessReviewVersion: v1
    matchConditionSubjectAccessReviewVersion: v1
    failurePolicy: NoOpinion
    connectionInfo:
      type: OrchConfigFile
      orchConfigFile: /etc/orch/authorizer.conf
    matchConditions:
    - expression: has(request.resourceAttributes)
- type: RBAC
  name: rbac
`

const egress = `apiVersion: apiserver.orch.io/v1beta1
kind: EgressSelectorConfiguration
egressSelections:
- name: controlplane
  connection:
    proxyProtocol: GRPC
    transport:
      uds:
        udsName: /run/orch/tunnel.sock
`

const tracing = `apiVersion: apiserver.orch.io/v1beta1
kind: TracingConfiguration
samplingRatePerMillion: 1000000
`

let world: World
let orchard: Orchard
const clock = createSimulatedClock()
const first = await freshWorld(clock.now())

async function start(store?: ConfigStore): Promise<void> {
  ;({ world, orchard } = await startConfigured(clock, first, store))
}

beforeEach(() => start())
afterEach(() => orchard.close())

async function call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const init = body === undefined ? { method, headers } : { method, headers, body: text }
  const response = await orchard.fetch(new Request(`http://x${path}`, init))
  return { status: response.status, body: await response.json() }
}

const put = (kind: ConfigKindName, text: string) => call('PUT', `/debug/config/${kind}`, text)
const mint = async (claims: object, more: object = {}): Promise<string> => {
  const sample = { aud: 'orchard', email: 'ada@example.test', email_verified: true, groups: ['shop-admins'] }
  const request = { claims: { ...sample, ...claims }, ...more }
  return (await call('POST', '/debug/world/issuers/login/tokens', request)).body.token
}
const whoAmI = (token: string) =>
  call(
    'POST',
    '/apis/authentication.orch.io/v1/selfsubjectreviews',
    {},
    {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    },
  )

test('[LD2] a file applies from the next request on; an invalid one keeps the last valid configuration and reports why', async () => {
  expect((await put('AuthenticationConfiguration', authentication())).body).toMatchObject({
    isInForce: true,
    message: '',
  })
  const token = await mint({})
  expect((await whoAmI(token)).body.status.userInfo).toEqual({
    username: 'ada@example.test',
    groups: ['shop-admins', 'system:authenticated'],
  })

  const bad = await put('AuthenticationConfiguration', authentication().replace('claims.email\n', 'claims.emial.\n'))
  expect([bad.status, bad.body.isInForce]).toEqual([422, false])
  expect(bad.body.message).toMatch(/claimMappings\.username\.expression/)
  expect((await whoAmI(token)).status).toBe(201)
  const status = (await call('GET', '/debug/config')).body as RunningConfigs
  expect(status.configs[0]).toMatchObject({ text: authentication(), reloads: { succeeded: 1, failed: 1 } })
  expect(status.issuers).toMatchObject([{ url: 'https://login.example.test', isInitialized: true }])
})

test('[CFG9] [LD2] an unparsable file is refused with a message, and the last valid one remains in effect', async () => {
  await put('AuthenticationConfiguration', authentication())
  const bomb = Array.from({ length: 30 }, (_, at) => `a${at}: &a${at} [${at === 0 ? 1 : `*a${at - 1}, *a${at - 1}`}]`)
  const hostile: readonly (readonly [text: string, words: string])[] = [
    [`${authentication()}#${'x'.repeat(5_000_000)}`, 'may have at most'],
    [`${bomb.join('\n')}\n${authentication()}`, 'excessive aliasing'],
    [authentication(`x: ${'['.repeat(20_000)}`), 'exceeded max depth'],
    [authentication('jwt: []\n'.repeat(2_000)), 'already set in map'],
    [authentication().replace('true\n', `${'('.repeat(20_000)}true\n`), 'compilation failed'],
    [authentication('\u0000'), 'control characters'],
    [
      authentication().replace('test\n', 'test\n    certificateAuthority: |\n      no certificate\n'),
      'certificateAuthority',
    ],
  ]
  for (const [text, words] of hostile) {
    const { status, body } = await put('AuthenticationConfiguration', text)
    expect([status, body.isInForce]).toEqual([422, false])
    expect(body.message).toContain(words)
  }
  expect((await whoAmI(await mint({}))).status).toBe(201)
  expect((await whoAmI('x'.repeat(1_000_000))).status).toBe(401)
  const { configs } = (await call('GET', '/debug/config')).body as RunningConfigs
  expect(configs[0]).toMatchObject({ text: authentication(), reloads: { succeeded: 1, failed: hostile.length } })
})

test('[LD3] a file whose issuers cannot be discovered does not replace a working one', async () => {
  await put('AuthenticationConfiguration', authentication())
  const other = authentication().replace('login.example.test', 'nobody.example.test')
  expect((await put('AuthenticationConfiguration', other)).body.message).toMatch(
    /not healthy: oidc: authenticator for issuer "https:\/\/nobody.example.test" is not initialized: .*no such host/,
  )
  expect((await whoAmI(await mint({}))).status).toBe(201)
})

test('[LD4] anonymous settings cannot change on reload', async () => {
  await put('AuthenticationConfiguration', authentication('anonymous: {enabled: true}\n'))
  const changed = await put('AuthenticationConfiguration', authentication('anonymous: {enabled: false}\n'))
  expect(changed.body.message).toBe('anonymous: Forbidden: changed from initial configuration file')
  await call('DELETE', '/debug/config/AuthenticationConfiguration')
  expect((await put('AuthenticationConfiguration', authentication('anonymous: {enabled: false}\n'))).status).toBe(200)
})

test('[LD5] a token is tried on a draft, step by step with the fields that decided', async () => {
  const attempt = async (token: string, text: string | null = authentication()) =>
    (await call('POST', '/debug/trials/token', { text, token })).body
  const good = await attempt(await mint({}))
  expect(good).toMatchObject({ user: { name: 'ada@example.test' }, error: '', claims: { email: 'ada@example.test' } })
  expect(good.steps).toContainEqual(
    expect.objectContaining({ step: 'username', outcome: 'passed', field: 'jwt[0].claimMappings.username.expression' }),
  )
  expect((await attempt(await mint({}, { forgery: 'changed-claims' }))).error).toMatch(/failed to verify signature/)
  const unverified = await attempt(await mint({ email_verified: false }))
  expect(unverified.error).toMatch(/the address must be verified/)
  expect(unverified.steps).toContainEqual(
    expect.objectContaining({ outcome: 'failed', field: 'jwt[0].claimValidationRules[0].expression' }),
  )
  expect((await attempt(await mint({ email: 'system:admin' }))).error).toMatch(/reserved/)
  expect(await attempt('no token', null)).toMatchObject({ user: null, header: null })
  const invalid = await call('POST', '/debug/trials/token', { text: 'kind: No', token: 'x' })
  expect(invalid.status).toBe(422)
})

const action = (groups: readonly string[], namespace: string, verb = 'list') => ({
  user: { name: 'ada', groups: [...groups, 'system:authenticated'] },
  isResource: true,
  verb,
  version: 'v1',
  resource: 'pods',
  namespace,
})

test('[LD5] a request is tried on a draft, authorizer by authorizer', async () => {
  const attempt = async (asked: object, text: string | null = authorization) =>
    (await call('POST', '/debug/trials/decision', { text, action: asked })).body
  const allowed = await attempt(action(['shop-admins'], 'shop'))
  expect(allowed).toMatchObject({ decision: 'allowed', code: 200 })
  expect(allowed.steps.map(({ name, decision }: { name: string; decision: string }) => `${name} ${decision}`)).toEqual([
    'system:masters no-opinion',
    'shop allowed',
    'rbac not asked',
  ])
  expect(await attempt(action([], 'shop'))).toMatchObject({
    decision: 'no-opinion',
    code: 403,
    message: 'pods is forbidden: User "ada" cannot list resource "pods" in API group "" in the namespace "shop"',
  })
  expect((await call('GET', '/debug/config')).body.configs[1].text).toBeNull()
})

test('[LD6] a draft is tried on recent requests, and lists those it would newly deny', async () => {
  const asBob = { 'x-orchard-acting-as': 'bob' }
  await call('GET', '/api/v1/namespaces/shop/pods', undefined, asBob)
  await call('GET', '/api/v1/namespaces/shop/configmaps/x', undefined, asBob)
  const { body } = await call('POST', '/debug/trials/replay', { text: authorization })
  expect(body.newlyRefused).toBe(1)
  expect(body.requests.filter(({ user }: { user: string }) => user === 'bob')).toMatchObject([
    { verb: 'list', what: 'pods', namespace: 'shop', before: 'allowed', after: 'refused' },
    { verb: 'get', what: 'configmaps', name: 'x', before: 'allowed', after: 'allowed' },
  ])
})

test('[LD7] who-can: each user against each action', async () => {
  const { user: _user, ...list } = action([], 'shop')
  const { body } = await call('POST', '/debug/trials/who-can', {
    text: authorization,
    users: [{ name: 'ada', groups: ['shop-admins'] }, { name: 'bob' }],
    actions: [list, { ...list, verb: 'get' }],
  })
  expect(body.rows.map(({ cells }: { cells: { allowed: boolean }[] }) => cells.map(({ allowed }) => allowed))).toEqual([
    [true, true],
    [false, true],
  ])
})

test('[LD5] a destination shows its egress route and the proxy exchange, a request whether it is sampled', async () => {
  const route = { text: egress, name: 'controlplane', destination: 'authz.example.test:443' }
  expect((await call('POST', '/debug/trials/route', route)).body).toMatchObject({
    route: 'GRPC through /run/orch/tunnel.sock',
    error: '',
    talk: [{ from: 'server', text: expect.stringMatching(/^DIAL_REQ/) as string }, { from: 'proxy' }],
  })
  const sampling = await call('POST', '/debug/trials/sampling', { text: tracing, traceparent: '' })
  expect(sampling.body).toMatchObject({ sampled: true, endpoint: 'localhost:4317' })
})

test('[LD2] egress and tracing files apply: webhooks use the proxy, spans reach the collector', async () => {
  await put('EgressSelectorConfiguration', egress)
  await put('TracingConfiguration', tracing)
  await put('AuthorizationConfiguration', authorization)
  await call('GET', '/api/v1/namespaces/shop/pods', undefined, { 'x-orchard-acting-as': 'bob' })
  clock.advance(5000)
  await expect
    .poll(() => world.state().collector.spans.map(({ name }) => name))
    .toContain('GET /api/v1/namespaces/{:namespace}/pods')
  expect(world.state().proxies.find(({ name }) => name === 'tunnel')?.tunnels).toBeGreaterThan(0)
})

test('[LD8] active files persist across restarts', async () => {
  const kept = new Map<ConfigKindName, string>()
  const store: ConfigStore = {
    load: async () => Object.fromEntries(kept),
    async save(kind, text) {
      if (text === null) kept.delete(kind)
      else kept.set(kind, text)
    },
  }
  await start(store)
  await put('AuthorizationConfiguration', authorization)
  await start(store)
  expect((await call('GET', '/debug/config')).body.configs[1].text).toBe(authorization)
  await call('DELETE', '/debug/config/AuthorizationConfiguration')
  await start(store)
  expect((await call('GET', '/debug/config')).body.configs[1].text).toBeNull()
})
