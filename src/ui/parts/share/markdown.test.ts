import { expect, test } from 'vitest'
import type { FinishedRequest } from '#facts/fact.ts'
import { finishedRequest } from '#testing/finished-request.ts'
import { momentMarkdown } from './markdown.ts'

const request = (more: Partial<FinishedRequest>): FinishedRequest =>
  finishedRequest({ url: '/api/v1/namespaces/shop/configmaps/prices', verb: 'get', ...more })

const written = (requests: readonly FinishedRequest[], body = '{"data":{"tea":"3"}}'): string =>
  momentMarkdown({
    requests,
    sent: () => ({ method: 'PUT', target: '', headers: [['content-type', 'application/json']], body }),
    kindOf: (path) => (path.includes('/secrets') ? 'Secret' : 'ConfigMap'),
    kinds: ['Secret'],
    title: 'Book shop *two*',
    revision: 128,
    address: 'https://page.test/#l=1.abc',
  })

test('[SH12] Markdown has the last three requests as curl, with status, reason and written version', () => {
  const text = written([
    request({ url: '/version' }),
    request({}),
    request({ method: 'PUT', status: 409, reason: 'Conflict' }),
    request({ method: 'PUT', status: 201, wrote: 131 }),
  ])
  expect(text).toContain('**Book shop \\*two\\***, at revision 128. [Open this moment](https://page.test/#l=1.abc)')
  expect(text).toContain('<summary>3 requests</summary>')
  expect(text).not.toContain('/version')
  expect(text.split('\n').filter((line) => line.startsWith('# '))).toEqual([
    '# 200 OK',
    '# 409 Conflict',
    '# 201 Created, resourceVersion 131',
  ])
  expect(text).toContain(`"$ORCHARD"'/api/v1/namespaces/shop/configmaps/prices'`)
})

test('[SH5] [SH12] Markdown leaves out bodies of kinds that hold secrets, and its fence is longer than any in a body', () => {
  const secret = written(
    [request({ method: 'PUT', url: '/api/v1/namespaces/shop/secrets/key' })],
    '{"data":{"k":"djE="}}',
  )
  expect(secret).toContain('# the body is left out')
  expect(secret).not.toContain('djE=')
  expect(written([request({ method: 'PUT' })], '{"data":{"a":"````"}}')).toContain('`````sh\n')
})
