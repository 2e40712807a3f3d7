import { decodeProtectedHeader, jwtVerify, createLocalJWKSet, type JSONWebKeySet } from 'jose'
import { expect, test } from 'vitest'
import type { WorldState } from '#facts/world-api.ts'
import { createSimulatedClock } from '#server/debug/simulated-clock.ts'
import { encodeExport } from '#tracing/otlp-encode.ts'
import { freshWorld } from './fresh-world.ts'
import { openWorld, type World } from './world.ts'
import type { WorldStore } from './world-context.ts'

const clock = createSimulatedClock()
// Creating keys is slow: each test starts from a copy of one world.
const first = await freshWorld(clock.now())
const worldOf = () => openWorld(clock, { load: async () => structuredClone(first), save: async () => undefined })

async function call(world: World, method: string, path: string, body?: unknown) {
  const init = body === undefined ? { method } : { method, body: JSON.stringify(body) }
  const response = await world.control(new Request(`http://x${path}`, init), path)
  return { status: response?.status, body: await response?.json() }
}

const keysOf = async (world: World): Promise<JSONWebKeySet> =>
  (await world.fetch(new Request('https://login.example.test/keys'))).json()

test('[WO1] [WO2] an issuer publishes the keys of the tokens that it signs, and forged tokens do not verify', async () => {
  const world = await worldOf()
  const document = await (
    await world.fetch(new Request('https://login.example.test/.well-known/openid-configuration'))
  ).json()
  expect(document).toMatchObject({ issuer: 'https://login.example.test', jwks_uri: 'https://login.example.test/keys' })
  const tokens = '/debug/world/issuers/login/tokens'
  const keys = createLocalJWKSet(await keysOf(world))

  const { body } = await call(world, 'POST', tokens, { claims: { sub: 'ada' } })
  expect((await jwtVerify(body.token, keys)).payload).toMatchObject({ iss: 'https://login.example.test', sub: 'ada' })
  for (const forgery of ['changed-claims', 'foreign-key', 'unsigned']) {
    const forged = await call(world, 'POST', tokens, { claims: { sub: 'ada' }, forgery })
    await expect(jwtVerify(forged.body.token, keys), forgery).rejects.toThrow()
  }
  expect((await call(world, 'POST', tokens, { claims: 'x' })).status).toBe(400)
})

test('[WO2] new tokens are signed with a rotated key; a withdrawn key is no longer published', async () => {
  const world = await worldOf()
  const before = (await keysOf(world)).keys.map(({ kid }) => kid)
  await call(world, 'POST', '/debug/world/issuers/login/keys', { alg: 'ES384' })
  const { body } = await call(world, 'POST', '/debug/world/issuers/login/tokens', { claims: {} })
  expect(decodeProtectedHeader(body.token).alg).toBe('ES384')
  await call(world, 'DELETE', `/debug/world/issuers/login/keys/${before[0]}`)
  const after = (await keysOf(world)).keys
  expect(after.map(({ kid }) => kid)).not.toContain(before[0])
  expect(after.every((key) => key['d'] === undefined)).toBe(true)
})

test('[WO3] an authorizer answers by the first matching row, in the version of the request', async () => {
  const world = await worldOf()
  const ask = async (version: string, spec: object) =>
    (
      await world.fetch(
        new Request('https://authz.example.test/authorize?timeout=3s', {
          method: 'POST',
          body: JSON.stringify({ kind: 'SubjectAccessReview', apiVersion: `authorization.orch.io/${version}`, spec }),
        }),
      )
    ).json()
  expect(
    await ask('v1', { user: 'a', groups: ['shop-admins'], resourceAttributes: { namespace: 'shop' } }),
  ).toMatchObject({
    apiVersion: 'authorization.orch.io/v1',
    status: { allowed: true, reason: 'shop admins run the shop' },
  })
  expect(await ask('v1beta1', { user: 'a', group: ['x'], resourceAttributes: { resource: 'secrets' } })).toMatchObject({
    status: { allowed: false, denied: true },
  })
  expect(await ask('v1', { user: 'a', nonResourceAttributes: { path: '/x', verb: 'post' } })).toMatchObject({
    status: { allowed: false },
  })
})

test('[WO4] an admission webhook denies, warns and patches by its rules', async () => {
  const world = await worldOf()
  const rules = [
    { field: 'metadata.labels.team', is: 'absent', action: 'deny', message: 'name your team' },
    { resource: 'pods', action: 'warn', message: 'careful' },
    {
      resource: 'pods',
      action: 'patch',
      message: '',
      patch: [{ op: 'add', path: '/metadata/labels/seen', value: 'yes' }],
    },
  ]
  expect((await call(world, 'PUT', '/debug/world/admission/policy', { rules })).status).toBe(200)
  const admit = async (object: object) => {
    const request = { uid: 'u', operation: 'CREATE', resource: { resource: 'pods' }, object }
    const body = JSON.stringify({ kind: 'AdmissionReview', apiVersion: 'admission.orch.io/v1', request })
    const response = await world.fetch(new Request('https://policy.example.test/admit', { method: 'POST', body }))
    return (await response.json()).response
  }
  expect(await admit({})).toMatchObject({ uid: 'u', allowed: false, status: { message: 'name your team' } })
  const passed = await admit({ metadata: { labels: { team: 'a' } } })
  expect(passed).toMatchObject({ allowed: true, warnings: ['careful'], patchType: 'JSONPatch' })
  expect(JSON.parse(atob(passed.patch))).toHaveLength(1)
  expect(
    (await call(world, 'PUT', '/debug/world/admission/policy', { rules: [{ action: 'shout' }] })).body.message,
  ).toMatch(/one of/)
})

test('[WO5] each fault has its effect', async () => {
  const world = await worldOf()
  const get = () => world.fetch(new Request('https://login.example.test/keys'))
  const set = (faults: object) => call(world, 'PUT', '/debug/world/faults/login', faults)
  await set({ isDown: true })
  await expect(get()).rejects.toThrow(/refused/)
  await set({ isExpired: true })
  await expect(get()).rejects.toThrow(/expired/)
  await set({ isFailing: true })
  expect((await get()).status).toBe(500)
  await set({ isMalformed: true })
  await expect((await get()).json()).rejects.toThrow()
  await set({})
  expect((await get()).status).toBe(200)
  await expect(world.fetch(new Request('https://nobody.test/'))).rejects.toThrow(/no such host/)
})

test('[EG3] [EG4] calls pass through the proxies of their route, and fail if none listens', async () => {
  const world = await worldOf()
  const through = async (path: string, type: 'grpc' | 'http-connect') => {
    const talk: string[] = []
    const route = { type, transport: { type: 'uds', path } } as const
    const request = new Request('https://authz.example.test/authorize', { method: 'POST', body: '{"spec":{}}' })
    await world.fetch(request, { dial: { route, tell: (heard) => talk.push(...heard.map(({ text }) => text)) } })
    return talk
  }
  expect((await through('/run/orch/tunnel.sock', 'grpc'))[1]).toMatch(/^DIAL_RSP/)
  expect((await through('/run/orch/proxy.sock', 'http-connect'))[1]).toMatch(/^HTTP\/1.1 200/)
  await expect(through('/run/none.sock', 'grpc')).rejects.toThrow(/refused/)
  await call(world, 'PUT', '/debug/world/faults/hatch', { isFailing: true })
  await expect(through('/run/orch/proxy.sock', 'http-connect')).rejects.toThrow(/proxy answered/)
})

test('[WO6] the collector decodes exports, and accepts nothing while it is down', async () => {
  const world = await worldOf()
  const span = {
    traceId: 'a'.repeat(32),
    spanId: 'b'.repeat(16),
    parentSpanId: '',
    name: 'x',
    kind: 'server',
    startMs: 1,
    endMs: 2,
    attributes: {},
    error: '',
  } as const
  const bytes = encodeExport({ resource: {}, scope: 's', spans: [span] })
  await world.sendSpans('dns:///localhost:4317', bytes)
  expect(world.state().collector.spans).toMatchObject([{ name: 'x' }])
  await expect(world.sendSpans('elsewhere:4317', bytes)).rejects.toThrow(/refused/)
  await call(world, 'PUT', '/debug/world/faults/collector', { isDown: true })
  await expect(world.sendSpans('localhost:4317', bytes)).rejects.toThrow(/refused/)
})

test('[WO7] [WO8] the world survives a reload unchanged, keys included', async () => {
  let kept: unknown = null
  const store: WorldStore = {
    load: async () => structuredClone(kept),
    save: async (record) => {
      kept = structuredClone(record)
    },
  }
  const left = await openWorld(clock, store)
  await call(left, 'PUT', '/debug/world/files', { path: '/etc/orch/ca.pem', text: 'PEM' })
  await call(left, 'PUT', '/debug/world/faults/login', { latencyMs: 5 })
  const second = await openWorld(clock, store)

  const { body }: { body?: WorldState } = await call(second, 'GET', '/debug/world')
  expect(body?.files['/etc/orch/ca.pem']).toBe('PEM')
  expect(body?.faults['login']?.latencyMs).toBe(5)
  expect(await keysOf(second)).toEqual(await keysOf(left))
  expect((await call(second, 'PUT', '/debug/world/files', { path: '__proto__', text: 'x' })).status).toBe(400)
  expect((await call(second, 'POST', '/debug/world/nothing')).status).toBe(404)
  expect(await second.control(new Request('http://x/'), '/debug/log')).toBeNull()
})
