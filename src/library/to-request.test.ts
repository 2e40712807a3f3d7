import { expect, test } from 'vitest'
import { toRequest } from './to-request.ts'

const path = '/api/v1/namespaces'

/** Returns what the server can see of a request. */
async function seen(request: Request) {
  const { method, url, headers, signal } = request
  return { method, url, headers: [...headers].toSorted(), isAborted: signal.aborted, body: await request.text() }
}

test.each<[string, RequestInit | undefined]>([
  ['no options', undefined],
  ['a read', { headers: { accept: 'application/json' } }],
  ['a body without a type', { method: 'POST', body: '{"kind":"Namespace"}' }],
  ['a body with a type', { method: 'PATCH', body: '{}', headers: { 'Content-Type': 'application/merge-patch+json' } }],
  [
    'pairs of headers',
    {
      headers: [
        ['Impersonate-Group', 'a'],
        ['impersonate-group', 'b'],
      ],
    },
  ],
  ['a method in lower case', { method: 'post', body: '{}' }],
  ['a method in lower case that stays so', { method: 'patch', body: '{}' }],
  ['bytes', { method: 'PUT', body: new Uint8Array([123, 125]) }],
  ['a form', { method: 'POST', body: new URLSearchParams({ a: 'b' }) }],
  ['an ended signal', { signal: AbortSignal.abort() }],
  ['options of the page', { method: 'POST', body: 'ä', keepalive: true, cache: 'no-store' }],
])('[LIB26] a request by its path is the one that fetch sends: %s', async (_, init) => {
  expect(await seen(toRequest(path, init))).toEqual(await seen(new Request(`http://orchard.invalid${path}`, init)))
})

test.each<[string, RequestInit]>([
  ['a read with a body', { method: 'GET', body: 'x' }],
  ['a name of a header with a space', { headers: { 'a b': 'c' } }],
  ['a value of a header with a line feed', { headers: { a: 'b\nc' } }],
  ['a method with a space', { method: 'GET /' }],
  ['a forbidden method', { method: 'TRACE' }],
])('[LIB26] arguments that fetch refuses are refused: %s', (_, init) => {
  expect(() => new Request('http://orchard.invalid/', init)).toThrow(TypeError)
  expect(() => toRequest(path, init)).toThrow(TypeError)
})

test('[LIB26] a signal that ends later ends the request', () => {
  const stop = new AbortController()
  const { signal } = toRequest(path, { signal: stop.signal })
  expect(signal.aborted).toBe(false)
  stop.abort()
  expect(signal.aborted).toBe(true)
})

test('[LIB26] a whole request is served as it is; one that was read is refused, and options make another of it', async () => {
  const request = new Request('http://cluster.test/api', { method: 'POST', body: 'x' })
  expect(toRequest(request)).toBe(request)
  const changed = toRequest(request.clone(), { headers: { accept: 'text/plain' } })
  expect(await seen(changed)).toMatchObject({ method: 'POST', body: 'x', headers: [['accept', 'text/plain']] })
  const locked = request.clone()
  locked.body?.getReader()
  expect(() => toRequest(locked)).toThrow(TypeError)
  await request.text()
  expect(() => toRequest(request)).toThrow(TypeError)
})
