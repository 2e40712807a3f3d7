import { connect } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { afterEach, expect, test } from 'vitest'
import type { FetchHandler } from './fetch-handler.ts'
import { type HttpHost, listen } from './http-host.ts'

const hosts: HttpHost[] = []
afterEach(async () => {
  await Promise.all(hosts.splice(0).map((host) => host.close(0)))
})

async function start(
  handle: FetchHandler,
  compresses?: () => boolean,
): Promise<{ base: string; port: number; host: HttpHost; errors: unknown[] }> {
  const errors: unknown[] = []
  const host = await listen({
    handle,
    host: '127.0.0.1',
    port: 0,
    ...(compresses && { compresses }),
    report: (error) => errors.push(error),
  })
  hosts.push(host)
  const { port } = host.address
  return { base: `http://127.0.0.1:${port}`, port, host, errors }
}

/** Sends `text` unchanged and resolves with everything received until the server closes the connection. */
function raw(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    let answer = ''
    socket.setEncoding('latin1')
    socket.on('data', (chunk: string) => (answer += chunk))
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
  })
}

const echo: FetchHandler = async (request, { rawTarget, rawHeaders }) => {
  const body = new TextEncoder().encode(JSON.stringify({ method: request.method, rawTarget, rawHeaders }))
  return new Response(body, { headers: { 'content-length': String(body.byteLength) } })
}
const echoed = (answer: string) =>
  JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4)) as {
    method: string
    rawTarget: string
    rawHeaders: [string, string][]
  }

test('[ND4] the server receives path and headers as sent on the wire', async () => {
  const { port } = await start(echo)

  const answer = await raw(
    port,
    'GET /api/v1/namespaces/%2e%2e/secrets?x=%20 HTTP/1.1\r\nHost: h\r\nX-Two: a\r\nX-Two: b\r\nAccept-Encoding: br\r\nConnection: close\r\n\r\n',
  )

  expect(echoed(answer).rawTarget).toBe('/api/v1/namespaces/%2e%2e/secrets?x=%20')
  expect(echoed(answer).rawHeaders).toEqual([
    ['Host', 'h'],
    ['X-Two', 'a'],
    ['X-Two', 'b'],
    ['Accept-Encoding', 'br'],
    ['Connection', 'close'],
  ])
})

test('[ND4] an absolute URI is reduced to its path', async () => {
  const { port } = await start(echo)

  const answer = await raw(port, 'GET http://other.example/api?x=1 HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n')

  expect(echoed(answer).rawTarget).toBe('/api?x=1')
})

test('[ND4] HEAD returns the headers without a body; TRACE is passed to the server', async () => {
  const { port } = await start(echo)

  const head = await raw(port, 'HEAD /api HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n')
  const trace = await raw(port, 'TRACE /api HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n')

  expect(head).toMatch(/^HTTP\/1.1 200 /)
  expect(head.split('\r\n\r\n')[1]).toBe('')
  expect(echoed(trace).method).toBe('TRACE')
})

test('[ND9] two Authorization headers, or two Host headers, are refused', async () => {
  const { port } = await start(echo)

  const auth = await raw(
    port,
    'GET /api HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer a\r\nAuthorization: Bearer b\r\n\r\n',
  )
  const twice = await raw(port, 'GET /api HTTP/1.1\r\nHost: h\r\nHost: i\r\n\r\n')

  expect(auth).toMatch(/^HTTP\/1.1 400 /)
  expect(auth).toContain('too many Authorization headers')
  expect(twice).toMatch(/^HTTP\/1.1 400 /)
})

test('[ND3] of a body over 3 MiB the server receives one byte more than the limit, also with chunked encoding', async () => {
  const lengths: number[] = []
  const { base } = await start(async (request) => {
    lengths.push((await request.arrayBuffer()).byteLength)
    return new Response('{}', { status: 413, headers: { 'content-length': '2' } })
  })
  const body = new Uint8Array(5 * 1024 * 1024)

  const plain = await fetch(base, { method: 'POST', body })
  const chunked = await fetch(base, {
    method: 'POST',
    body: new Blob([body]).stream(),
    duplex: 'half',
  } as RequestInit)

  expect([plain.status, chunked.status]).toEqual([413, 413])
  expect(lengths).toEqual([3 * 1024 * 1024 + 1, 3 * 1024 * 1024 + 1])
})

test('[ND3] with Expect: 100-continue, a body that is too long is refused before it is sent', async () => {
  const { port } = await start(async () => new Response('no', { status: 413, headers: { 'content-length': '2' } }))

  const answer = await raw(
    port,
    'POST /api HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 4000000\r\n\r\n',
  )

  expect(answer).toMatch(/^HTTP\/1.1 413 /)
})

test('[ND2] a stream is sent as it is produced, and its source is cancelled when the client disconnects', async () => {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  let cancelled: () => void = () => undefined
  const gone = new Promise<void>((resolve) => (cancelled = resolve))
  let signal: AbortSignal | undefined
  const { base, errors } = await start(async (request) => {
    signal = request.signal
    return new Response(
      new ReadableStream({ start: (given) => void (controller = given), cancel: () => cancelled() }),
      { headers: { 'content-type': 'application/json' } },
    )
  })
  const stopping = new AbortController()
  const response = await fetch(base, { signal: stopping.signal })
  const reader = response.body?.getReader()

  controller?.enqueue(new TextEncoder().encode('{"type":"ADDED"}\n'))
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('{"type":"ADDED"}\n')
  stopping.abort()

  await gone
  expect(signal?.aborted).toBe(true)
  expect(errors).toEqual([])
})

test('[ND2] a client that does not read pauses the producer', async () => {
  let made = 0
  const { port } = await start(
    async () =>
      new Response(
        new ReadableStream({
          pull(controller) {
            made++
            controller.enqueue(new Uint8Array(64 * 1024))
          },
        }),
      ),
  )
  const socket = connect(port, '127.0.0.1', () => socket.write('GET /api HTTP/1.1\r\nHost: h\r\n\r\n'))
  socket.pause()
  let before = -1
  while (before !== made) {
    before = made
    for (let turn = 0; turn < 200; turn += 1) await new Promise((resolve) => setImmediate(resolve))
  }

  expect(made).toBeLessThan(400)
  socket.destroy()
})

test('[FG7] nothing is compressed while the feature gate is off', async () => {
  let isOn = false
  const { base } = await start(
    async () => new Response('a'.repeat(128 * 1024), { headers: { 'content-length': String(128 * 1024) } }),
    () => isOn,
  )
  const encoding = async () =>
    (await fetch(base, { headers: { 'accept-encoding': 'gzip' } })).headers.get('content-encoding')
  expect(await encoding()).toBeNull()
  isOn = true
  expect(await encoding()).toBe('gzip')
})

test('[ND5] from 128 KiB a response is compressed for a client that accepts gzip', async () => {
  const text = 'a'.repeat(128 * 1024)
  const { base } = await start(async (request) => {
    const body = request.url.endsWith('small') ? 'small' : text
    return new Response(body, {
      headers: { 'content-length': String(body.length), 'content-type': 'application/json' },
    })
  })
  const get = async (path: string, encoding: string) => {
    const { default: http } = await import('node:http')
    return new Promise<{ headers: Record<string, unknown>; body: Buffer }>((resolve) => {
      http.get(`${base}${path}`, { headers: { 'accept-encoding': encoding } }, (message) => {
        const chunks: Buffer[] = []
        message.on('data', (chunk: Buffer) => chunks.push(chunk))
        message.on('end', () => resolve({ headers: message.headers, body: Buffer.concat(chunks) }))
      })
    })
  }

  const packed = await get('/big', 'br, gzip')
  expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' })
  expect(gunzipSync(packed.body).toString()).toBe(text)
  expect((await get('/big', 'gzip;q=0')).headers['content-encoding']).toBeUndefined()
  expect((await get('/small', 'gzip')).headers['content-encoding']).toBeUndefined()
})

test('[ND1] close lets requests in flight finish, then closes the remaining connections', async () => {
  let finish: (() => void) | undefined
  const { base, host } = await start(async () => {
    await new Promise<void>((resolve) => (finish = resolve))
    return new Response('done', { headers: { 'content-length': '4' } })
  })
  const asking = fetch(base)
  while (finish === undefined) await new Promise((resolve) => setTimeout(resolve, 2))

  const closed = host.close(5_000)
  finish()

  expect(await (await asking).text()).toBe('done')
  await closed
  await expect(fetch(base)).rejects.toThrow('fetch failed')
})

test('[ND1] an error of the handler is a 500 without a body, and is reported to the terminal', async () => {
  const { base, errors } = await start(async () => {
    throw new Error('secret detail')
  })

  const response = await fetch(base)

  expect(response.status).toBe(500)
  expect(await response.text()).not.toContain('secret detail')
  expect(errors).toHaveLength(1)
})

test('[ND15] a request names the address at which it reached the server, whatever its Host header says', async () => {
  const { port } = await start(async ({ url }) => new Response(url))

  const answer = await raw(port, 'GET /a?b HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n')

  expect(answer).toContain(`http://127.0.0.1:${port}/a?b`)
})

test('[RQ6] each warning has a header line of its own', async () => {
  const warnings = ['299 - "a, \\"b\\", c"', '299 - "d\\\\"', '299 - "e"']
  const { port } = await start(async () => {
    const headers = new Headers()
    for (const warning of warnings) headers.append('warning', warning)
    return new Response('', { headers })
  })

  const answer = await raw(port, 'GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n')

  const lines = answer.split('\r\n').filter((line) => line.toLowerCase().startsWith('warning: '))
  expect(lines.map((line) => line.slice('warning: '.length))).toEqual(warnings)
})
