import { expect, test } from 'vitest'
import { createFakeLocks } from '#testing/fake-locks.ts'
import { Connection } from './connection.ts'
import {
  type ClientFrame,
  CREDITS,
  type HeaderList,
  PROTOCOL_VERSION,
  type ServerFrame,
  serverLockName,
} from './protocol.ts'
import { ServedPort, type WireHandler } from './served-port.ts'
import { wholeBody } from './whole-body.ts'
import { WireClient, type WireRequest } from './wire-client.ts'
import { messagePort } from './wire-port.ts'

const encoder = new TextEncoder()
const url = 'http://page.test/api/v1/things'
const get = (more: Partial<WireRequest> = {}): WireRequest => ({ method: 'GET', url, headers: [], body: null, ...more })

/** Connects a client and a server with `handle` by a channel. Counts the chunks that are sent. */
function joined(handle: WireHandler) {
  const { port1, port2 } = new MessageChannel()
  const sent: ServerFrame[] = []
  const serverSide = messagePort<ServerFrame, ClientFrame>(port2)
  const server = new ServedPort(
    {
      ...serverSide,
      send(frame, transfer) {
        sent.push(frame)
        serverSide.send(frame, transfer)
      },
    },
    { handle, hello: () => undefined, gone: () => undefined, bye: () => undefined, retire: () => undefined },
  )
  const client = new WireClient(messagePort<ClientFrame, ServerFrame>(port1), () => undefined)
  const chunkCount = (): number => sent.filter((frame) => frame.type === 'chunk').length
  return { client, server, sent, chunkCount }
}

/** A stream that the test produces; reports when it was cancelled. */
function source() {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  let cancelled: () => void
  const gone = new Promise<void>((resolve) => (cancelled = resolve))
  const stream = new ReadableStream<Uint8Array>({
    start: (given) => {
      controller = given
    },
    cancel: () => cancelled(),
  })
  return {
    stream,
    gone,
    emit: (text: string) => controller?.enqueue(encoder.encode(text)),
    end: () => controller?.close(),
    fail: (error: Error) => controller?.error(error),
  }
}

const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5))

test('[WI1] a small body is sent together with its head, status, status text and headers', async () => {
  const { client, sent } = joined(
    async () => new Response('{"a":1}', { status: 201, headers: { 'content-length': '7', warning: '299 - "x"' } }),
  )

  const response = await client.fetch(get())

  expect(response.status).toBe(201)
  expect(response.headers.get('warning')).toBe('299 - "x"')
  expect(await response.text()).toBe('{"a":1}')
  expect(sent.map((frame) => frame.type)).toEqual(['head'])
})

test('[PF4] the bytes of a whole body can be transferred, the response keeps its own; a stream has none', async () => {
  const { client } = joined(async (request) =>
    request.url.endsWith('stream')
      ? new Response(source().stream)
      : new Response('{"a":1}', { headers: { 'content-length': '7' } }),
  )
  const whole = await client.fetch(get())
  const bytes = wholeBody(whole)
  structuredClone(bytes, { transfer: bytes === undefined ? [] : [bytes] })

  expect(await whole.text()).toBe('{"a":1}')
  expect(wholeBody(await client.fetch(get({ url: `${url}/stream` })))).toBeUndefined()
})

test('[WI1] method, body and raw headers reach the server, including headers that a Request cannot carry', async () => {
  let seen: { method: string; body: string; rawHeaders: HeaderList; type: string | null } | undefined
  const { client } = joined(async (request, { rawHeaders }) => {
    seen = { method: request.method, body: await request.text(), rawHeaders, type: request.headers.get('content-type') }
    return new Response(null, { status: 204 })
  })
  const headers: HeaderList = [
    ['accept-encoding', 'gzip'],
    ['content-type', 'application/json'],
  ]

  const body = encoder.encode('{"kind":"Thing"}').buffer
  const response = await client.fetch(get({ method: 'PUT', headers, body }))

  expect(response.status).toBe(204)
  expect(seen).toEqual({ method: 'PUT', body: '{"kind":"Thing"}', rawHeaders: headers, type: 'application/json' })
})

test('[WI1] responses are matched by id, in any order', async () => {
  const waits = new Map<string, () => void>()
  const { client } = joined(async (request) => {
    const name = new URL(request.url).searchParams.get('n') ?? ''
    await new Promise<void>((resolve) => waits.set(name, resolve))
    return new Response(name, { headers: { 'content-length': '1' } })
  })
  const answers = ['1', '2', '3'].map((n) => client.fetch(get({ url: `${url}?n=${n}` })))
  await expect.poll(() => waits.size).toBe(3)

  for (const n of ['3', '1', '2']) waits.get(n)?.()

  expect(await Promise.all(answers.map(async (answer) => (await answer).text()))).toEqual(['1', '2', '3'])
})

test('[WI2] all events of one turn are sent in one chunk without delay', async () => {
  const events = source()
  const { client, chunkCount } = joined(async () => new Response(events.stream))
  const response = await client.fetch(get())
  const reader = response.body?.getReader()

  for (let n = 0; n < 1000; n++) events.emit(`${n}\n`)
  const first = await reader?.read()

  expect(chunkCount()).toBe(1)
  expect(new TextDecoder().decode(first?.value).split('\n')).toHaveLength(1001)
})

test('[WI2] the head of an idle stream is sent before its first chunk', async () => {
  const events = source()
  const { client } = joined(async () => new Response(events.stream))

  const response = await client.fetch(get())

  expect(response.status).toBe(200)
  events.emit('late')
  events.end()
  expect(await response.text()).toBe('late')
})

test('[WI3] a reader that does not read stops the producer when the credits are used up, and no data is lost', async () => {
  let made = 0
  const size = 300 * 1024
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      made++
      if (made === 200) controller.close()
      else controller.enqueue(new Uint8Array(size).fill(made))
    },
  })
  const { client, chunkCount } = joined(async () => new Response(endless))
  const response = await client.fetch(get())
  await turn()
  await turn()

  expect(chunkCount()).toBe(CREDITS)
  expect(made).toBeLessThan(CREDITS + 6)
  const body = new Uint8Array(await response.arrayBuffer())
  expect(body.byteLength).toBe(199 * size)
  expect(body.at(-1)).toBe(199)
})

test("[WI3] chunks are copies: the server's buffers are not transferred", async () => {
  const cached = encoder.encode('cached bytes of an object')
  const handle = async (): Promise<Response> =>
    new Response(
      new ReadableStream({
        start(controller) {
          controller.enqueue(cached.subarray(0, 6))
          controller.close()
        },
      }),
    )
  const { client } = joined(handle)

  expect(await (await client.fetch(get())).text()).toBe('cached')
  expect(await (await client.fetch(get())).text()).toBe('cached')
  expect(cached.byteLength).toBe(25)
})

test('[WI4] reader.cancel() ends the stream at the server', async () => {
  const events = source()
  const { client } = joined(async () => new Response(events.stream))
  const response = await client.fetch(get())

  await response.body?.cancel()

  await events.gone
})

test('[WI4] abort ends the stream at the server and fails the reader with its reason', async () => {
  const events = source()
  const { client } = joined(async () => new Response(events.stream))
  const stopping = new AbortController()
  const response = await client.fetch(get({ signal: stopping.signal }))
  const reading = response.text()

  stopping.abort(new Error('enough'))

  await expect(reading).rejects.toThrow('enough')
  await events.gone
})

test("[WI4] abort before the head triggers the request's signal, and a late response is cancelled", async () => {
  const events = source()
  let answer: (() => void) | undefined
  let signal: AbortSignal | undefined
  const { client, sent } = joined(async (request) => {
    signal = request.signal
    await new Promise<void>((resolve) => (answer = resolve))
    return new Response(events.stream)
  })
  const stopping = new AbortController()
  const asking = client.fetch(get({ signal: stopping.signal }))
  await turn()

  stopping.abort(new Error('enough'))
  await expect(asking).rejects.toThrow('enough')
  await turn()
  expect(signal?.aborted).toBe(true)
  answer?.()

  await events.gone
  expect(sent).toEqual([])
})

test('[WI4] closing the port at the server ends every stream of that client', async () => {
  const one = source()
  const two = source()
  const streams = [one.stream, two.stream]
  const { client, server } = joined(async () => new Response(streams.shift()))
  await client.fetch(get())
  await client.fetch(get())

  server.close()

  await Promise.all([one.gone, two.gone])
})

test('[WI1] a stream that fails at the server fails at the client', async () => {
  const events = source()
  const { client } = joined(async () => new Response(events.stream))
  const response = await client.fetch(get())
  const reading = response.text()

  events.fail(new Error('disk'))

  await expect(reading).rejects.toThrow('network error: disk')
})

test('[WI1] a handler that throws causes a network error', async () => {
  const { client } = joined(async () => {
    throw new Error('bug')
  })

  await expect(client.fetch(get())).rejects.toThrow('network error: bug')
})

test('[WI6] a caller that repeats a request while there is no server does not keep the page from anything else', async () => {
  const { port1, port2 } = new MessageChannel()
  const connection = await new Promise<Connection>((resolve) => {
    port1.postMessage({ type: 'storage', worker: 'broken', status: { type: 'error', message: 'no storage' } })
    const opened: Connection = new Connection({
      openPort: () => messagePort(port2),
      locks: null,
      newId: () => 'page',
      report: ({ type }) => type === 'storage' && resolve(opened),
    })
  })
  let timerRan = false
  setTimeout(() => (timerRan = true), 0)
  for (let asked = 0; asked < 1000 && !timerRan; asked += 1) expect((await connection.fetch(get())).status).toBe(503)
  port1.close()
  expect(timerRan).toBe(true)
})

test('[WI5] a worker that fails before its first frame is started again at once, but not a second time', async () => {
  const opened: MessagePort[] = []
  const welcome = { type: 'welcome', protocol: PROTOCOL_VERSION, server: 's', kind: 'shared' } as const
  const connected = new Promise<Connection>((resolve) => {
    const connection = new Connection({
      openPort() {
        const { port1, port2 } = new MessageChannel()
        opened.push(port1)
        // The first two workers never say a word.
        if (opened.length === 3) port1.postMessage(welcome)
        return messagePort(port2)
      },
      locks: null,
      newId: () => 'page',
      report: ({ type }) => type === 'connected' && resolve(connection),
    })
    expect(connection.startAgain()).toBe(true)
    expect(connection.startAgain()).toBe(false)
    void turn().then(() => {
      expect(opened).toHaveLength(2)
      connection.restart()
    })
  })
  const connection = await connected
  expect(opened).toHaveLength(3)
  // A server that was heard is not started again for an error that it threw.
  expect(connection.startAgain()).toBe(false)
  for (const port of opened) port.close()
})

test('[WI6] when the server terminates, requests without a head get 503 with Retry-After and streams a network error', async () => {
  const events = source()
  const { client } = joined(async (request) =>
    request.method === 'GET' ? new Response(events.stream) : new Promise<Response>(() => undefined),
  )
  const stream = (await client.fetch(get())).text()
  const write = client.fetch(get({ method: 'POST' }))

  expect(client.fail()).toBe(2)

  await expect(stream).rejects.toThrow('network error')
  const response = await write
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1'])
  expect(await response.json()).toMatchObject({ kind: 'Status', reason: 'ServiceUnavailable', code: 503 })
})

test('[WI6] a read that a server did not live to answer gets the answer of the next one; a write gets 503', async () => {
  const locks = createFakeLocks()
  const ends: (() => void)[] = []
  const opened: MessagePort[] = []
  let asked = 0
  const connection = new Connection({
    openPort() {
      const { port1, port2 } = new MessageChannel()
      opened.push(port1)
      const server = `server-${ends.length}`
      const isFirst = ends.length === 0
      const handle: WireHandler = async ({ method }) => {
        asked += 1
        return isFirst ? new Promise(() => undefined) : new Response(`${method} by ${server}`)
      }
      const served = new ServedPort(messagePort<ServerFrame, ClientFrame>(port1), {
        handle,
        hello: () => served.send({ type: 'welcome', protocol: PROTOCOL_VERSION, server, kind: 'shared' }),
        gone: () => undefined,
        bye: () => undefined,
        retire: () => undefined,
      })
      void locks.request(serverLockName(server), {}, () => new Promise<void>((end) => ends.push(end)))
      return messagePort(port2)
    },
    locks,
    newId: () => crypto.randomUUID(),
    report: () => undefined,
  })
  const [read, write] = [connection.fetch(get()), connection.fetch(get({ method: 'POST' }))]
  await expect.poll(() => asked).toBe(2)
  ends[0]?.()

  expect((await write).status).toBe(503)
  expect(await (await read).text()).toBe('GET by server-1')
  for (const port of opened) port.close()
})
