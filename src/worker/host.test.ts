import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Connection, type ConnectionNews } from '#wire/connection.ts'
import type { ClientFrame, ServerFrame } from '#wire/protocol.ts'
import type { WebLocks } from '#wire/web-locks.ts'
import { messagePort } from '#wire/wire-port.ts'
import { Host, type HostedServer } from './host.ts'

// The hosts of earlier tests still listen: each test has channels of its own.
let testCount = 0
beforeEach(() => {
  const browser = testCount++
  const Channel = BroadcastChannel
  vi.stubGlobal(
    'BroadcastChannel',
    class extends Channel {
      constructor(name: string) {
        super(`${browser} ${name}`)
      }
    },
  )
})
afterEach(() => vi.unstubAllGlobals())

/** Web Locks of one origin. `kill` releases all locks that a context holds or waits for, as when it terminates. */
class Origin {
  /** Requests of each context: `context: name`. */
  readonly requested: string[] = []
  readonly #queues = new Map<string, { context: string; grant: () => void }[]>()

  locks(context: string): WebLocks {
    return {
      request: (name, { signal }, run) =>
        new Promise((resolve, reject) => {
          this.requested.push(`${context}: ${name}`)
          const queue = this.#queues.get(name) ?? []
          this.#queues.set(name, queue)
          const entry = {
            context,
            grant: () => void Promise.resolve(run({ name })).then(() => (this.#leave(name, entry), resolve(undefined))),
          }
          signal?.addEventListener('abort', () => (this.#leave(name, entry), reject(new Error('aborted'))))
          if (queue.push(entry) === 1) queueMicrotask(entry.grant)
        }),
    }
  }

  kill(context: string): void {
    for (const [name, queue] of this.#queues) {
      for (const entry of queue.filter((held) => held.context === context)) this.#leave(name, entry)
    }
  }

  #leave(name: string, entry: { context: string; grant: () => void }): void {
    const queue = this.#queues.get(name) ?? []
    const at = queue.indexOf(entry)
    if (at < 0) return
    queue.splice(at, 1)
    if (at === 0 && queue[0] !== undefined) queueMicrotask(queue[0].grant)
  }
}

/** A server that returns its name, and streams until cancelled. */
function namedServer(name: string, ended: string[] = []): HostedServer {
  return {
    async handle(request) {
      if (new URL(request.url).pathname !== '/watch') return new Response(name, { headers: { 'content-length': '1' } })
      return new Response(new ReadableStream({ cancel: () => void ended.push(name) }))
    },
    close: async () => undefined,
  }
}

const get = (path = '/') => ({ method: 'GET', url: `http://page.test${path}`, headers: [], body: null })
const ask = async (connection: Connection): Promise<string> => (await connection.fetch(get())).text()

/** A tab with a worker of its own. Both are contexts of `origin`: `name` and `name worker`. */
function tab(origin: Origin, name: string, open: () => Promise<HostedServer> = async () => namedServer(name)) {
  const news: ConnectionNews[] = []
  let waiting: { type: ConnectionNews['type']; resolve: () => void }[] = []
  let ids = 0
  const startWorker = (): Host =>
    new Host({ kind: 'dedicated', id: `${name}-worker-${ids++}`, locks: origin.locks(`${name} worker`), open })
  let host = startWorker()
  const connection = new Connection({
    openPort() {
      const { port1, port2 } = new MessageChannel()
      host.accept(messagePort<ServerFrame, ClientFrame>(port2))
      return messagePort<ClientFrame, ServerFrame>(port1)
    },
    locks: origin.locks(name),
    newId: () => `${name}-${ids++}`,
    report(item) {
      news.push(item)
      for (const { resolve } of waiting.filter(({ type }) => type === item.type)) resolve()
      waiting = waiting.filter(({ type }) => type !== item.type)
    },
  })
  return {
    news,
    connection,
    next: (type: ConnectionNews['type']) => new Promise<void>((resolve) => waiting.push({ type, resolve })),
    killWorker() {
      origin.kill(`${name} worker`)
      host = startWorker()
    },
    close: () => origin.kill(name),
  }
}

const settled = (check: () => boolean): Promise<void> => expect.poll(check).toBe(true)

test('[HO1] one of two tabs hosts the server, and it serves both', async () => {
  const origin = new Origin()
  const a = tab(origin, 'a')
  expect(await ask(a.connection)).toBe('a')

  const b = tab(origin, 'b')

  expect(await ask(b.connection)).toBe('a')
  expect(b.news.find((item) => item.type === 'connected')).toMatchObject({ place: 'other-tab' })
})

test('[HO2] when the hosting tab closes, the other takes over, and its stream fails so that the client can resume', async () => {
  const origin = new Origin()
  const a = tab(origin, 'a')
  await ask(a.connection)
  const b = tab(origin, 'b')
  await ask(b.connection)
  const watching = (await b.connection.fetch(get('/watch'))).text()

  a.close()
  a.killWorker()

  await expect(watching).rejects.toThrow('network error')
  expect(await ask(b.connection)).toBe('b')
})

test('[WI5] a page starts a new worker after its worker terminated, and continues', async () => {
  const origin = new Origin()
  const a = tab(origin, 'a')
  await ask(a.connection)
  const again = a.next('lost')

  a.killWorker()
  await again

  expect(await ask(a.connection)).toBe('a')
  expect(a.news.map((item) => item.type).filter((type) => type !== 'storage')).toEqual([
    'connected',
    'lost',
    'connected',
  ])
})

test('[WI5] a worker that terminates before it serves is replaced', async () => {
  const origin = new Origin()
  let opened = 0
  const a = tab(origin, 'a', () => (++opened === 1 ? new Promise(() => undefined) : Promise.resolve(namedServer('a'))))
  await settled(() => opened === 1 && a.news.some((item) => item.type === 'storage'))

  a.killWorker()

  expect(await ask(a.connection)).toBe('a')
})

for (const [left, stays] of [
  ['a', 'b'],
  ['b', 'a'],
] as const) {
  test(`[WI5] the server ends the streams of page ${left}, which disappears without a bye frame, as page ${stays} tells it`, async () => {
    const origin = new Origin()
    const ended: string[] = []
    const a = tab(origin, 'a', async () => namedServer('a', ended))
    await ask(a.connection)
    const b = tab(origin, 'b')
    await ask(b.connection)
    const tabs = { a, b }
    await tabs[left].connection.fetch(get('/watch'))
    await tabs[stays].connection.fetch(get('/watch'))

    tabs[left].close()

    await settled(() => ended.length === 1)
    expect(await ask(tabs[stays].connection)).toBe('a')
  })
}

test('[WI5] a worker waits for no lock of a page: Chromium crashes if it gets one while it is frozen', async () => {
  const origin = new Origin()
  const a = tab(origin, 'a')
  const b = tab(origin, 'b')
  await Promise.all([ask(a.connection), ask(b.connection)])

  await settled(() => origin.requested.some((text) => text.startsWith('a: orchard-tab-b')))
  expect(origin.requested.filter((text) => /worker: orchard-tab-/.test(text))).toEqual([])
})

test('[HO4] a database that cannot be opened is reported, and requests are refused with 503 and the reason', async () => {
  const origin = new Origin()
  const a = tab(origin, 'a', async () => {
    throw new Error('the disk is full')
  })
  await settled(() => a.news.some((item) => item.type === 'storage' && item.status.type === 'error'))

  const response = await a.connection.fetch(get())

  expect(response.status).toBe(503)
  expect(await response.json()).toMatchObject({ message: 'the disk is full' })
})

test('[HO2] restart stops the server, and the same worker starts it again', async () => {
  const origin = new Origin()
  let opened = 0
  const a = tab(origin, 'a', async () => namedServer(String(++opened)))
  expect(await ask(a.connection)).toBe('1')
  const lost = a.next('lost')

  a.connection.restart()
  await lost

  expect(await ask(a.connection)).toBe('2')
})

test('[HO2] a tab can take over: the host stops, and the next waiting worker serves both', async () => {
  const origin = new Origin()
  const a = tab(origin, 'a')
  await ask(a.connection)
  const b = tab(origin, 'b')
  await ask(b.connection)
  const lost = [a.next('lost'), b.next('lost')]

  b.connection.restart()
  await Promise.all(lost)

  expect(await ask(b.connection)).toBe('b')
  expect(await ask(a.connection)).toBe('b')
})
