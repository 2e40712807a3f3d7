import { once } from 'node:events'
import { createServer, type Http2Server, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { GrpcSession } from './grpc-session.ts'

const tls = { ca: undefined, cert: undefined, key: undefined }
const intervals = 5

let server: Http2Server
const sessions: ServerHttp2Session[] = []
const seen = { pings: 0, calls: 0 }
let answer: (stream: ServerHttp2Stream) => void

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  Object.assign(seen, { pings: 0, calls: 0 })
  server = createServer()
  server.on('session', (session) => {
    sessions.push(session)
    session.on('ping', () => (seen.pings += 1))
  })
  server.on('stream', (stream) => {
    seen.calls += 1
    answer(stream)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
})

afterEach(async () => {
  vi.useRealTimers()
  for (const session of sessions.splice(0)) session.destroy()
  server.close()
  await once(server, 'close')
})

async function connected(): Promise<GrpcSession> {
  const session = new GrpcSession(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, tls)
  await expect.poll(() => sessions.length).toBe(1)
  return session
}

test('[ETC16] a connection without calls stays: it is probed by calls, of which any answer will do, and not by pings', async () => {
  // Unimplemented, as of a server without this service.
  answer = (stream) => stream.respond({ ':status': 200, 'grpc-status': '12' }, { endStream: true })
  const session = await connected()
  for (let interval = 1; interval <= intervals; interval += 1) {
    await vi.advanceTimersByTimeAsync(2_000)
    await expect.poll(() => seen.calls).toBe(interval)
  }
  expect(seen.pings).toBe(0)
  expect(session.isUsable).toBe(true)
  session.destroy()
})

test('[ETC16] a connection on which nothing answers is given up after two intervals', async () => {
  answer = () => undefined
  const session = await connected()
  await vi.advanceTimersByTimeAsync(2_000)
  await expect.poll(() => seen.calls).toBe(1)
  expect(session.isUsable).toBe(true)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(session.isUsable).toBe(false)
})
