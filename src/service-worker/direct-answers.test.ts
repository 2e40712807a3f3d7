import { expect, test } from 'vitest'
import type { DirectOffer } from '#wire/direct-offer.ts'
import type { MockedResponse } from '#wire/mocked-response.ts'
import { type ClientFrame, PROTOCOL_VERSION, type ServerFrame } from '#wire/protocol.ts'
import { ServedPort, type WholeHead } from '#wire/served-port.ts'
import type { WebLocks } from '#wire/web-locks.ts'
import { messagePort } from '#wire/wire-port.ts'
import { WritesOnce } from '#wire/writes-once.ts'
import { DirectAnswers } from './direct-answers.ts'

/** Web Locks with one waiter for each name. `release` is called when the holder ends. */
function fakeLocks() {
  const held = new Map<string, () => void>()
  const locks: WebLocks = {
    async request(name, { signal }, run) {
      if (name.startsWith('orchard-page-')) await new Promise<void>((resolve) => held.set(name, resolve))
      if (signal?.aborted !== true) await run({ name })
    },
  }
  return { locks, release: (name: string) => held.get(name)?.() }
}

const offer: DirectOffer = { type: 'ORCHARD_OFFER', page: 'load', headers: [['host', 'page.test']] }
const url = 'http://page.test/api/v1/things'

function startServer() {
  const writes = new WritesOnce<WholeHead>()
  const executed: string[] = []
  let byes = 0
  const accept = (port: MessagePort): void => {
    const served = new ServedPort(messagePort<ServerFrame, ClientFrame>(port), {
      writes,
      async handle(request, { rawHeaders }) {
        executed.push(`${request.method} ${JSON.stringify(rawHeaders)} ${await request.text()}`)
        return new Response(`answer ${executed.length}`, { status: 201, headers: { 'content-length': '8' } })
      },
      hello: () => served.send({ type: 'welcome', protocol: PROTOCOL_VERSION, server: 's', kind: 'shared' }),
      gone: () => undefined,
      bye: () => byes++,
      retire: () => undefined,
    })
  }
  return { accept, executed, byes: () => byes }
}

const bytes = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer

async function startScript(accept: (port: MessagePort) => void, instance: string) {
  const { locks, release } = fakeLocks()
  const direct = new DirectAnswers({ locks, instance, newId: () => `${instance}-script` })
  const { port1, port2 } = new MessageChannel()
  accept(port2)
  const near = messagePort<ClientFrame, ServerFrame>(port1)
  const greeted = new Promise<void>((resolve) => {
    const listen = (receive: (frame: ServerFrame) => void): void =>
      near.listen((frame) => {
        receive(frame)
        resolve()
      })
    void direct.offer('tab', offer, { ...near, listen })
  })
  await greeted
  const send = (id: string, method = 'POST', to = url): Promise<MockedResponse> | null => {
    let reply: (response: MockedResponse) => void = () => undefined
    const answered = new Promise<MockedResponse>((resolve) => (reply = resolve))
    const taken = direct.take('tab', { id, method, url: to, headers: { a: 'b' }, body: bytes('x') }, (response) =>
      reply(response),
    )
    return taken ? answered : null
  }
  return { direct, send, release }
}

const textOf = async (answer: Promise<MockedResponse> | null): Promise<string> => {
  const body = (await answer)?.data.body
  return body instanceof ArrayBuffer ? new TextDecoder().decode(body) : ''
}

test("[TR8] a request goes to the server with the page's headers, past the page; the probe does not", async () => {
  const { accept, executed } = startServer()
  const { direct, send } = await startScript(accept, 'one')

  expect(await textOf(send('1'))).toBe('answer 1')
  expect(executed).toEqual(['POST [["host","page.test"],["a","b"]] x'])
  expect(direct.confirm({ id: '1', method: 'POST' })).toBe(true)
  expect(direct.confirm({ id: '1', method: 'POST' })).toBe(false)
  expect(send('2', 'GET', 'http://page.test/debug/transport-probe')).toBeNull()
})

test('[TR8] a page that withdraws its port or ends is not answered here', async () => {
  const { accept, byes } = startServer()
  const first = await startScript(accept, 'one')
  first.direct.withdraw('tab')
  expect(first.send('1')).toBeNull()
  const second = await startScript(accept, 'two')
  second.release('orchard-page-load')

  await expect.poll(byes).toBe(2)
  expect(second.send('2')).toBeNull()
})

test('[TR6] [TR8] a write that the next start of the script sends again is executed once', async () => {
  const { accept, executed } = startServer()
  const first = await startScript(accept, 'one')
  const second = await startScript(accept, 'two')

  expect(await textOf(first.send('1'))).toBe('answer 1')
  expect(await textOf(second.send('2'))).toBe('answer 1')
  // The frame of the confirmation goes before that of the next request, on the same port.
  second.direct.confirm({ id: '2', method: 'POST' })
  expect(await textOf(second.send('3'))).toBe('answer 2')
  expect(executed.length).toBe(2)
})
