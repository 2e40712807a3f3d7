import { afterEach, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { decodeAsked } from '#bridge/frame-codec.ts'
import { CLOSE_TAKEN, CLOSE_WRONG_SECRET, LINK_PATH } from '#bridge/greeting.ts'
import { socketPort } from '#bridge/socket-port.ts'
import { ACTING_AS_HEADER, TERMINAL_HEADER } from '#facts/debug-api.ts'
import type { ServerFrame } from '#wire/protocol.ts'
import { ServedPort, type WireHandler } from '#wire/served-port.ts'
import { parseCommandLine } from '#node/command-line.ts'
import { listen } from '#node/http/http-host.ts'
import { foreignCaller } from '#node/outbound/foreign-caller.ts'
import { callerHeaders } from './bridge-callers.ts'
import { bridgeHandler } from './bridge-handler.ts'
import { bridgeText } from './bridge.ts'
import { openPageLink, refusalOf } from './page-link.ts'

const secret = 's'.repeat(32)
const origin = 'http://localhost:5173'
const endings: (() => void | Promise<void>)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end()
})

async function startBridge(openMax?: number) {
  const changes: (string | null)[] = []
  const opened = { type: 'opened', server: 'x', kubeconfigPath: '', kubeconfig: '', needsToken: false } as const
  const link = await openPageLink({ secret, port: 0, origin, opened: () => opened, changed: (c) => changes.push(c) })
  const handle = bridgeHandler(link.client, { open: true, token: '', users: [] }, openMax)
  const api = await listen({ handle, host: '127.0.0.1', port: 0, foreign: foreignCaller, report: () => undefined })
  endings.push(
    () => link.close(),
    () => api.close(0),
  )
  return {
    changes,
    base: `http://127.0.0.1:${api.address.port}`,
    at: `ws://127.0.0.1:${link.address.port}${LINK_PATH}`,
  }
}

/** A tab with `handle` as its server. Resolves with its first message, or the code with which it was closed. */
function connectTab(at: string, handle: WireHandler, given = secret, from = origin) {
  const socket = new WebSocket(at, { origin: from })
  socket.binaryType = 'arraybuffer'
  endings.push(() => socket.terminate())
  const { port, received } = socketPort<ServerFrame, ReturnType<typeof decodeAsked>>(
    { send: (message) => socket.send(message), close: (code, reason) => socket.close(code, reason) },
    decodeAsked,
  )
  const ignore = (): void => undefined
  const served = new ServedPort(port, { handle, hello: ignore, gone: ignore, bye: ignore, retire: ignore })
  socket.on('open', () => socket.send(JSON.stringify({ type: 'open', protocol: 1, secret: given, cluster: 'shop' })))
  socket.on('close', () => served.close())
  const first = new Promise<string | number>((resolve) => {
    socket.on('message', (data, isBinary) => {
      if (isBinary) received(data as ArrayBuffer)
      else resolve(Buffer.from(data as ArrayBuffer).toString())
    })
    socket.on('close', (code) => resolve(code))
    socket.on('error', (error) => resolve(error.message))
  })
  return { socket, first }
}

test('[BR1] requests with their bytes reach the tab, and its answers the client', async () => {
  const { base, at, changes } = await startBridge()
  const seen: unknown[] = []
  const tab = connectTab(at, async (request, { rawHeaders }) => {
    seen.push([request.method, request.url, new Uint8Array(await request.arrayBuffer())])
    seen.push(rawHeaders.find(([name]) => name === TERMINAL_HEADER)?.[1])
    return new Response(new Uint8Array([0x6b, 0x38, 0x73, 0, 255]), { status: 201, headers: { 'audit-id': 'a' } })
  })
  expect(JSON.parse(String(await tab.first))).toMatchObject({ type: 'opened', server: 'x' })

  const response = await fetch(`${base}/api/v1/x?y=%2F`, { method: 'POST', body: new Uint8Array([1, 0, 2]) })

  expect([response.status, response.headers.get('audit-id')]).toEqual([201, 'a'])
  expect(new Uint8Array(await response.arrayBuffer())).toEqual(new Uint8Array([0x6b, 0x38, 0x73, 0, 255]))
  expect(seen).toEqual([['POST', `${base}/api/v1/x?y=%2F`, new Uint8Array([1, 0, 2])], 'chosen'])
  expect(changes).toEqual(['shop'])
})

test('[BR3] a stream arrives chunk by chunk, waits for its reader, and its cancellation reaches the tab', async () => {
  const { base, at } = await startBridge()
  let [pulled, cancelled] = [0, false]
  const endless = (): Response =>
    new Response(
      new ReadableStream<Uint8Array>(
        {
          pull(controller) {
            pulled += 1
            controller.enqueue(new Uint8Array(64 * 1024).fill(10))
          },
          cancel: () => void (cancelled = true),
        },
        { highWaterMark: 0 },
      ),
    )
  await connectTab(at, async () => endless()).first
  const client = new AbortController()
  const response = await fetch(`${base}/api/v1/pods?watch=1`, { signal: client.signal })
  const reader = response.body?.getReader()

  expect((await reader?.read())?.value?.[0]).toBe(10)
  // The tab stops when nobody reads: at most the credits and the buffers of the system are under way.
  let before = -1
  await vi.waitUntil(
    () => {
      const isStill = pulled === before
      before = pulled
      return isStill
    },
    { interval: 300, timeout: 20_000 },
  )
  expect(pulled).toBeLessThan(2000)
  client.abort()

  await vi.waitUntil(() => cancelled)
})

test('[BR1] without a tab requests get 503; when it goes, streams break off', async () => {
  const { base, at, changes } = await startBridge()
  const early = await fetch(`${base}/api`)
  expect([early.status, early.headers.get('retry-after')]).toEqual([503, '1'])
  expect(await early.json()).toMatchObject({ kind: 'Status', reason: 'ServiceUnavailable' })
  const open = new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(new Uint8Array([10])) })
  const tab = connectTab(at, async () => new Response(open))
  await tab.first
  const watch = await fetch(`${base}/api?watch=1`)
  const reader = watch.body?.getReader()
  await reader?.read()

  tab.socket.terminate()

  await expect(reader?.read()).rejects.toThrow()
  await vi.waitUntil(() => changes.length === 2)
  expect(changes).toEqual(['shop', null])
  expect((await fetch(`${base}/api`)).status).toBe(503)
})

test('[BR2] wrong secrets, other origins and a second tab are refused', async () => {
  const { at } = await startBridge()
  const never: WireHandler = () => Promise.reject(new Error('not called'))

  expect(await connectTab(at, never, 'wrong').first).toBe(CLOSE_WRONG_SECRET)
  expect(await connectTab(at, never, secret, 'https://evil.example').first).toContain('403')
  expect(String(await connectTab(at, never, secret, 'http://127.0.0.1:5173').first)).toContain('opened')
  expect(await connectTab(at, never).first).toBe(CLOSE_TAKEN)
  const good = { host: '127.0.0.1:4000', origin }
  expect(refusalOf({ url: LINK_PATH, headers: good }, origin)).toBe('')
  expect(refusalOf({ url: '/other', headers: good }, origin)).toContain('404')
  expect(refusalOf({ url: LINK_PATH, headers: { ...good, host: 'rebound.example:4000' } }, origin)).toContain('421')
  expect(refusalOf({ url: LINK_PATH, headers: { host: good.host } }, origin)).toContain('403')
  expect(refusalOf({ url: LINK_PATH, headers: { ...good, origin: 'http://localhost:9' } }, origin)).toContain('403')
})

test('[BR2] pages and foreign hosts may not call the API of the bridge', async () => {
  const { base } = await startBridge()
  const response = await fetch(`${base}/api`, { headers: { origin: 'https://evil.example' } })
  expect(response.status).toBe(403)
})

test('[BR3] more requests than the bridge holds are answered 429', async () => {
  const { base, at } = await startBridge(1)
  await connectTab(at, async () => new Response(new ReadableStream())).first
  const client = new AbortController()
  await fetch(`${base}/api?watch=1`, { signal: client.signal })

  expect((await fetch(`${base}/api`)).status).toBe(429)
  client.abort()
  await vi.waitUntil(async () => {
    const again = new AbortController()
    const { status } = await fetch(`${base}/api?watch=1`, { signal: again.signal })
    again.abort()
    return status === 200
  })
})

test('[BR4] a client is whom its credential names; it cannot say so itself', () => {
  const users = [{ token: 'a-token', user: 'ann', uid: 'ann-uid', groups: ['dev', 'ops'] }]
  const bearer = (token: string) => ['Authorization', `Bearer ${token}`] as const
  const forged = ['X-Orchard-Acting-As-Uid', 'admin'] as const
  const closed = { open: false, token: 'file', users }

  expect(callerHeaders(closed, [forged, bearer('a-token')])).toEqual([
    [TERMINAL_HEADER, 'named'],
    [ACTING_AS_HEADER, 'ann'],
    ['x-orchard-acting-as-groups', 'dev,ops'],
    ['x-orchard-acting-as-uid', 'ann-uid'],
  ])
  expect(callerHeaders(closed, [bearer('file')])).toEqual([[TERMINAL_HEADER, 'chosen']])
  expect(callerHeaders(closed, [bearer('other'), ['X-Orchard-Cluster', 'b']])).toEqual([
    bearer('other'),
    [TERMINAL_HEADER, 'own'],
  ])
  expect(callerHeaders(closed, [forged])).toEqual([[TERMINAL_HEADER, 'own']])
  expect(callerHeaders({ ...closed, open: true }, [])).toEqual([[TERMINAL_HEADER, 'chosen']])
})

test('[BR1] the command line names what to type', () => {
  const command = parseCommandLine(['bridge', '--tls', '--kubeconfig', 'shop.yaml', '--vocabulary', 'kubernetes'])
  if (command.type !== 'bridge') throw new Error('no bridge')

  expect(bridgeText(command.options, { url: 'https://127.0.0.1:8090', link: '4.s' })).toContain(
    'http://localhost:5173/#bridge=4.s\n',
  )
  expect(bridgeText(command.options, { url: '', link: '' })).toContain('KUBECONFIG=shop.yaml kubectl get namespaces')
  const wrong = [['--tls'], ['--port', 'x'], ['--link-port', '70000'], ['--vocabulary', 'k'], ['--page', 'ftp://x']]
  for (const flags of wrong) expect(parseCommandLine(['bridge', ...flags]).type).toBe('wrong')
})
