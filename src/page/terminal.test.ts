import { expect, test } from 'vitest'
import { ACTING_AS_HEADER, TERMINAL_HEADER } from '#facts/debug-api.ts'
import type { HeaderList } from '#wire/protocol.ts'
import type { WireRequest } from '#wire/wire-client.ts'
import { terminalHandler } from './terminal-answers.ts'
import { TerminalRequests } from './terminal-requests.ts'

function startHandler(answer: () => Response) {
  const sent: WireRequest[] = []
  const requests = new TerminalRequests()
  const handle = terminalHandler({
    send: async (request) => {
      sent.push(request)
      return answer()
    },
    cluster: 'shop',
    requests,
    nowMs: () => 1,
    as: () => ({ name: 'alice', groups: ['dev'] }),
    changed: () => undefined,
  })
  const ask = (path: string, rawHeaders: HeaderList) =>
    handle(new Request(`http://127.0.0.1:8090${path}`), { rawHeaders })
  return { sent, requests, ask, handle }
}

test('[BR4] [BR5] a request gets the chosen user and the cluster of the tab, and no other cluster', async () => {
  const { sent, ask, requests } = startHandler(() => new Response('{}', { headers: { 'content-length': '2' } }))
  await ask('/api/v1/pods', [[TERMINAL_HEADER, 'chosen']])
  await ask('/api/v1/pods', [[TERMINAL_HEADER, 'own']])
  const other = await ask('/clusters/bookshop/api/v1/pods', [[TERMINAL_HEADER, 'chosen']])

  expect(sent.map(({ headers }) => headers)).toEqual([
    [
      [TERMINAL_HEADER, 'chosen'],
      [ACTING_AS_HEADER, 'alice'],
      ['x-orchard-acting-as-groups', 'dev'],
      ['x-orchard-cluster', 'shop'],
    ],
    [
      [TERMINAL_HEADER, 'own'],
      ['x-orchard-cluster', 'shop'],
    ],
  ])
  expect(other.status).toBe(403)
  expect(requests.list().map(({ user, requestCount }) => [user, requestCount])).toEqual([
    ['alice', 2],
    ['', 1],
  ])
})

test('[BR3] the chunks of a stream are cut to the size of a frame', async () => {
  const long = new Uint8Array(700_000).fill(7)
  const { ask, requests } = startHandler(
    () => new Response(new ReadableStream({ start: (c) => (c.enqueue(long), c.close()) })),
  )
  const response = await ask('/api/v1/pods?watch=1', [['User-Agent', 'kubectl/v1.33.1 (linux/amd64)']])
  expect(requests.list()[0]).toMatchObject({ program: 'kubectl', version: '1.33.1', last: [{ isOpen: true }] })

  const sizes: number[] = []
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) sizes.push(chunk.byteLength)

  expect(sizes).toEqual([262_144, 262_144, 175_712])
  expect(requests.list()[0]?.last[0]?.isOpen).toBe(false)
})

test('[BR6] the list keeps the last requests of each client, an open stream before what ended', () => {
  const requests = new TerminalRequests()
  const begin = (program: string, target: string) =>
    requests.begin({ method: 'GET', target, userAgent: `${program}/1`, user: 'ann', startMs: 0 })
  begin('kubectl', '/watch')
  begin('kubectl', '/a')({ status: 200, isOpen: false })
  begin('bot', '/b')({ status: 403, isOpen: false })
  begin('kubectl', '/c')({ status: 201, isOpen: false, auditId: 'x' })

  expect(requests.count).toBe(4)
  expect(requests.list().map(({ program, last }) => [program, last.map(({ target }) => target)])).toEqual([
    ['kubectl', ['/c', '/watch']],
    ['bot', ['/b']],
  ])
})

test('[RCD1] the bodies of the last writes of terminal clients are kept as text, for recordings', async () => {
  let id = 0
  const headers = (): HeadersInit => ({ 'content-length': '2', 'x-orchard-request-id': String((id += 1)) })
  const { requests, handle } = startHandler(() => new Response('{}', { headers: headers() }))
  const post = (body: string, contentType: string) =>
    handle(new Request('http://127.0.0.1:8090/api/v1/pods', { method: 'POST', body }), {
      rawHeaders: [['Content-Type', contentType]],
    })
  await post('{"kind":"Pod"}', 'application/json')
  await post('k8s\0', 'application/vnd.kubernetes.protobuf')
  for (let n = 0; n < 199; n += 1) await post('a: b', 'application/yaml')

  expect(requests.bodyOf(1)).toEqual({
    method: 'POST',
    target: '/api/v1/pods',
    headers: [['content-type', 'application/json']],
    body: '{"kind":"Pod"}',
  })
  expect(requests.bodyOf(2)).toBeUndefined()
  await post('a: b', 'application/yaml')
  expect(requests.bodyOf(1)).toBeUndefined()
})
