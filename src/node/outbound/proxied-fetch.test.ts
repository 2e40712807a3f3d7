import { createServer as createHttp, type Server } from 'node:http'
import { type AddressInfo, connect, createServer as createTcp, type Socket } from 'node:net'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import type { Transport } from '#egress/egress-settings.ts'
import type { TunnelTalk } from '#egress/http-connect.ts'
import { outboundFetch } from './outbound-fetch.ts'

const open: { close(): unknown }[] = []
afterEach(() => open.splice(0).forEach((each) => each.close()))

const portOf = (server: { address(): unknown }): number => (server.address() as AddressInfo).port

async function target(): Promise<Server> {
  const server = createHttp((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => response.end(`${request.method} ${request.url} ${request.headers['x-a']} ${body}`))
  })
  await new Promise<void>((wake) => server.listen(0, '127.0.0.1', wake))
  open.push(server)
  return server
}

/** Starts a proxy that supports only CONNECT. */
async function proxy(place: number | string, refuses = false): Promise<ReturnType<typeof createTcp>> {
  const server = createTcp((client: Socket) => {
    client.once('data', (head: Buffer) => {
      const [, host = '', port = ''] = /^CONNECT ([^:]+):(\d+) HTTP\/1.1\r\n/.exec(head.toString()) ?? []
      if (refuses || host === '') {
        client.end('HTTP/1.1 403 Forbidden\r\n\r\n')
        return
      }
      const there = connect(Number(port), host, () => {
        client.write('HTTP/1.1 200 OK\r\n\r\n')
        client.pipe(there).pipe(client)
      })
      there.on('error', () => client.destroy())
    })
    client.on('error', () => undefined)
  })
  await new Promise<void>((wake) => server.listen(place, wake))
  open.push(server)
  return server
}

async function through(transport: Transport, port: number): Promise<{ text: string; talk: readonly TunnelTalk[] }> {
  let talk: readonly TunnelTalk[] = []
  const request = new Request(`http://127.0.0.1:${port}/x?y=1`, {
    method: 'POST',
    headers: { 'x-a': 'b' },
    body: 'hello',
  })
  const response = await outboundFetch(request, {
    dial: { route: { type: 'http-connect', transport }, tell: (heard) => (talk = heard) },
  })
  return { text: await response.text(), talk }
}

test('[EG6] a request goes through an HTTP proxy over TCP and over a Unix socket', async () => {
  const port = portOf(await target())
  const overTcp = await proxy(0)
  const url = `http://127.0.0.1:${portOf(overTcp)}`
  const tcp = await through({ type: 'tcp', url, tls: null }, port)
  expect(tcp.text).toBe('POST /x?y=1 b hello')
  expect(tcp.talk.map(({ text }) => text)).toEqual([
    `CONNECT 127.0.0.1:${port} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`,
    'HTTP/1.1 200 OK\r\n\r\n',
  ])

  const dir = await mkdtemp(join(tmpdir(), 'orchard-proxy-'))
  await proxy(join(dir, 'p.sock'))
  expect((await through({ type: 'uds', path: join(dir, 'p.sock') }, port)).text).toBe('POST /x?y=1 b hello')
  await rm(dir, { recursive: true })
})

test('[EG6] a proxy that refuses, or is unreachable, is reported in the error', async () => {
  const port = portOf(await target())
  const refusing = await proxy(0, true)
  const url = `http://127.0.0.1:${portOf(refusing)}`
  await expect(through({ type: 'tcp', url, tls: null }, port)).rejects.toThrow(
    'proxy answered "HTTP/1.1 403 Forbidden"',
  )
  await expect(through({ type: 'uds', path: '/nowhere/p.sock' }, port)).rejects.toThrow(/ENOENT/)
})
