import { expect, test } from 'vitest'
import type { FinishedRequest } from '#facts/fact.ts'
import { finishedRequest } from '#testing/finished-request.ts'
import { toHar } from './har.ts'

const request = (more: Partial<FinishedRequest>): FinishedRequest =>
  finishedRequest({
    timeMs: Date.UTC(2026, 0, 2, 3, 4, 5, 6),
    url: 'http://localhost/api/v1/pods?limit=2',
    userAgent: 'orchctl/1',
    durationMs: 2.5,
    stages: [{ stage: 'storage', startMs: 1, durationMs: 1.25, outcome: 'passed', note: '' }],
    bytesOut: 120,
    auditId: 'a-1',
    ...more,
  })

const none = () => undefined
const origin = 'http://cluster.example'

test('[DOC8] a request becomes an entry with its time, status, sizes and stages', () => {
  const [entry] = toHar([request({})], none, origin).log.entries
  expect(entry).toMatchObject({
    startedDateTime: '2026-01-02T03:04:05.006Z',
    time: 2.5,
    request: {
      method: 'GET',
      url: 'http://localhost/api/v1/pods?limit=2',
      queryString: [{ name: 'limit', value: '2' }],
      headers: [{ name: 'User-Agent', value: 'orchctl/1' }],
    },
    response: { status: 200, bodySize: 120, content: { size: 120 } },
    timings: { wait: 2.5 },
    comment: 'alice; storage 1.25 ms passed',
  })
})

test('[DOC8] credentials are left out: headers, tokens in the query, user and password of the URL, all bodies', () => {
  const secret = 's3cr3t-value'
  const sent = {
    method: 'POST',
    target: '/api/v1/namespaces/shop/serviceaccounts/bot/token',
    headers: [
      ['Authorization', `Bearer ${secret}`],
      ['Cookie', `session=${secret}`],
      ['X-Auth-Token', secret],
      ['Content-Type', 'application/json'],
    ],
    body: JSON.stringify({ data: secret }),
  } as const
  const all = [
    request({ id: 7, method: 'POST' }),
    request({ url: `http://u:${secret}@localhost/api/v1/pods?access_token=${secret}&limit=1&client_secret=${secret}` }),
    request({ url: '/api/v1/pods?continue=abc' }),
  ]
  const har = toHar(all, (id) => (id === 7 ? sent : undefined), origin)
  expect(JSON.stringify(har)).not.toContain(secret)
  const [posted, read, next] = har.log.entries
  expect(posted?.request.headers.map(({ name }) => name)).toEqual(['Content-Type', 'User-Agent'])
  expect(read?.request.url).toBe('http://localhost/api/v1/pods?access_token=REMOVED&limit=1&client_secret=REMOVED')
  expect(next?.request.url).toBe('http://cluster.example/api/v1/pods?continue=abc')
})
