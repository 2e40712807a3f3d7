import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, expect, test } from 'vitest'
import { outboundFetch } from './outbound-fetch.ts'

let server: Server | null = null
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

async function listen(seen: IncomingMessage[]): Promise<number> {
  const started = createServer((request, response) => {
    seen.push(request)
    request.resume()
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('answer'))
  })
  server = started
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve))
  return (started.address() as AddressInfo).port
}

const post = (url: string): Request => new Request(url, { method: 'POST', body: 'x', redirect: 'manual' })

test('[WH4] calls keep connections and read compressed answers', async () => {
  const seen: IncomingMessage[] = []
  const port = await listen(seen)
  for (let round = 0; round < 3; round++) {
    const answer = await outboundFetch(post(`http://127.0.0.1:${port}/`))
    expect(await answer.text()).toBe('answer')
    expect(answer.headers.get('content-encoding')).toBeNull()
  }
  expect(new Set(seen.map(({ socket }) => socket.remotePort)).size).toBe(1)
  expect(seen[0]?.headers.connection).toBe('keep-alive')
})

test('[WH4] a connection that the other end closed meanwhile is replaced', async () => {
  const seen: IncomingMessage[] = []
  const port = await listen(seen)
  await (await outboundFetch(post(`http://127.0.0.1:${port}/`))).text()
  server?.closeAllConnections()
  const answer = await outboundFetch(post(`http://127.0.0.1:${port}/`))
  expect(await answer.text()).toBe('answer')
})

test('[APS7] a call dials another address than that of its URL, and sends a header several times', async () => {
  const seen: IncomingMessage[] = []
  const port = await listen(seen)
  const headerLines = [
    ['x-remote-group', 'a'],
    ['x-remote-group', 'b, c'],
  ] as const
  await (
    await outboundFetch(post('http://wardle.default.svc:443/x'), {
      connectTo: { host: '127.0.0.1', port },
      headerLines,
    })
  ).text()
  expect(seen[0]?.headers.host).toBe('wardle.default.svc:443')
  expect(seen[0]?.headersDistinct['x-remote-group']).toEqual(['a', 'b, c'])
})
