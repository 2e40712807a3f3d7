import { expect, test } from 'vitest'
import { sendTrial } from './trials.ts'

const answering =
  (body: string, status = 200): typeof fetch =>
  async () =>
    new Response(body, { status })

test('[CB6] the result of a trial is a response, a refusal with the server’s message, or a lost connection', async () => {
  expect(await sendTrial(answering('{"allowed":true}'), '/debug/trials/decision', {})).toEqual({
    type: 'trial',
    trial: { allowed: true },
  })
  expect(await sendTrial(answering('{"message":"bad file"}', 422), '/a', {})).toEqual({
    type: 'refused',
    message: 'bad file',
  })
  expect(await sendTrial(answering('{}', 503), '/a', {})).toEqual({ type: 'refused', message: 'HTTP 503' })
  expect((await sendTrial(answering('not json'), '/a', {})).type).toBe('refused')
  const lost = (): Promise<Response> => Promise.reject(new TypeError('Failed to fetch'))
  expect(await sendTrial(lost, '/a', {})).toEqual({ type: 'refused', message: 'Failed to fetch' })
})
