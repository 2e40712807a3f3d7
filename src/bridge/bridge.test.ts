import { expect, test } from 'vitest'
import type { ClientFrame, ServerFrame } from '#wire/protocol.ts'
import { decodeAnswered, decodeAsked, encodeFrame, FRAME_BYTES_MAX, FrameError } from './frame-codec.ts'
import { linkText, parseLink, parseOpened, parseOpening } from './greeting.ts'
import { CLOSE_BAD_FRAME, socketPort } from './socket-port.ts'

const bytesOf = (...bytes: readonly number[]): ArrayBuffer => new Uint8Array(bytes).buffer
const messageOf = (head: string, payload: ArrayBuffer = bytesOf()): ArrayBuffer => {
  const text = new TextEncoder().encode(head)
  const message = new Uint8Array(4 + text.byteLength + payload.byteLength)
  new DataView(message.buffer).setUint32(0, text.byteLength)
  message.set(text, 4)
  message.set(new Uint8Array(payload), 4 + text.byteLength)
  return message.buffer
}

test('[BR3] every frame keeps its fields and the bytes of its body', () => {
  const asked: readonly ClientFrame[] = [
    { type: 'request', id: 1, method: 'GET', url: 'http://a/api?x=%20', headers: [['Accept', 'a']], body: null },
    {
      type: 'request',
      id: 2,
      method: 'POST',
      url: 'http://a/api',
      headers: [],
      body: bytesOf(0x6b, 0x38, 0x73, 0, 255),
    },
    { type: 'credit', id: 1, count: 16 },
    { type: 'abort', id: 1 },
  ]
  const answered: readonly ServerFrame[] = [
    { type: 'head', id: 1, status: 200, statusText: 'OK', headers: [['audit-id', 'x']], body: 'stream' },
    { type: 'head', id: 2, status: 201, statusText: '', headers: [], body: bytesOf(1, 2, 3) },
    { type: 'head', id: 3, status: 204, statusText: '', headers: [], body: null },
    { type: 'chunk', id: 1, bytes: bytesOf(200, 201) },
    { type: 'end', id: 1 },
    { type: 'abort', id: 1, message: 'gone' },
  ]

  expect(asked.map((frame) => decodeAsked(encodeFrame(frame).buffer))).toEqual(asked)
  expect(answered.map((frame) => decodeAnswered(encodeFrame(frame).buffer))).toEqual(answered)
})

test('[BR3] what is no frame is refused, and closes the connection', () => {
  const wrong: readonly ArrayBuffer[] = [
    bytesOf(),
    bytesOf(0, 0, 0, 9, 1),
    bytesOf(255, 255, 255, 255, 1),
    messageOf('nothing'),
    messageOf('[]'),
    messageOf('{"type":"bye"}'),
    messageOf('{"type":"head","id":1,"status":101,"statusText":"","headers":[],"body":null}'),
    messageOf('{"type":"head","id":1,"status":200,"statusText":"","headers":[["a"]],"body":null}'),
    messageOf('{"type":"end","id":-1}'),
    new ArrayBuffer(FRAME_BYTES_MAX + 1),
  ]
  for (const message of wrong) expect(() => decodeAnswered(message)).toThrow(FrameError)
  expect(() => decodeAsked(messageOf('{"type":"request","id":1,"method":1,"url":"","headers":[]}'))).toThrow(FrameError)
  expect(() => decodeAsked(messageOf('{"type":"credit","id":1,"count":1e9}'))).toThrow(FrameError)
  const closed: number[] = []
  const { received } = socketPort({ send: () => undefined, close: (code) => closed.push(code) }, decodeAsked)

  received(messageOf('{}'))

  expect(closed).toEqual([CLOSE_BAD_FRAME])
})

test('[BR1] the address of a bridge is read alone and inside of the address of a page', () => {
  const secret = 'a'.repeat(32)
  const address = { port: 41_234, secret, vocabulary: 'kubernetes' } as const
  expect(linkText(address)).toBe(`41234.${secret}.kubernetes`)
  expect(parseLink(` 41234.${secret}.kubernetes\n`)).toEqual(address)
  expect(parseLink(`http://localhost:5173/?room=lab#bridge=1.${secret}`)).toEqual({
    port: 1,
    secret,
    vocabulary: 'orch',
  })
  for (const text of [
    '',
    `0.${secret}`,
    `70000.${secret}`,
    '41234.short',
    `41234.${secret}.other`,
    `x#bridge=${secret}`,
  ])
    expect(parseLink(text), text).toBeNull()
})

test('[BR2] first messages that are none are not read', () => {
  expect(parseOpening('{"type":"open","protocol":1,"secret":"s","cluster":"shop"}')).toEqual({
    type: 'open',
    protocol: 1,
    secret: 's',
    cluster: 'shop',
  })
  for (const text of ['', '[]', 'null', '{"type":"opened"}', '{"type":"open","secret":1}'])
    expect(parseOpening(text)).toBeNull()
  expect(parseOpened('{"type":"opened","server":"http://a"}')).toBeNull()
})
