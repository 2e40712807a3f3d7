import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ApiError, type StatusReason } from '#api/api-error.ts'
import type { Json } from '#api/json.ts'
import type { Status } from '#api/status.ts'
import { emptyDraft, type RequestDraft } from '#ui/exchange/request-draft.ts'
import { cards, explain } from './explanation.ts'
import { readyFixes } from './fix-draft.ts'
import { rulesOf } from './rule-text.ts'

const status = (reason: StatusReason, message: string, more: Partial<Status> = {}): Status => ({
  ...new ApiError(reason, message).toStatus(),
  ...more,
})

const causes = (...list: readonly Readonly<Record<string, string>>[]): Partial<Status> => ({
  details: { causes: [...list] },
})

const reasons: readonly StatusReason[] = [
  'BadRequest',
  'Unauthorized',
  'Forbidden',
  'NotFound',
  'MethodNotAllowed',
  'NotAcceptable',
  'AlreadyExists',
  'Conflict',
  'Gone',
  'Expired',
  'RequestEntityTooLarge',
  'UnsupportedMediaType',
  'Invalid',
  'TooManyRequests',
  'InternalError',
  'ServiceUnavailable',
  'ServerTimeout',
  'Timeout',
]

test('[EX1] every reason has a card, and a Status without a reason gets the last one', () => {
  const found = reasons.map((reason) => explain(status(reason, '')).id)
  expect(found).not.toContain('other')
  expect(explain({ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', code: 418 }).id).toBe('other')
  expect(explain(status('InternalError', 'failed to allocate a nodePort: range is full')).id).toBe('out-of-addresses')
})

test.each([
  ['apply-conflict', status('Conflict', '', causes({ reason: 'FieldManagerConflict', field: '.spec.replicas' }))],
  ['precondition', status('Conflict', 'Operation cannot be fulfilled on pods "a": Precondition failed: UID in …')],
  ['stale-version', status('Conflict', 'Operation cannot be fulfilled on pods "a": the object has been modified; …')],
  ['namespace-ends', status('Forbidden', '', causes({ reason: 'NamespaceTerminating', field: 'metadata.namespace' }))],
  ['still-going', status('AlreadyExists', 'object is being deleted: pods "a" already exists')],
  ['budget', status('TooManyRequests', 'Cannot evict pod …', causes({ reason: 'DisruptionBudget', message: '' }))],
  ['page-expired', status('Expired', '', { metadata: { continue: 'abc' } })],
  ['future-version', status('Timeout', 'Timeout: …', causes({ reason: 'ResourceVersionTooLarge', message: '' }))],
  ['no-path', status('NotFound', 'the server could not find the requested resource')],
  ['no-namespace', status('NotFound', 'namespaces "x" not found')],
  ['needs-manager', status('Invalid', '', causes({ reason: 'FieldValueRequired', field: 'fieldManager' }))],
  ['broken-text', status('BadRequest', 'the object provided is unrecognized …: json parse error: unexpected end of …')],
  [
    'wrong-kind',
    status('BadRequest', 'the object provided is unrecognized (must be of type ConfigMap): couldn’t get …'),
  ],
  ['no-path', status('NotFound', '404 page not found')],
  ['selector', status('BadRequest', "unable to parse requirement: found '=', expected: identifier")],
  ['selector', status('BadRequest', "found '=', expected: !, identifier, or 'end of string'")],
  ['strict-fields', status('BadRequest', 'strict decoding error: unknown field "spec.x"')],
  [
    'patch-type',
    status('UnsupportedMediaType', 'the body of the request was in an unknown format - … merge-patch+json'),
  ],
  ['quota', status('Forbidden', 'pods "a" is forbidden: exceeded quota: q, requested: …')],
  ['not-allowed', status('Forbidden', 'pods is forbidden: User "bob" cannot list resource "pods" in API group ""')],
] as const)('[EX1] %s is recognised', (id, refused) => {
  expect(explain(refused).id).toBe(id)
})

test('[EX1] the causes of an invalid object are counted by type', () => {
  const refused = status(
    'Invalid',
    '',
    causes(
      { reason: 'FieldValueRequired', field: 'a' },
      { reason: 'FieldValueRequired', field: 'b' },
      { reason: 'FieldValueInvalid', field: 'c' },
    ),
  )
  expect(explain(refused).what).toBe('The object was decoded, but 2 values are missing and a value is not allowed.')
})

const draft = (change: Partial<RequestDraft>): RequestDraft => ({ ...emptyDraft, ...change })

test('[EX2] a fix changes what was wrong with the request, and exists only where a change is possible', () => {
  const refused = status('Conflict', 'the object has been modified')
  const body = JSON.stringify({ metadata: { name: 'a', resourceVersion: '7' } })
  const [fix] = readyFixes(['drop-version'], draft({ method: 'PATCH', body }), refused)
  expect(JSON.parse(fix?.draft.body ?? '')).toEqual({ metadata: { name: 'a' } })
  expect(readyFixes(['drop-version'], draft({ method: 'PATCH', body: '{}' }), refused)).toEqual([])
  const list = draft({
    query: [
      { name: 'continue', value: 'old' },
      { name: 'limit', value: '2' },
    ],
  })
  expect(readyFixes(['start-again'], list, refused)[0]?.draft.query).toEqual([{ name: 'limit', value: '2' }])
  const expired = status('Expired', '', { metadata: { continue: 'new' } })
  expect(readyFixes(['continue-fresh'], list, expired)[0]?.draft.query[0]).toEqual({ name: 'continue', value: 'new' })
})

test('[EX2] names of the body that differ from the path become those of the path', () => {
  const refused = status('BadRequest', 'the namespace of the provided object does not match the namespace sent …')
  const fixed = (path: string, metadata: Json): unknown => {
    const asked = draft({ method: 'PUT', path, body: JSON.stringify({ metadata }) })
    const [fix] = readyFixes(explain(refused).fixes, asked, refused)
    return JSON.parse(fix?.draft.body ?? '').metadata
  }
  const pods = '/api/v1/namespaces/shop/pods'
  expect(fixed(pods, { namespace: 'x', name: 'a' })).toEqual({ namespace: 'shop', name: 'a' })
  expect(fixed(`${pods}/b/status`, { name: 'a' })).toEqual({ namespace: 'shop', name: 'b' })
  expect(fixed('/api/v1/nodes/b', { namespace: 'x', name: 'a' })).toEqual({ name: 'b' })
  expect(fixed('/api/v1/namespaces/shop', { name: 'a' })).toEqual({ name: 'shop' })
})

test('[EX2] a watch from a version that is gone goes on with the objects of now, or becomes a list', () => {
  const query = [
    { name: 'watch', value: 'true' },
    { name: 'labelSelector', value: 'app=web' },
    { name: 'resourceVersion', value: '1' },
  ]
  const fixesOf = (names: readonly string[]) => {
    const asked = draft({ query: query.filter(({ name }) => names.includes(name)) })
    return readyFixes(explain(status('Expired', '')).fixes, asked, status('Expired', '')).map(
      ({ id, draft: { query: sent } }) => `${id} ${sent.map(({ name, value }) => `${name}=${value}`).join('&')}`,
    )
  }
  expect(fixesOf(['watch', 'labelSelector', 'resourceVersion'])).toEqual([
    'watch-initial watch=true&labelSelector=app=web&resourceVersionMatch=NotOlderThan&sendInitialEvents=true&allowWatchBookmarks=true',
    'list-again labelSelector=app=web',
  ])
  expect(fixesOf(['labelSelector', 'resourceVersion'])).toEqual(['start-again labelSelector=app=web'])
})

test('[EX2] a missing object links to its collection, a taken name to the existing object', () => {
  const gone = draft({ path: '/apis/apps/v1/namespaces/shop/deployments/web/scale' })
  const paths = (path: string) =>
    readyFixes(['list-collection'], draft({ path }), status('NotFound', ''))[0]?.draft.path
  expect(readyFixes(['list-collection'], gone, status('NotFound', ''))[0]?.draft.path).toBe(
    '/apis/apps/v1/namespaces/shop/deployments',
  )
  expect(paths('/api/v1/namespaces/shop')).toBe('/api/v1/namespaces')
  expect(paths('/api/v1/nodes/a')).toBe('/api/v1/nodes')
  const taken = status('AlreadyExists', '', { details: { name: 'web' } })
  const post = draft({ method: 'POST', path: '/api/v1/namespaces/shop/services' })
  expect(readyFixes(['read-object'], post, taken)[0]?.draft).toMatchObject({
    method: 'GET',
    path: '/api/v1/namespaces/shop/services/web',
  })
})

test('[EX3] every rule that a card cites is a line of docs/semantics.md', () => {
  const rules = rulesOf(readFileSync(new URL('../../../../docs/semantics.md', import.meta.url), 'utf8'))
  const unknown = cards.flatMap(({ ruleIds }) => ruleIds.filter((id) => !rules.has(id)))
  expect(unknown).toEqual([])
  expect(cards.every(({ ruleIds }) => ruleIds.length > 0)).toBe(true)
})
