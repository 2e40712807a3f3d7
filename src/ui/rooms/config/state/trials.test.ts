import { expect, test } from 'vitest'
import { ask } from './trials.ts'

const answering =
  (body: string, status = 200): typeof fetch =>
  async () =>
    new Response(body, { status })

test('[CB6] the result of a trial is a response, a refusal with the server’s message, or a lost connection', async () => {
  expect(await ask(answering('{"allowed":true}'), '/debug/trials/decision', {})).toEqual({
    type: 'trial',
    trial: { allowed: true },
  })
  expect(await ask(answering('{"message":"bad file"}', 422), '/a', {})).toEqual({
    type: 'refused',
    message: 'bad file',
  })
  expect(await ask(answering('{}', 503), '/a', {})).toEqual({ type: 'refused', message: 'HTTP 503' })
  expect((await ask(answering('not json'), '/a', {})).type).toBe('refused')
  const lost = (): Promise<Response> => Promise.reject(new TypeError('Failed to fetch'))
  expect(await ask(lost, '/a', {})).toEqual({ type: 'refused', message: 'Failed to fetch' })
})
