import { expect, test } from 'vitest'
import { REQUEST_ID_HEADER } from '#facts/debug-api.ts'
import { createSentWrites } from './sent-writes.ts'

const path = 'http://lab/api/v1/namespaces/shop/pods'

function writes(status = 201) {
  let answer: () => void = () => undefined
  const fetcher: typeof fetch = () =>
    new Promise((resolve) => {
      answer = () => resolve(new Response('{}', { status, headers: { [REQUEST_ID_HEADER]: '5' } }))
    })
  return { ...createSentWrites(fetcher), answer: () => answer() }
}

test('a stored write is counted and kept with its body by its request id', async () => {
  const { send, sent, requests, isSending, answer } = writes()
  const response = send(`${path}?fieldManager=a`, { method: 'POST', body: '{"kind":"Pod"}' })
  expect(isSending()).toBe(true)
  answer()
  await response
  expect([isSending(), sent.getState().writeCount]).toEqual([false, 1])
  expect(requests.get(5)).toMatchObject({
    method: 'POST',
    target: '/api/v1/namespaces/shop/pods?fieldManager=a',
    body: '{"kind":"Pod"}',
  })
})

test('reads, dry runs and refused writes are not counted', async () => {
  for (const [status, url, method] of [
    [200, path, 'GET'],
    [201, `${path}?dryRun=All`, 'POST'],
    [409, path, 'PUT'],
  ] as const) {
    const { send, sent, answer } = writes(status)
    const response = send(url, { method })
    answer()
    await response
    expect(sent.getState().writeCount).toBe(0)
  }
})

test('a write whose connection breaks is no longer pending', async () => {
  const { send, isSending } = createSentWrites(() => Promise.reject(new TypeError('Failed to fetch')))
  await expect(send(path, { method: 'DELETE' })).rejects.toThrow('Failed to fetch')
  expect(isSending()).toBe(false)
})
