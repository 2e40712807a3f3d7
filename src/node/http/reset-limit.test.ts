import { connect, constants, createServer } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { limitResets } from './reset-limit.ts'

/** Opens streams one after another and resets each at once. Returns whether the connection is still open. */
async function resetStreams(count: number): Promise<boolean> {
  const server = createServer()
  server.on('session', (session) => {
    session.on('error', () => undefined)
    limitResets(session)
  })
  server.on('stream', (stream) => stream.on('error', () => undefined))
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const client = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  client.on('error', () => undefined)
  for (let n = 0; n < count && !client.destroyed; n += 1) {
    const stream = client.request({ ':path': '/' })
    stream.on('error', () => undefined)
    await new Promise((resolve) => setImmediate(resolve))
    stream.close(constants.NGHTTP2_CANCEL)
  }
  // The server answers a ping after it has handled all resets before it; a closed connection fails the ping.
  if (!client.destroyed && !client.closed) await new Promise((resolve) => void client.ping(resolve))
  const isOpen = !client.destroyed && !client.closed
  client.destroy()
  await new Promise((resolve) => server.close(resolve))
  return isOpen
}

test('[TLS5] a flood of resets closes the connection; a client that stops its watches keeps it', async () => {
  expect(await resetStreams(100)).toBe(true)
  expect(await resetStreams(2_000)).toBe(false)
})
