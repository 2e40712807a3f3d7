import { expect, test } from 'vitest'
import type { JsonObject } from '#api/json.ts'
import type { Expression, JwtConfig } from './jwt-config.ts'
import { jwtAuthenticator } from './jwt-authenticator.ts'
import { frozenClock } from '#testing/frozen-clock.ts'
import { jwtConfig } from '#testing/jwt-config.ts'
import { testIssuer } from '#testing/test-issuer.ts'
import type { TraceStep } from './trace.ts'

const expression = (text: string, evaluate: (variable: JsonObject) => unknown): Expression => ({
  text,
  evaluate(variable) {
    try {
      return { value: evaluate(variable) }
    } catch (error) {
      return { error: error instanceof Error ? error.message : '' }
    }
  },
})

async function start(more: Partial<JwtConfig> = {}) {
  const issuer = await testIssuer()
  const clock = frozenClock()
  const outbound = { clock, fetch: issuer.fetch }
  const authenticator = jwtAuthenticator({ outbound, config: jwtConfig(issuer.url, more) })
  await authenticator.ready
  return { issuer, clock, authenticator }
}

test('[EG2] an issuer is reached on the egress route that it names', async () => {
  for (const egress of ['cluster', 'controlplane', undefined]) {
    const issuer = await testIssuer()
    const routes: unknown[] = []
    const authenticator = jwtAuthenticator({
      outbound: {
        clock: frozenClock(),
        fetch(request, options) {
          routes.push(options?.egress)
          return issuer.fetch(request)
        },
      },
      config: jwtConfig(issuer.url, {
        issuer: { ...jwtConfig(issuer.url).issuer, ...(egress !== undefined && { egressSelectorType: egress }) },
      }),
    })
    await authenticator.ready
    await authenticator.authenticate(await issuer.token({}))
    expect(new Set(routes)).toEqual(new Set([egress]))
  }
})

test('[JW1] a token of another issuer, or no token, is passed on without a request', async () => {
  const { issuer, authenticator } = await start()
  const calls = issuer.requested.length
  const foreign = await (await testIssuer('https://else.test')).token({})

  for (const token of [foreign, 'static', 'a.b', 'a.b.c', '..', `${'x'.repeat(20_000)}.e30.x`])
    expect(await authenticator.authenticate(token)).toEqual({ type: 'not-mine' })
  expect(issuer.requested.length).toBe(calls)
})

test('[JW8] a valid token authenticates its user', async () => {
  const { issuer, authenticator } = await start()

  expect(await authenticator.authenticate(await issuer.token({ groups: ['dev'], jti: 'one' }))).toEqual({
    type: 'user',
    user: {
      name: 'x:jane',
      uid: '',
      groups: ['g:dev'],
      extra: { 'authentication.orch.io/credential-id': ['JTI=one'] },
    },
  })
})

test('[JW8] expiry follows the injected clock: a token is expired from the first fraction after its second', async () => {
  const { issuer, clock, authenticator } = await start()
  const token = await issuer.token({ exp: 1_700_003_600 })

  expect((await authenticator.authenticate(token)).type).toBe('user')
  clock.advance(3_600_000)
  expect((await authenticator.authenticate(token)).type).toBe('user')
  clock.advance(1)
  expect(await authenticator.authenticate(token)).toEqual({
    type: 'error',
    error: 'oidc: verify token: oidc: token is expired (Token Expiry: 2023-11-14 23:13:20 +0000 UTC)',
  })
})

test('[JW6] a new key is found by its id, with one request for concurrent callers', async () => {
  const { issuer, authenticator } = await start()
  await authenticator.authenticate(await issuer.token({}))
  await issuer.rotate('key-2')
  const token = await issuer.token({})
  const before = issuer.requested.length

  const answers = await Promise.all([1, 2, 3].map(() => authenticator.authenticate(token)))

  expect(answers.map(({ type }) => type)).toEqual(['user', 'user', 'user'])
  expect(issuer.requested.length).toBe(before + 1)
})

test('[JW7] unknown key ids cause a few requests, then none for a while', async () => {
  const { issuer, clock, authenticator } = await start()
  await authenticator.authenticate(await issuer.token({}))
  const before = issuer.requested.length

  for (let n = 0; n < 20; n++) await authenticator.authenticate(await issuer.token({}, { kid: `made-up-${n}` }))
  expect(issuer.requested.length - before).toBe(5)
  clock.advance(10_000)
  await authenticator.authenticate(await issuer.token({}, { kid: 'made-up' }))
  expect(issuer.requested.length - before).toBe(6)
})

test('[JW7] keys are not refetched while their answer is fresh; a withdrawn key stops working after five minutes', async () => {
  const { issuer, clock, authenticator } = await start()
  issuer.headers.set('cache-control', 'max-age=3600')
  const token = await issuer.token({})
  await authenticator.authenticate(token)
  await issuer.rotate('key-2')

  expect((await authenticator.authenticate(await issuer.token({}))).type).toBe('error')
  expect((await authenticator.authenticate(token)).type).toBe('user')
  clock.advance(5 * 60_000 + 1)
  expect((await authenticator.authenticate(token)).type).toBe('error')
})

test('[JW4] an unreachable issuer is retried every ten seconds, and its tokens are refused until it answers', async () => {
  const issuer = await testIssuer()
  const clock = frozenClock()
  const discovery = `${issuer.url}/.well-known/openid-configuration`
  issuer.overrides.set(discovery, () =>
    Response.json({ issuer: 'https://other.test', jwks_uri: 'https://other.test/k' }),
  )
  const authenticator = jwtAuthenticator({ outbound: { clock, fetch: issuer.fetch }, config: jwtConfig(issuer.url) })
  await authenticator.ready

  expect(await authenticator.authenticate(await issuer.token({}))).toMatchObject({
    type: 'error',
    error: expect.stringContaining('authenticator not initialized') as string,
  })
  issuer.overrides.clear()
  clock.advance(10_000)
  await expect.poll(async () => (await authenticator.authenticate(await issuer.token({}))).type).toBe('user')
  authenticator.stop()
})

test('[JW4] reading an endless or delayed discovery document stops at a bounded time and size', async () => {
  const issuer = await testIssuer()
  const clock = frozenClock()
  const discovery = `${issuer.url}/.well-known/openid-configuration`
  let sent = 0
  const endless = (): Response =>
    new Response(
      new ReadableStream({
        pull(controller) {
          sent += 65_536
          controller.enqueue(new Uint8Array(65_536).fill(32))
        },
      }),
    )
  issuer.overrides.set(discovery, endless)
  const huge = jwtAuthenticator({ outbound: { clock, fetch: issuer.fetch }, config: jwtConfig(issuer.url) })
  await huge.ready
  expect(huge.discovery().error()).toMatch(/longer than 1048576 bytes/)
  expect(sent).toBeLessThan(2_000_000)

  issuer.overrides.set(discovery, () => new Promise<Response>(() => undefined))
  const silent = jwtAuthenticator({ outbound: { clock, fetch: issuer.fetch }, config: jwtConfig(issuer.url) })
  await Promise.resolve()
  clock.advance(30_000)
  await silent.ready
  expect(silent.discovery().error()).toMatch(/no answer within 30s/)
  huge.stop()
  silent.stop()
})

test('[JW10] claim mappings are evaluated before rules, and a failing mapping hides the rules', async () => {
  const never = { expression: expression('false', () => false), message: 'never' }
  const { issuer, authenticator } = await start({
    uid: { type: 'claim', claim: 'uid', prefix: '' },
    claimRules: [never],
  })

  expect(await authenticator.authenticate(await issuer.token({}))).toMatchObject({
    error: 'oidc: parse uid claim "uid": claim not present',
  })
  expect(await authenticator.authenticate(await issuer.token({ uid: 'u' }))).toMatchObject({
    error: "oidc: error evaluating claim validation expression: validation expression 'false' failed: never",
  })
})

test('[JW15] an error in any rule takes precedence over a rule that is false', async () => {
  const rule = (text: string, evaluate: () => unknown) => ({ expression: expression(text, evaluate), message: 'said' })
  const broken = rule('boom', () => {
    throw new Error('no such key: a')
  })
  const { issuer, authenticator } = await start({ userRules: [rule('false', () => false), broken] })
  const steps: TraceStep[] = []

  expect(await authenticator.authenticate(await issuer.token({}), (step) => steps.push(step))).toEqual({
    type: 'error',
    error: "oidc: error evaluating user info validation rule: expression 'boom' resulted in error: no such key: a",
  })
  expect(steps.map(({ step, outcome }) => `${step} ${outcome}`)).toEqual([
    'issuer passed',
    'format passed',
    'claims passed',
    'algorithm passed',
    'signature passed',
    'username passed',
    'groups passed',
    'user rule failed',
    'user rule failed',
  ])
})

test('[JW5] a key set of ten thousand keys is refused with a reason; a bad key among good ones is skipped', async () => {
  const { issuer, authenticator } = await start()
  const good = await (await issuer.fetch(new Request(`${issuer.url}/keys`))).json()
  issuer.overrides.set(`${issuer.url}/keys`, () => Response.json({ keys: Array.from({ length: 10_000 }, () => ({})) }))
  expect(await authenticator.authenticate(await issuer.token({}))).toMatchObject({
    error: expect.stringContaining('the key set has 10000 keys, at most 1000 are read') as string,
  })

  issuer.overrides.set(`${issuer.url}/keys`, () =>
    Response.json({ keys: [null, { kty: 'oct', k: 'AA' }, ...good.keys] }),
  )
  expect((await authenticator.authenticate(await issuer.token({}))).type).toBe('user')
})
