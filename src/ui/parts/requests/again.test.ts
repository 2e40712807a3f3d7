import { expect, test } from 'vitest'
import type { FinishedRequest } from '#facts/fact.ts'
import { asDryRun, draftOf, whyNotAgain } from './again.ts'

const request = (change: Partial<FinishedRequest>): FinishedRequest =>
  ({
    method: 'PATCH',
    verb: 'patch',
    bytesIn: 12,
    url: '/api/v1/nodes/a?fieldManager=me',
    ...change,
  }) as FinishedRequest

const sent = {
  method: 'PATCH',
  target: '/api/v1/nodes/a?fieldManager=me',
  headers: [
    ['accept', 'application/yaml'],
    ['content-type', 'application/merge-patch+json'],
  ] as const,
  body: '{"spec":{}}',
}

test('[RQD2] a write of this tab is sent again with its body, content type and query', () => {
  const draft = draftOf(request({}), sent)
  expect(draft).toMatchObject({
    method: 'PATCH',
    path: '/api/v1/nodes/a',
    query: [{ name: 'fieldManager', value: 'me' }],
    contentType: 'application/merge-patch+json',
    accept: 'application/yaml',
    body: '{"spec":{}}',
  })
  expect(draft === null ? null : asDryRun(draft).query.at(-1)).toEqual({ name: 'dryRun', value: 'All' })
  expect(whyNotAgain(request({}), sent)).toBe(null)
})

test('[RQD2] a write whose body is not available shows why, one without a body can be sent', () => {
  expect(whyNotAgain(request({}), undefined)).toMatch(/body/)
  expect(whyNotAgain(request({ method: 'DELETE', bytesIn: 0 }), undefined)).toBe(null)
  expect(whyNotAgain(request({ method: 'GET', verb: 'list', bytesIn: 0 }), undefined)).toBe(null)
  expect(whyNotAgain(request({ method: 'GET', verb: 'watch' }), undefined)).toMatch(/watch/)
})
