import { expect, test } from 'vitest'
import { Refusal } from '#client/refusal.ts'
import { callDebug, failureWords, valueOf } from './debug-call.ts'

const answering =
  (body: string, status: number): typeof fetch =>
  async () =>
    new Response(body, { status })

test('an endpoint is called with JSON, or with a plain text', async () => {
  const sent: unknown[] = []
  const fetcher: typeof fetch = async (_path, init) => {
    sent.push(init?.body ?? null)
    return new Response('{"ok":true}')
  }
  expect(await callDebug(fetcher, 'POST', '/debug/a', { on: true })).toEqual({ ok: true })
  await callDebug(fetcher, 'PUT', '/debug/a', 'kind: Text')
  await callDebug(fetcher, 'DELETE', '/debug/a')
  expect(sent).toEqual(['{"on":true}', 'kind: Text', null])
})

test('a refusal has the message of the endpoint, also when its body is not a Status', async () => {
  const refusal = callDebug(answering('{"message":"no such issuer"}', 404), 'POST', '/debug/a')
  await expect(refusal).rejects.toMatchObject({ name: 'Refusal', status: { code: 404, message: 'no such issuer' } })
  await expect(callDebug(answering('plain', 500), 'POST', '/debug/a')).rejects.toThrow('plain')
})

test('refusals and lost connections become messages, other errors are rethrown', () => {
  const status = {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message: 'no',
    code: 403,
  } as const
  expect(failureWords(new Refusal(status))).toBe('no')
  expect(failureWords(new TypeError('Failed to fetch'))).toBe('Failed to fetch')
  expect(() => failureWords(new RangeError('bug'))).toThrow('bug')
})

test('the last value is kept while a new one is loading', () => {
  expect(valueOf({ type: 'waiting', value: 3 })).toBe(3)
  expect(valueOf({ type: 'none' })).toBeNull()
})
