import { expect, test } from 'vitest'
import { toCurl, toFetch } from './copy-as.ts'
import {
  emptyDraft,
  headersProblem,
  parseDraft,
  toHeaders,
  toTarget,
  withContentType,
  withMethod,
  withParameter,
  withTarget,
} from './request-draft.ts'

test('[RC1] a query typed after the path becomes parameters of the draft', () => {
  const draft = withTarget(emptyDraft, '/api/v1/pods?watch=1&labelSelector=app%3Dweb')

  expect(draft.path).toBe('/api/v1/pods')
  expect(draft.query).toEqual([
    { name: 'watch', value: '1' },
    { name: 'labelSelector', value: 'app=web' },
  ])
  expect(toTarget(draft)).toBe('/api/v1/pods?watch=1&labelSelector=app%3Dweb')
})

test('[RC1] the path is sent as typed, including dot segments', () => {
  expect(toTarget({ ...emptyDraft, path: '/api/v1/../x' })).toBe('/api/v1/../x')
})

test('[RC2] a PATCH gets a patch content type, and other methods drop it', () => {
  const patch = withMethod(emptyDraft, 'PATCH')

  expect(patch.contentType).toBe('application/merge-patch+json')
  expect(withMethod(patch, 'PUT').contentType).toBe('application/json')
})

test('[RC2] a parameter is set, changed in place and removed', () => {
  const set = withParameter(withParameter(emptyDraft, 'limit', '2'), 'continue', 'x')

  expect(withParameter(set, 'limit', '3').query.map(({ value }) => value)).toEqual(['3', 'x'])
  expect(withParameter(set, 'limit', null).query).toEqual([{ name: 'continue', value: 'x' }])
})

test('[RC3] a stored draft of another shape becomes the default, a valid one is restored', () => {
  const kept = { ...emptyDraft, method: 'PUT' as const, body: '{"a":1}' }

  expect(parseDraft(JSON.stringify(kept))).toEqual(kept)
  for (const text of [null, '', '{', '{"method":"GET"}', '[]', '"x"', '{"method":"TRACE"}']) {
    expect(parseDraft(text)).toEqual(emptyDraft)
  }
})

test('[RC4] the body is quoted for a shell in curl, and for JavaScript in fetch', () => {
  const draft = { ...withMethod(emptyDraft, 'POST'), body: `{"a":"it's"}` }

  expect(toCurl(draft, 'http://127.0.0.1:8080')).toContain(`--data-binary '{"a":"it'\\''s"}'`)
  expect(toFetch(draft)).toContain(String.raw`body: "{\"a\":\"it's\"}"`)
})

test('[RC5] the acting user is sent as a header, and typed headers come last', () => {
  const headers = toHeaders({ ...emptyDraft, headers: 'If-Match: x\nnonsense\n' }, 'alice')

  expect(headers).toEqual([
    ['Accept', 'application/json'],
    ['x-orchard-acting-as', 'alice'],
    ['If-Match', 'x'],
  ])
})

test('[RC5] a typed media type takes the place of the chosen one', () => {
  const draft = { ...emptyDraft, method: 'POST' as const, body: '{}', headers: 'content-type: text/plain\nAccept: */*' }
  expect(toHeaders(draft, '')).toEqual([
    ['content-type', 'text/plain'],
    ['Accept', '*/*'],
  ])
})

test('[RC20] headers that cannot be sent are named by their line', () => {
  expect(headersProblem('')).toBe('')
  expect(headersProblem('\nX-A: ü\n  If-Match:\n')).toBe('')
  expect(headersProblem('X-A: 1\nnonsense')).toBe('Line 2 of the headers has no colon: write Name: value.')
  expect(headersProblem(': 1')).toContain('Line 1 of the headers has no name')
  expect(headersProblem('a b: 1')).toContain('no name of a header')
  expect(headersProblem('X-A: 日')).toContain('a character that no header can have')
})

test('[RC10] an apply names its field manager; a manager that the user set is kept', () => {
  const patch = withMethod(emptyDraft, 'PATCH')
  const applied = withContentType(patch, 'application/apply-patch+yaml')
  expect(applied.query).toEqual([{ name: 'fieldManager', value: 'console' }])
  const named = withParameter(patch, 'fieldManager', 'mine')
  expect(withContentType(named, 'application/apply-patch+yaml').query).toEqual([
    { name: 'fieldManager', value: 'mine' },
  ])
  expect(withContentType(patch, 'application/merge-patch+json').query).toEqual([])
})

test('[RC21] a body that was typed for another method is not sent with a DELETE, and comes back afterwards', () => {
  const typed = { ...withMethod(emptyDraft, 'PUT'), body: '{"kind":"ConfigMap"}' }
  const deletion = withMethod(withMethod(typed, 'GET'), 'DELETE')
  expect(deletion).toMatchObject({ body: '', setAside: typed.body })
  expect(toHeaders(deletion, '').map(([name]) => name)).toEqual(['Accept'])
  expect(parseDraft(JSON.stringify(deletion))).toEqual(deletion)
  expect(withMethod(deletion, 'PUT')).toEqual(typed)
  const options = { ...deletion, body: '{"kind":"DeleteOptions"}' }
  expect(withMethod(options, 'PATCH').body).toBe(typed.body)
  expect(withMethod(withMethod(options, 'POST'), 'DELETE')).toEqual(options)
  expect(withMethod(emptyDraft, 'DELETE')).toEqual({ ...emptyDraft, method: 'DELETE' })
})
