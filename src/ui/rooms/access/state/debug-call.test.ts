import { expect, test } from 'vitest'
import { Refusal } from '#client/refusal.ts'
import { callDebug, failureWords, valueOf } from './debug-call.ts'

const answering =
  (body: string, status: number): typeof fetch =>
  async () =>
    new Response(body, { status })

test('a control is called with JSON, or with a text as it is', async () => {
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

test('a refusal carries the message of the control, also when its body is no Status', async () => {
  const refusal = callDebug(answering('{"message":"no such issuer"}', 404), 'POST', '/debug/a')
  await expect(refusal).rejects.toMatchObject({ name: 'Refusal', status: { code: 404, message: 'no such issuer' } })
  await expect(callDebug(answering('plain', 500), 'POST', '/debug/a')).rejects.toThrow('plain')
})

test('refusals and lost connections are told in words, bugs are thrown on', () => {
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

test('the last value stays known while a new one is waited for', () => {
  expect(valueOf({ type: 'waiting', value: 3 })).toBe(3)
  expect(valueOf({ type: 'none' })).toBeNull()
})
