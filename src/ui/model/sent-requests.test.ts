import { expect, test } from 'vitest'
import { SentRequests } from './sent-requests.ts'

const write = (body: string) => ({ method: 'POST', target: '/api/v1/namespaces', headers: [], body })

test('[RQD1] the bodies of the last writes are kept, and the oldest are dropped first', () => {
  const sent = new SentRequests()
  for (let id = 1; id <= 250; id += 1) sent.keep(id, write(String(id)))
  expect(sent.get(50)).toBeUndefined()
  expect(sent.get(51)?.body).toBe('51')
  expect(sent.get(250)?.body).toBe('250')
  const large = 'x'.repeat(3 * 1024 * 1024)
  sent.keep(251, write(large))
  sent.keep(252, write(large))
  expect(sent.get(251)).toBeUndefined()
  expect(sent.get(252)?.body).toBe(large)
})

test('the ids of the last reads are known, too', () => {
  const sent = new SentRequests()
  for (let id = 1; id <= 60; id += 1) sent.noteRead(id)
  expect([sent.has(10), sent.has(11), sent.get(11)]).toEqual([false, true, undefined])
})
