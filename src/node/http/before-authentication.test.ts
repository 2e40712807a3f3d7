import { connect, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { plainBytesResponse, bytesResponse } from '#api/bodies/known-body.ts'
import { compress } from './compression.ts'
import type { FetchHandler } from './fetch-handler.ts'
import { type HttpHost, listen } from './http-host.ts'

const hosts: HttpHost[] = []
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await Promise.all(hosts.splice(0).map((host) => host.close(0)))
})

async function start(handle: FetchHandler): Promise<{ port: number; errors: unknown[] }> {
  const errors: unknown[] = []
  const host = await listen({ handle, host: '127.0.0.1', port: 0, report: (error) => errors.push(error) })
  hosts.push(host)
  return { port: host.address.port, errors }
}

/** Opens a connection, sends `text` and collects the response. */
async function send(port: number, text: string): Promise<{ socket: Socket; answer: () => string }> {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  let answer = ''
  socket.setEncoding('latin1').on('data', (chunk: string) => (answer += chunk))
  socket.on('error', () => undefined)
  await new Promise((resolve) => socket.write(text, resolve))
  return { socket, answer: () => answer }
}

const until = (isTrue: () => boolean): Promise<void> => expect.poll(isTrue).toBe(true)

const unauthorized: FetchHandler = async () => new Response('no', { status: 401, headers: { 'content-length': '2' } })

test('[ND14] a refusal does not wait for the body', async () => {
  const { port } = await start(unauthorized)

  const { answer } = await send(port, 'POST /api HTTP/1.1\r\nHost: h\r\nContent-Length: 2900000\r\n\r\n{"half":')

  await until(() => answer().startsWith('HTTP/1.1 401 '))
})

test('[ND14] the body is requested only when the server reads it', async () => {
  const refusing = await start(unauthorized)
  const reading = await start(
    async (request) => new Response(await request.text(), { headers: { 'content-length': '4' } }),
  )
  const head = 'POST /api HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\n'

  const refused = await send(refusing.port, head)
  const read = await send(reading.port, head)
  await until(() => read.answer().startsWith('HTTP/1.1 100 '))
  read.socket.write('body')

  await until(() => read.answer().endsWith('body'))
  await until(() => refused.answer().startsWith('HTTP/1.1 401 '))
  expect(refused.answer()).toMatch(/connection: close/i)
})

test('[ND14] a connection stays usable after a refusal if its body is complete', async () => {
  const { port } = await start(unauthorized)
  const { socket, answer } = await send(port, 'POST /api HTTP/1.1\r\nHost: h\r\nContent-Length: 200000\r\n\r\n')
  await until(() => answer().startsWith('HTTP/1.1 401 '))

  socket.write(`${'x'.repeat(200_000)}GET /api HTTP/1.1\r\nHost: h\r\n\r\n`)

  await until(() => answer().split('HTTP/1.1 401 ').length === 3)
})

test('[ND14] a client that disconnects while its body is read is not reported as an error', async () => {
  let isReading = false
  let isOver = false
  const { port, errors } = await start(async (request, details) => {
    if (request.method === 'GET') return unauthorized(request, details)
    isReading = true
    return new Response(await request.text().finally(() => (isOver = true)))
  })
  const { socket } = await send(port, 'POST /api HTTP/1.1\r\nHost: h\r\nContent-Length: 100\r\n\r\nhalf')
  await until(() => isReading)
  socket.destroy()
  await until(() => isOver)
  // The host serves this request after it has handled the failed one.
  const { answer } = await send(port, 'GET /api HTTP/1.1\r\nHost: h\r\n\r\n')
  await until(() => answer().startsWith('HTTP/1.1 401 '))

  expect(errors).toEqual([])
})

test('[ND14] connections with the longest unfinished heads are closed beyond a sum of 32 MiB', async () => {
  const { port } = await start(unauthorized)
  const short = await send(port, 'GET /api HTTP/1.1\r\nHost: h\r\nX-Short: ')
  let closed = 0
  for (let n = 0; n < 50; n += 1) {
    const { socket } = await send(port, `GET /api HTTP/1.1\r\nHost: h\r\nX-Long: ${'x'.repeat(900_000)}`)
    socket.on('close', () => (closed += 1))
  }

  await until(() => closed >= 12)
  short.socket.write('end\r\n\r\n')
  await until(() => short.answer().startsWith('HTTP/1.1 401 '))
  expect(closed).toBeLessThan(50)
}, 20_000)

test('[ND14] a document is compressed once for all clients, and a plain response is never compressed', async () => {
  const document = new TextEncoder().encode('{"paths":{}}'.repeat(50_000))
  const { port } = await start(async (request) =>
    (request.url.endsWith('/plain') ? plainBytesResponse : bytesResponse)(document, {}),
  )
  const get = async (path: string): Promise<readonly [string | null, number]> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`)
    return [response.headers.get('content-encoding'), (await response.arrayBuffer()).byteLength]
  }

  expect(await Promise.all([get('/one'), get('/two')])).toEqual([
    ['gzip', document.byteLength],
    ['gzip', document.byteLength],
  ])
  expect(compress(document)).toBe(compress(document))
  expect(await get('/plain')).toEqual([null, document.byteLength])
})
