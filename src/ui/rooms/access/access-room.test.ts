import { afterEach, expect, test, vi } from 'vitest'
import type { DecisionTrial, GrantTrial, TokenTrial, WhoCanCell } from '#facts/config-api.ts'
import type { WorldSpan } from '#facts/world-api.ts'
import { actingAs } from '#ui/model/api.ts'
import type { FinishedRequest } from '#facts/fact.ts'
import { finishedRequest } from '#testing/finished-request.ts'
import { sampleFiles, starterAuthorization } from '#samples/config-files.ts'
import type { WatchableResource } from '#ui/model/discovery.ts'
import { askedText, readAsked } from './state/access-address.ts'
import { type AccessRequest, initialAccessRequest, requestLine, toAction } from './state/access-request.ts'
import { listAuthorizers } from './identities/authorizers.ts'
import { stepWords } from './decision/step-words.ts'
import { readAuthorizationDraft } from './state/config-draft.ts'
import { yamlLines } from './decision/yaml-lines.ts'
import { mostFrequent } from './who-can/most-frequent.ts'
import { cellReason, cellSign, moveInGrid, signWords } from './who-can/cell-words.ts'
import { readClaims, toMintRequest } from './identities/mint-request.ts'
import {
  actorOf,
  cannotAct,
  endedCount,
  groupWords,
  lifeWords,
  listIdentities,
  sourceWords,
} from './state/identities.ts'
import { nearestChange } from '#ui/lab/nearest-change.ts'
import { movedRow, toRows, toRules } from './state/rule-rows.ts'
import { noObjects } from '#ui/model/objects-state.ts'
import { rolesIdOf } from './state/roles-of.ts'
import { startAuthentication, startConfig, startRoles } from './state/start-configs.ts'
import { checkConfig } from '#config/check-config.ts'
import { virtualFiles } from '#config/rules/files.ts'
import { toTraces } from './state/waterfall.ts'

const books: WatchableResource = {
  id: 'catalog.example.v1.books',
  group: 'catalog.example',
  version: 'v1',
  resource: 'books',
  kind: 'Book',
  namespaced: true,
  verbs: ['get', 'list', 'delete'],
  shortNames: [],
}
const mira = { name: 'mira', uid: '', groups: ['shop:stock', 'system:authenticated'], extra: {} }
const accessRequest: AccessRequest = { ...initialAccessRequest, resourceId: books.id, name: 'emma', namespace: 'shop' }

const trialOf = (more: Partial<TokenTrial>): TokenTrial => ({
  steps: [],
  user: mira,
  error: '',
  header: {},
  claims: { sub: 'm', exp: 4000 },
  ...more,
})

test('[AR5] every identity is listed once, with its source, groups and the lifetime of its token', () => {
  const refused = trialOf({ user: null, error: 'oidc: bad signature' })
  const found = listIdentities({
    people: [{ name: 'alice', groups: ['owners', 'system:authenticated'] }],
    seen: ['alice', 'mira', 'zoe', 'system:apiserver'],
    accounts: [{ namespace: 'shop', name: 'web' }],
    tokens: [
      { id: '1', token: 'x.y.z', issuer: 'login', trial: trialOf({}) },
      { id: '2', token: 'u.v.w', issuer: 'login', trial: refused },
    ],
  })
  const lines = found.map((each) => `${each.user.name}: ${sourceWords(each, 0)}; ${groupWords(each)}`)
  expect(lines).toEqual([
    'alice: session; owners',
    'mira: JWT, 66 min; shop:stock',
    'm: JWT, refused; oidc: bad signature',
    'zoe: seen; groups unknown',
    'system:serviceaccount:shop:web: service; shop',
    'system:anonymous: no token; system:unauthenticated',
  ])
  const [alice, token, bad] = found
  expect(alice && actorOf(alice)).toEqual({ name: 'alice', groups: ['owners', 'system:authenticated'] })
  expect(token && actorOf(token)).toMatchObject({ name: 'mira', token: 'x.y.z' })
  expect(found.map((each) => cannotAct(each, 5_000_000) === '')).toEqual([true, false, false, true, true, false])
  expect(bad && cannotAct(bad, 0)).toMatch(/does not accept this token/)
  const made = { id: '1', token: 'x.y.z', issuer: 'login', trial: trialOf({}) }
  expect([endedCount([made], 3_999_999), endedCount([made], 4_000_000)]).toEqual([0, 1])
  expect([lifeWords(0), lifeWords(1500), lifeWords(8_000_000)]).toEqual(['expired', '2 s', '2 h'])
})

test('[AR6] the form defines a request: its request line and the attributes that are authorized', () => {
  expect(requestLine(accessRequest, books)).toBe('DELETE /apis/catalog.example/v1/namespaces/shop/books/emma')
  expect(toAction(accessRequest, books, mira)).toMatchObject({ verb: 'delete', group: 'catalog.example', name: 'emma' })
  expect(toAction({ ...accessRequest, verb: 'list' }, books, mira)).toMatchObject({ name: '', namespace: 'shop' })
  expect(requestLine({ ...accessRequest, verb: 'watch' }, books)).toMatch(/books\?watch=1$/)
  expect(requestLine({ ...accessRequest, subresource: 'status', verb: 'patch' }, books)).toMatch(
    /^PATCH .*emma\/status$/,
  )
  const path = { ...accessRequest, isResource: false, verb: 'get', path: '/metrics' }
  expect(requestLine(path, undefined)).toBe('GET /metrics')
  expect(toAction(path, undefined, mira)).toMatchObject({ isResource: false, path: '/metrics', resource: '' })
  expect(toAction(accessRequest, undefined, mira)).toBeNull()
})

const grant = (kind: string, name: string, misses: GrantTrial['rules'][number]['misses']): GrantTrial => ({
  binding: { kind: 'RoleBinding', name: `${name}s`, namespace: 'shop' },
  role: { kind, name },
  subject: { kind: 'User', name: 'mira', namespace: '' },
  rules: [{ verbs: ['get'], groups: ['catalog.example'], resources: ['books'], names: [], urls: [], misses }],
  error: '',
})
const decision = (
  grants: readonly GrantTrial[] | null,
  end: DecisionTrial['decision'] = 'no-opinion',
): DecisionTrial => ({
  decision: end,
  code: 403,
  message: '',
  steps: [
    {
      type: 'RBAC',
      name: 'rbac',
      decision: 'no-opinion',
      by: '',
      why: '',
      error: '',
      durationMs: 0,
      conditions: [],
      review: null,
      grants,
    },
  ],
})

test('[AR7] the nearest change is the rule with the fewest mismatches, a namespaced one before a cluster-wide one', () => {
  const action = toAction(accessRequest, books, mira)
  if (action === null) throw new Error('no action')
  const near = nearestChange(
    decision([
      grant('ClusterRole', 'wide', ['verb']),
      grant('Role', 'far', ['verb', 'name']),
      grant('Role', 'stock', ['verb']),
    ]),
    action,
  )
  expect(near).toEqual({
    type: 'rule',
    role: { kind: 'Role', name: 'stock', namespace: 'shop' },
    rule: 0,
    add: [{ miss: 'verb', value: 'delete' }],
  })
  expect(nearestChange(decision([]), action)).toEqual({ type: 'binding', namespace: 'shop' })
  expect(nearestChange(decision([grant('Role', 'x', ['verb', 'resource'])]), action)?.type).toBe('binding')
  expect(nearestChange(decision([]), { ...action, namespace: 'x y' })).toBeNull()
  expect(nearestChange(decision(null), action)).toBeNull()
  expect(nearestChange(decision([], 'denied'), action)).toBeNull()
})

test('[AR8] a cell shows the decision by a sign and a word, and arrow keys stay in the grid', () => {
  const cell: WhoCanCell = {
    allowed: false,
    outcome: 'no-rule',
    why: '',
    type: '',
    authorizer: '',
    names: [],
    isCached: false,
  }
  const signs = [
    cell,
    { ...cell, outcome: 'allowed', type: 'RBAC' } as const,
    { ...cell, outcome: 'allowed', type: 'Webhook', authorizer: 'authz' } as const,
    { ...cell, outcome: 'denied', type: 'Webhook' } as const,
    { ...cell, outcome: 'some-names', names: ['emma'] } as const,
  ].map(cellSign)
  expect(signs).toEqual(['no-rule', 'allowed', 'webhook-allows', 'webhook-denies', 'some-names'])
  expect(new Set(signs.map(signWords)).size).toBe(5)
  expect(cellReason({ ...cell, outcome: 'some-names', names: ['emma', 'dune'] })).toContain('emma, dune')
  expect(cellReason({ ...cell, isCached: true })).toContain('cached')
  const size = { rows: 3, columns: 8 }
  expect(moveInGrid('ArrowUp', { row: 0, column: 2 }, size)).toEqual({ row: 0, column: 2 })
  expect(moveInGrid('End', { row: 1, column: 2 }, size)).toEqual({ row: 1, column: 7 })
  expect(moveInGrid('PageDown', { row: 0, column: 2 }, size)).toEqual({ row: 2, column: 2 })
  expect(moveInGrid('constructor', { row: 0, column: 2 }, size)).toBeNull()
})

const request = (actor: string, verb: string, url: string, status = 200): FinishedRequest =>
  finishedRequest({ actor, verb, url, status })

test('[AR9] the most frequent requests are grouped by user, verb, resource and outcome; the page’s own do not count', () => {
  const at = '/apis/catalog.example/v1/namespaces/shop/books'
  const rows = mostFrequent([
    request('system:orchard-lab', 'list', at),
    request('bob', 'get', '/debug/world'),
    ...[1, 2, 3].map((n) => request('bot', 'patch', `${at}/b${n}`)),
    request('mira', 'delete', `${at}/emma`, 403),
    request('mira', 'get', '/api/v1/namespaces/shop/pods/p/log?follow=1'),
    request('mira', 'get', '/version'),
  ])
  expect(rows.map(({ actor, verb, what, status, count }) => `${status} ${actor} ${verb} ${what} ${count}`)).toEqual([
    '200 bot patch books 3',
    '403 mira delete books 1',
    '200 mira get /version 1',
    '200 mira get pods/log 1',
  ])
  expect(mostFrequent([request('a', 'get', '/api/v1/namespaces/shop')])[0]?.what).toBe('namespaces')
})

const span = (spanId: string, parentSpanId: string, startMs: number, endMs: number): WorldSpan => ({
  traceId: 't',
  spanId,
  parentSpanId,
  name: spanId,
  startMs,
  endMs,
  error: '',
  attributes: {},
})

test('[AR10] spans become a waterfall: children below parents in start order, also with missing parents and cycles', () => {
  const [trace] = toTraces([
    span('c', 'r', 15, 20),
    span('r', 'gone', 10, 30),
    span('b', 'r', 11, 12),
    span('d', 'c', 16, 18),
  ])
  expect(trace?.bars.map((bar) => `${bar.span.name}${bar.depth}`)).toEqual(['r0', 'b1', 'c1', 'd2'])
  expect(trace?.bars[2]).toMatchObject({ start: 0.25, width: 0.25 })
  expect(trace).toMatchObject({ name: 'r', durationMs: 20, hasError: false })
  expect(toTraces([span('a', 'b', 0, 1), span('b', 'a', 0, 1)])[0]?.bars).toHaveLength(2)
  expect(toTraces([{ ...span('x', '', 5, 5) }])[0]?.bars[0]).toMatchObject({ start: 0, width: 1 })
})

test('[AR11] rules are edited as rows of text: empty cells match everything, the order is kept', () => {
  const rows = toRows([
    { verb: 'get', decision: 'allow', reason: 'look' },
    { action: 'patch', message: '', patch: [{ op: 'remove', path: '/x' }] },
  ])
  expect(rows[1]?.['patch']).toBe('[{"op":"remove","path":"/x"}]')
  expect(toRules([{ ...rows[0], user: ' ', group: 'a ' }, ...rows.slice(1)])).toEqual([
    { verb: 'get', decision: 'allow', reason: 'look', group: 'a' },
    { action: 'patch', patch: [{ op: 'remove', path: '/x' }] },
  ])
  expect(() => toRules([{ action: 'patch', patch: '{' }])).toThrow(SyntaxError)
  expect(movedRow(rows, 1, 0).map((row) => row['verb'] ?? 'none')).toEqual(['none', 'get'])
  expect(movedRow(rows, 0, 2)).toBe(rows)
})

test('[AR12] a token is minted from edited claims: valid, forged or expired', () => {
  const claims = readClaims('{"sub": "a"}')
  expect(() => readClaims('[]')).toThrow(/JSON object/)
  const base = { claims, kid: '', nowMs: 7_200_000_000 }
  expect(toMintRequest({ ...base, forgery: 'none' })).toEqual({ claims })
  expect(toMintRequest({ ...base, forgery: 'unsigned', kid: 'k' })).toEqual({ claims, kid: 'k', forgery: 'unsigned' })
  expect(toMintRequest({ ...base, forgery: 'expired' }).claims).toEqual({ sub: 'a', iat: 7_192_800, exp: 7_196_400 })
})

test('[AR14] the starter file has an authenticator for every issuer of the simulated world', () => {
  const issuer = (url: string, sample: object) => ({ name: '', url, keys: [], sample: { ...sample } })
  const text = startAuthentication([issuer('https://a', { email: 'x', groups: [] }), issuer('https://b', { sub: 's' })])
  expect(text).toContain('url: https://a')
  expect(text).toContain('claims.email_verified')
  expect(text.match(/- issuer:/g)).toHaveLength(2)
  const files = virtualFiles(['/etc/orch/authorizer.conf'])
  for (const each of [text, starterAuthorization, sampleFiles.TracingConfiguration])
    expect(checkConfig(each, { files }).diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
})

test('[AR14] the authorizers of a file are listed in order; without a file there are none', () => {
  const text = 'authorizers:\n- {type: Webhook, name: a, webhook: {failurePolicy: Deny}}\n- {type: RBAC, name: rbac}\n'
  expect(listAuthorizers(text).map(({ name, words }) => `${name}: ${words}`)).toEqual([
    'a: Webhook, fails to Deny',
    'rbac: RBAC',
  ])
  expect([...listAuthorizers(null), ...listAuthorizers('['), ...listAuthorizers('authorizers: 7')]).toEqual([])
})

test('[AR15] the outcome of each step is shown as a word and a sentence', () => {
  const [base] = decision([]).steps
  if (base === undefined) throw new Error('no step')
  const condition = { expression: 'false', value: false, error: '', cost: 1 }
  const answer = { allowed: false, denied: false, reason: '' }
  const review = { review: {}, answer, isCached: true, keptMs: 12_000 }
  const hook = { ...base, type: 'Webhook', grants: null, durationMs: 41 }
  const words = [
    { ...hook, conditions: [condition] },
    { ...hook, review },
    { ...hook, review: { ...review, isCached: false, keptMs: 30_000 } },
    { ...hook, review: { ...review, answer: null }, error: 'refused' },
    { ...hook, conditions: [{ ...condition, value: null, error: 'no such key' }], error: 'cel evaluation error' },
    { ...base, grants: [grant('Role', 'stock', ['verb'])] },
    { ...base, decision: 'allowed', grants: [grant('Role', 'stock', [])] } as const,
    { ...base, decision: 'not asked' } as const,
  ].map(stepWords)
  expect(words.map(({ word }) => word)).toEqual([
    'Skipped',
    'No opinion',
    'No opinion',
    'Failed',
    'Failed',
    'No rule matches',
    'Allows',
    'Not consulted',
  ])
  expect(words[1]?.sentence).toMatch(/not called.*12 s/i)
  expect(words[2]?.sentence).toMatch(/Responded in 41 ms.*30 s/)
  expect(words[5]?.sentence).toMatch(/^1 binding applies/)
})

test('[AR15] a review is shown as YAML lines: short lists on one line, empty values omitted', () => {
  const lines = yamlLines({ spec: { user: 'mira', groups: ['a', 'b'], resourceAttributes: { verb: 'get' } } })
  expect(lines.map(({ depth, key, text }) => `${'  '.repeat(depth)}${key}: ${text}`.trimEnd())).toEqual([
    'spec:',
    '  user: mira',
    '  groups: [a, b]',
    '  resourceAttributes:',
    '    verb: get',
  ])
})

afterEach(() => void vi.unstubAllGlobals())

test('[AR16] a decision can be made with the draft of the Config room', () => {
  const kept = (text: string | null) => vi.stubGlobal('localStorage', { getItem: () => text })
  kept('{"drafts": {"authorization": "kind: X", "tracing": "y"}}')
  expect(readAuthorizationDraft()).toBe('kind: X')
  kept('{"drafts": {"tracing": "y"}}')
  expect(readAuthorizationDraft()).toBeNull()
  kept(null)
  expect(readAuthorizationDraft()).toBeNull()
})

test('[AR17] an actor with a token sends the token in addition to the name', async () => {
  const sent: Request[] = []
  const fetcher = actingAs(
    (input) => {
      sent.push(input as Request)
      return Promise.resolve(new Response())
    },
    () => ({ name: 'mira', groups: ['a', 'b'], token: 'x.y.z' }),
  )
  await fetcher('http://x/api')
  await fetcher('http://x/api', { headers: { authorization: 'Basic own' } })
  const heads = sent.map(({ headers }) => [headers.get('authorization'), headers.get('x-orchard-acting-as')])
  expect(heads).toEqual([
    ['Bearer x.y.z', 'mira'],
    ['Basic own', 'mira'],
  ])
})

test('[VO7] the starter files of a cluster with the names of Kubernetes are free of errors and have none of our names', () => {
  const files = virtualFiles(['/etc/kubernetes/authorizer.conf'])
  for (const kind of ['AuthenticationConfiguration', 'AuthorizationConfiguration', 'TracingConfiguration'] as const) {
    const text = startConfig(kind, [], 'kubernetes')
    expect(text).not.toMatch(/orch\.io|OrchConfig|orchConfig|\/orch\//)
    expect(text).toContain('apiserver.config.k8s.io/v1beta1')
    if (kind !== 'AuthenticationConfiguration') expect(checkConfig(text, { files }).diagnostics).toEqual([])
  }
})

test('[AR18] the question of the room is a text of the address', () => {
  const asked = {
    identityId: 'session/carol',
    accessRequest: { ...initialAccessRequest, verb: 'update', resourceId: 'apps.v1.deployments', name: 'web;1' },
  }
  const text = askedText(asked)
  expect(text).toBe('session/carol;update;apps.v1.deployments;;shop;web%3B1')
  expect(readAsked(text)).toMatchObject({
    identityId: 'session/carol',
    accessRequest: { isResource: true, verb: 'update', namespace: 'shop', name: 'web;1' },
  })
  const path = askedText({ ...asked, accessRequest: { ...initialAccessRequest, isResource: false, verb: 'get' } })
  expect(readAsked(path)?.accessRequest).toEqual({ isResource: false, verb: 'get', path: '/metrics' })
  for (const wrong of ['', 'a;b', '%;b;c', ';get;/x']) expect(readAsked(wrong)).toBeNull()
})

test('[VO7] roles are listed and made in the group of the cluster', () => {
  expect(rolesIdOf(noObjects, 'roles')).toBe('rbac.authorization.orch.io.v1.roles')
  for (const [vocabulary, group] of [
    ['orch', 'rbac.authorization.orch.io'],
    ['kubernetes', 'rbac.authorization.k8s.io'],
  ] as const) {
    const made = startRoles(vocabulary)
    expect(made).toHaveLength(6)
    // An empty cluster has no namespace for the roles yet.
    expect(made[0]?.body).toMatchObject({ kind: 'Namespace', metadata: { name: 'shop' } })
    for (const { path, body } of made.slice(1)) {
      expect(path).toMatch(`/apis/${group}/v1/namespaces/shop/role`)
      expect(body['apiVersion']).toBe(`${group}/v1`)
    }
  }
})
