import type { ClientFrame, HeaderList, ServerFrame } from '#wire/protocol.ts'

/*
 * The frames of `#wire/protocol.ts` as binary messages of a WebSocket: four bytes with the length of the head (big-endian), the
 * head as JSON, then the bytes of a body. The bridge is the client of this wire, the tab is its server: request ids, heads,
 * chunks with credits, `end` and `abort` are the wire's. docs/bridge.md describes the bytes.
 */

/** Limit for the head of a frame: longer than any request line and headers that the bridge accepts. */
const HEAD_BYTES_MAX = 3 * 1024 * 1024

/** Limit for a whole frame: longer than any body that is sent in one. */
export const FRAME_BYTES_MAX: number = 12 * 1024 * 1024

/** A message that is no frame; the connection is closed. [BR3] */
export class FrameError extends Error {}

type Frame = ClientFrame | ServerFrame

/** Returns a frame as one message. */
export function encodeFrame(frame: Frame): Uint8Array<ArrayBuffer> {
  const { head, bytes } = split(frame)
  const text = new TextEncoder().encode(JSON.stringify(head))
  const message = new Uint8Array(4 + text.byteLength + bytes.byteLength)
  new DataView(message.buffer).setUint32(0, text.byteLength)
  message.set(text, 4)
  message.set(new Uint8Array(bytes), 4 + text.byteLength)
  return message
}

const none = new ArrayBuffer(0)

/** Separates a frame from its bytes. In the head, `true` stands in their place. */
function split(frame: Frame): { readonly head: object; readonly bytes: ArrayBuffer } {
  if (frame.type === 'chunk') return { head: { ...frame, bytes: true }, bytes: frame.bytes }
  if ((frame.type === 'request' || frame.type === 'head') && frame.body instanceof ArrayBuffer)
    return { head: { ...frame, body: true }, bytes: frame.body }
  return { head: frame, bytes: none }
}

type Fields = Readonly<Record<string, unknown>>

function fieldsOf(message: ArrayBuffer): { readonly fields: Fields; readonly bytes: ArrayBuffer } {
  if (message.byteLength > FRAME_BYTES_MAX) throw new FrameError('the message is too long')
  if (message.byteLength < 4) throw new FrameError('the message is too short')
  const length = new DataView(message).getUint32(0)
  if (length > HEAD_BYTES_MAX || 4 + length > message.byteLength) throw new FrameError('the head is too long')
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(new Uint8Array(message, 4, length)))
  } catch {
    throw new FrameError('the head is no JSON')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new FrameError('the head is no object')
  return { fields: value as Fields, bytes: message.slice(4 + length) }
}

function text(fields: Fields, name: string): string {
  const value = fields[name]
  if (typeof value !== 'string') throw new FrameError(`${name} is no string`)
  return value
}

function count(fields: Fields, name: string, max: number): number {
  const value = fields[name]
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0 || value > max)
    throw new FrameError(`${name} is no number from 0 to ${max}`)
  return value
}

const isPair = (value: unknown): value is [string, string] =>
  Array.isArray(value) && value.length === 2 && typeof value[0] === 'string' && typeof value[1] === 'string'

function headers(fields: Fields): HeaderList {
  const value = fields['headers']
  if (!Array.isArray(value) || !value.every(isPair)) throw new FrameError('headers is no list of pairs')
  return value
}

const idOf = (fields: Fields): number => count(fields, 'id', Number.MAX_SAFE_INTEGER)

/** The frames that the bridge sends to the tab. */
type Asked = Extract<ClientFrame, { readonly type: 'request' | 'abort' | 'credit' }>
/** The frames that the tab sends to the bridge. */
type Answered = Extract<ServerFrame, { readonly type: 'head' | 'chunk' | 'end' | 'abort' }>

/** Reads a message of the bridge. @throws FrameError */
export function decodeAsked(message: ArrayBuffer): Asked {
  const { fields, bytes } = fieldsOf(message)
  const id = idOf(fields)
  switch (fields['type']) {
    case 'request':
      return {
        type: 'request',
        id,
        method: text(fields, 'method'),
        url: text(fields, 'url'),
        headers: headers(fields),
        body: fields['body'] === true ? bytes : null,
      }
    case 'abort':
      return { type: 'abort', id }
    case 'credit':
      return { type: 'credit', id, count: count(fields, 'count', 1_000_000) }
    default:
      throw new FrameError('the type of the frame is unknown')
  }
}

/** Reads a message of the tab. @throws FrameError */
export function decodeAnswered(message: ArrayBuffer): Answered {
  const { fields, bytes } = fieldsOf(message)
  const id = idOf(fields)
  switch (fields['type']) {
    case 'head': {
      const body = fields['body'] === true ? bytes : fields['body'] === 'stream' ? 'stream' : null
      const status = count(fields, 'status', 599)
      if (status < 200) throw new FrameError('status is no final status')
      return { type: 'head', id, status, statusText: text(fields, 'statusText'), headers: headers(fields), body }
    }
    case 'chunk':
      return { type: 'chunk', id, bytes }
    case 'end':
      return { type: 'end', id }
    case 'abort':
      return { type: 'abort', id, message: text(fields, 'message') }
    default:
      throw new FrameError('the type of the frame is unknown')
  }
}
