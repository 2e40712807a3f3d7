import { expect, test } from 'vitest'
import { type AccessEvent, type AccessObserver, noObserver } from '#server/auth/access-observer.ts'
import { type Attributes, inTurn } from '#server/auth/authorizer.ts'
import type { OutboundFetch } from '#api/outbound-fetch.ts'
import { frozenClock } from '#testing/frozen-clock.ts'
import { passTimeOn } from '#testing/pass-time.ts'
import { webhookConfig } from '#testing/webhook-config.ts'
import { authenticatedUser } from '#server/auth/user-info.ts'
import { webhookAuthorizer } from './webhook-authorizer.ts'
import type { WebhookConfig } from './webhook-config.ts'

const config = webhookConfig({
  headers: { authorization: 'Bearer of-the-server' },
  authorizedTtlMs: 60_000,
  unauthorizedTtlMs: 10_000,
})

const attributes: Attributes = {
  user: { ...authenticatedUser({ name: 'jane', groups: ['dev'] }), extra: { b: ['2'], a: ['1'] } },
  verb: 'list',
  isResource: true,
  group: 'apps',
  version: 'v1',
  resource: 'deployments',
  subresource: '',
  namespace: 'ns',
  name: '',
  path: '/apis/apps/v1/namespaces/ns/deployments',
}

const review = (status: object): Response =>
  Response.json({ apiVersion: 'authorization.orch.io/v1', kind: 'SubjectAccessReview', status })

function start(
  answers: (call: number) => Response | Promise<Response>,
  more: Partial<WebhookConfig> = {},
  observer: AccessObserver = noObserver,
) {
  const clock = frozenClock()
  const requests: Request[] = []
  const fetch: OutboundFetch = async (request) => {
    requests.push(request.clone())
    return answers(requests.length)
  }
  const authorizer = webhookAuthorizer({
    outbound: { clock, fetch, observer },
    config: { ...config, ...more },
    chance: () => 0,
  })
  return {
    clock,
    requests,
    authorize: (more: Partial<Attributes> = {}) => authorizer.authorize({ ...attributes, ...more }),
  }
}

test("[AZ3] the review on the wire equals the reference's, with the credentials of the connection", async () => {
  const { requests, authorize } = start(() => review({ allowed: true, reason: 'friends' }))

  expect(await authorize()).toMatchObject({ type: 'allowed', why: 'friends' })
  const [request] = requests
  expect(request?.url).toBe('https://hook.test/authorize?timeout=5s')
  expect(request?.headers.get('authorization')).toBe('Bearer of-the-server')
  expect(await request?.text()).toBe(
    '{"kind":"SubjectAccessReview","apiVersion":"authorization.orch.io/v1","metadata":{"creationTimestamp":null},' +
      '"spec":{"resourceAttributes":{"namespace":"ns","verb":"list","group":"apps","version":"v1","resource":"deployments"},' +
      '"user":"jane","groups":["dev","system:authenticated"],"extra":{"a":["1"],"b":["2"]}},"status":{"allowed":false}}',
  )
})

test('[AZ5] a failing webhook is called five times with growing pauses, a denial is not retried', async () => {
  const broken = start(() => new Response('oops', { status: 500 }))
  const decision = await passTimeOn(broken.clock, broken.authorize(), 1000)
  expect(broken.requests.length).toBe(5)
  expect(decision).toMatchObject({
    type: 'no-opinion',
    error: 'an error on the server ("oops") has prevented the request from succeeding',
  })

  const forbidden = start(() => new Response('', { status: 403 }))
  expect((await passTimeOn(forbidden.clock, forbidden.authorize(), 1000)).error).toMatch(/status code 403/)
  expect(forbidden.requests.length).toBe(1)

  const healed = start((call) => (call < 3 ? new Response('', { status: 504 }) : review({ allowed: true })))
  expect((await passTimeOn(healed.clock, healed.authorize(), 1000)).type).toBe('allowed')
  expect(healed.requests.length).toBe(3)
})

test('[AZ4] an unreadable answer is no verdict: the error is reported, and the failure policy decides', async () => {
  const bodies = ['', 'no json', '[]', '{"kind":"TokenReview","apiVersion":"authorization.orch.io/v1"}']
  bodies.push('{"status":{"allowed":"true"}}', '{"status":7}')
  for (const body of bodies) {
    const { clock, requests, authorize } = start(() => new Response(body), { failurePolicy: 'Deny' })
    const decision = await passTimeOn(clock, authorize(), 1000)
    expect([decision.type, requests.length, decision.error === undefined]).toEqual(['denied', 1, false])
  }
})

test('[AZ4] an endless answer and a missing answer end in bounded time', async () => {
  const endless = start(
    () => new Response(new ReadableStream({ pull: (stream) => stream.enqueue(new Uint8Array(65_536).fill(32)) })),
  )
  expect((await passTimeOn(endless.clock, endless.authorize(), 1000)).error).toMatch(/longer than 1048576 bytes/)

  const silent = start(() => new Promise<Response>(() => undefined))
  expect((await passTimeOn(silent.clock, silent.authorize(), 1000)).error).toMatch(/no answer within 5s/)
})

test('[AZ6] verdicts are cached for the time of their kind, keyed by the whole spec', async () => {
  const { clock, requests, authorize } = start((call) => review({ allowed: call === 1 }))

  expect((await authorize()).type).toBe('allowed')
  expect((await authorize()).type).toBe('allowed')
  expect(requests.length).toBe(1)
  expect((await authorize({ namespace: 'other' })).type).toBe('no-opinion')
  clock.advance(10_000)
  expect((await authorize({ namespace: 'other' })).type).toBe('no-opinion')
  expect(requests.length).toBe(3)
  clock.advance(50_000)
  expect((await authorize()).type).toBe('no-opinion')
  expect(requests.length).toBe(4)
})

test('[AZ6] a verdict on attributes that are too long is not cached', async () => {
  const { requests, authorize } = start(() => review({ allowed: true }))
  const name = 'x'.repeat(10_000)
  await authorize({ name })
  await authorize({ name })
  expect(requests.length).toBe(2)
})

test('[AZ2] a false condition skips the webhook even if an earlier one failed; errors alone follow the failure policy', async () => {
  const error = { text: 'request.x', evaluate: () => ({ error: 'no such key: x' }) }
  const yes = { text: 'true', evaluate: () => ({ value: true }) }
  const no = { text: 'false', evaluate: () => ({ value: false }) }
  const of = (matchConditions: WebhookConfig['matchConditions'], failurePolicy: 'Deny' | 'NoOpinion') =>
    start(() => review({ allowed: true }), { matchConditions, failurePolicy })

  const skipped = of([error, yes, no], 'Deny')
  expect(await skipped.authorize()).toMatchObject({ type: 'no-opinion' })
  const failing = of([yes, error], 'Deny')
  expect(await failing.authorize()).toMatchObject({
    type: 'denied',
    error: "cel evaluation error: expression 'request.x' resulted in error: no such key: x",
  })
  expect([...skipped.requests, ...failing.requests]).toEqual([])
  expect((await of([yes], 'Deny').authorize()).type).toBe('allowed')
})

test('[AZ1] a verdict that is both allowed and denied is denied, with an error', async () => {
  const { authorize } = start(() => review({ allowed: true, denied: true }))
  expect(await authorize()).toMatchObject({
    type: 'denied',
    error: 'webhook subject access review returned both allow and deny response',
  })
})

test('[AZ7] [AZ8] authorizers are called in turn; errors are reported if none allows', async () => {
  const { authorize, requests } = start(() => new Response('', { status: 404 }))
  const hook = { authorize: () => authorize() }
  const no = { authorize: async () => ({ type: 'no-opinion' as const, why: 'RBAC: no rule' }) }
  const yes = { authorize: async () => ({ type: 'allowed' as const, why: 'yes' }) }

  expect(await inTurn([hook, no]).authorize(attributes)).toMatchObject({
    type: 'no-opinion',
    why: 'RBAC: no rule',
    error: 'the server responded with the status code 404 but did not return more information',
  })
  expect(await inTurn([yes, hook]).authorize(attributes)).toMatchObject({ type: 'allowed' })
  expect(requests.length).toBe(1)
})

test('[AM2] each attempt, the match conditions and one fail-open are reported to the observer', async () => {
  const heard: unknown[] = []
  const observer = { observe: (event: AccessEvent) => heard.push({ ...event, seconds: 0 }), monotonicMs: () => 0 }
  const condition = { text: 'a', evaluate: () => ({ value: true }) }
  const { clock, authorize } = start(
    (call) => (call < 3 ? new Response('', { status: 504 }) : new Response('', { status: 400 })),
    { matchConditions: [condition] },
    observer,
  )
  await passTimeOn(clock, authorize(), 1000)
  const failed = { type: 'webhook-try', name: 'hook', seconds: 0 }
  expect(heard).toEqual([
    { type: 'conditions', name: 'hook', seconds: 0, hasErrors: false, isExcluded: false },
    { ...failed, result: 'timeout' },
    { ...failed, result: 'timeout' },
    { ...failed, result: 'error' },
    { type: 'webhook-fail-open', name: 'hook', result: 'error', seconds: 0 },
  ])
})

test('[AZ2] the errors of all failing conditions are reported', async () => {
  const fails = (text: string) => ({ text, evaluate: () => ({ error: 'no such key: x' }) })
  const { authorize } = start(() => review({ allowed: true }), { matchConditions: [fails('a'), fails('b')] })
  expect((await authorize()).error).toBe(
    "[cel evaluation error: expression 'a' resulted in error: no such key: x, cel evaluation error: expression 'b' resulted in error: no such key: x]",
  )
})
