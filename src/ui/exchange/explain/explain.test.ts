import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ApiError, type StatusReason } from '#api/api-error.ts'
import type { Json } from '#api/json.ts'
import type { Status } from '#api/status.ts'
import { emptyDraft, type RequestDraft, withMethod } from '#ui/exchange/request-draft.ts'
import { cards, explain } from './explanation.ts'
import { fixesOf, readyFixes } from './fix-draft.ts'
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

test('[EX2] every card has a fix for every request, or the place to change', () => {
  const object = '/api/v1/namespaces/shop/configmaps/prices'
  const requests = [
    draft({ method: 'GET', path: object }),
    draft({ method: 'GET', path: '/version' }),
    draft({ method: 'POST', path: '/api/v1/namespaces/shop/configmaps', body: '{"kind":"ConfigMap"}' }),
    draft({ method: 'PUT', path: object, body: '{' }),
    draft({ method: 'PATCH', path: object }),
    draft({ method: 'DELETE', path: object }),
  ]
  const refused = status('BadRequest', 'no')
  const without = cards.flatMap(({ id, fixes = [] }) =>
    requests.flatMap((asked) => (fixesOf(fixes, asked, refused).length > 0 ? [] : [`${id} ${asked.method}`])),
  )
  expect(without).toEqual([])
  // Those of permissions and of values have buttons of their own, EX4 and EX7; about `other` nothing is known.
  const general = cards.filter(({ fixes = [] }) => fixes.length === 0).map(({ id }) => id)
  expect(general).toEqual(['invalid', 'bad-request', 'not-allowed', 'other'])
})

test('[EX2] a fix reads what counts or limits, corrects kind and parameter, or goes to the place to change', () => {
  const post = draft({
    method: 'POST',
    path: '/apis/apps/v1/namespaces/shop/deployments',
    body: '{"kind":"ConfigMap","apiVersion":"v1"}',
  })
  const fixed = (refused: Status, asked = post) =>
    fixesOf(explain(refused).fixes, asked, refused).map(({ id, draft: { method, path }, looksAt }) =>
      `${id} ${method} ${path} ${looksAt ?? ''}`.trim(),
    )
  const edit = 'edit-body POST /apis/apps/v1/namespaces/shop/deployments body'
  expect(fixed(status('Forbidden', 'exceeded quota: q'))).toEqual([
    'list-quotas GET /api/v1/namespaces/shop/resourcequotas',
    edit,
  ])
  expect(fixed(status('Forbidden', '', causes({ reason: 'NamespaceTerminating' })))).toEqual([
    'read-namespace GET /api/v1/namespaces/shop',
  ])
  expect(fixed(status('BadRequest', 'cannot be read'))).toEqual([edit])
  const wrong = status('BadRequest', 'ConfigMap in version "v1" cannot be handled as a Deployment: no kind …')
  const [kind] = fixesOf(explain(wrong).fixes, post, wrong)
  expect(JSON.parse(kind?.draft.body ?? '')).toEqual({ kind: 'Deployment', apiVersion: 'apps/v1' })
  const query = [
    { name: 'limit', value: 'few' },
    { name: 'pretty', value: 'true' },
  ]
  const number = status('BadRequest', 'strconv.ParseInt: parsing "few": invalid syntax')
  const [without] = fixesOf(explain(number).fixes, draft({ query }), number)
  expect(without?.draft.query).toEqual([{ name: 'pretty', value: 'true' }])
  expect(fixed(status('BadRequest', 'what?'), draft({ path: '/version' }))).toEqual(['edit-path GET /version path'])
  const service = { spec: { clusterIP: '10.0.0.1', ports: [{ port: 80, nodePort: 30000 }] } }
  const full = status('InternalError', 'failed to allocate a nodePort: range is full')
  const [free] = fixesOf(explain(full).fixes, draft({ method: 'POST', body: JSON.stringify(service) }), full)
  expect(JSON.parse(free?.draft.body ?? '')).toEqual({ spec: { ports: [{ port: 80 }] } })
})

test('[EX2] a media type that was typed as a header is corrected, too', () => {
  const headers = 'Accept: text/html\nX-Mine: 1\ncontent-type: text/plain'
  const first = (reason: StatusReason, asked: RequestDraft) => {
    const refused = status(reason, 'no')
    return fixesOf(explain(refused).fixes, asked, refused)[0]?.draft
  }
  expect(first('NotAcceptable', draft({ headers }))).toMatchObject({
    headers: 'X-Mine: 1\ncontent-type: text/plain',
    accept: 'application/json',
  })
  expect(first('UnsupportedMediaType', draft({ method: 'POST', headers }))).toMatchObject({
    headers: 'Accept: text/html\nX-Mine: 1',
    contentType: 'application/json',
  })
  expect(first('UnsupportedMediaType', draft({ method: 'PATCH', body: '{}', headers }))).toMatchObject({
    headers: 'Accept: text/html\nX-Mine: 1',
    contentType: 'application/merge-patch+json',
  })
  // A DELETE without a body has none to change.
  expect(first('Forbidden', draft({ method: 'DELETE', path: '/api/v1/namespaces/default' }))).toMatchObject({
    method: 'GET',
    path: '/api/v1/namespaces/default',
  })
})

test('[RC21] a fix that reads keeps the typed body for the next write', () => {
  const refused = status('Conflict', 'the object has been modified')
  const typed = draft({ method: 'PUT', path: '/api/v1/namespaces/shop/configmaps/prices', body: '{"data":{"a":"1"}}' })
  const [read] = readyFixes(['read-object'], typed, refused)
  expect(read?.draft).toMatchObject({ method: 'GET', path: typed.path, body: typed.body })
  expect(withMethod(read?.draft ?? typed, 'PUT').body).toBe(typed.body)
  expect(readyFixes(['sample'], typed, refused)).toEqual([])
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
  expect(rules.get('RV3')).toMatchObject({ section: 'Versions, lists, watches' })
  expect([...rules.values()].filter(({ section }) => section === '')).toEqual([])
})
