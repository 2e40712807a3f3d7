import { Reader, Writer } from 'protobufjs/minimal.js'
import type { Tunnel } from './http-connect.ts'

/** Packet of the tunnel's stream `ProxyService/Proxy`: exactly one member is set. */
export type Packet =
  | { readonly type: 'DIAL_REQ'; readonly protocol: string; readonly address: string; readonly random: number }
  | { readonly type: 'DIAL_RSP'; readonly error: string; readonly connectId: number; readonly random: number }
  | { readonly type: 'DATA'; readonly connectId: number; readonly data: Uint8Array }
  | { readonly type: 'CLOSE_REQ'; readonly connectId: number }
  | { readonly type: 'CLOSE_RSP'; readonly connectId: number; readonly error: string }

const types = ['DIAL_REQ', 'DIAL_RSP', 'CLOSE_REQ', 'CLOSE_RSP', 'DATA'] as const

const delimited = (field: number): number => (field << 3) | 2

/** Encodes a packet as a gRPC message: a flag byte, four bytes of length, the protobuf. */
export function encodePacket(packet: Packet): Uint8Array<ArrayBuffer> {
  const writer = Writer.create()
  const type = types.indexOf(packet.type)
  if (type !== 0) writer.uint32(8).int32(type)
  writer.uint32(delimited(type + 2)).fork()
  writePayload(writer, packet)
  const message = writer.ldelim().finish()
  const frame = new Uint8Array(message.length + 5)
  new DataView(frame.buffer).setUint32(1, message.length)
  frame.set(message, 5)
  return frame
}

function writePayload(writer: Writer, packet: Packet): void {
  switch (packet.type) {
    case 'DIAL_REQ':
      writer.uint32(10).string(packet.protocol).uint32(18).string(packet.address).uint32(24).int64(packet.random)
      return
    case 'DIAL_RSP':
      if (packet.error !== '') writer.uint32(10).string(packet.error)
      writer.uint32(16).int64(packet.connectId).uint32(24).int64(packet.random)
      return
    case 'DATA':
      writer.uint32(8).int64(packet.connectId).uint32(26).bytes(packet.data)
      return
    case 'CLOSE_REQ':
      writer.uint32(8).int64(packet.connectId)
      return
    case 'CLOSE_RSP':
      if (packet.error !== '') writer.uint32(10).string(packet.error)
      writer.uint32(16).int64(packet.connectId)
  }
}

interface Fields {
  readonly texts: ReadonlyMap<number, Uint8Array>
  readonly numbers: ReadonlyMap<number, number>
}

/** Decodes one framed packet. @throws RangeError for invalid bytes */
export function decodePacket(frame: Uint8Array): Packet {
  const size = frame.length < 5 ? -1 : new DataView(frame.buffer, frame.byteOffset).getUint32(1)
  if (size !== frame.length - 5 || frame[0] !== 0) throw new RangeError('no whole gRPC message')
  const outer = readFields(frame.subarray(5))
  const type = types[outer.numbers.get(1) ?? 0]
  const payload = type === undefined ? undefined : outer.texts.get(types.indexOf(type) + 2)
  if (type === undefined || payload === undefined) throw new RangeError('no packet of a tunnel')
  return readPayload(type, readFields(payload))
}

function readPayload(type: Packet['type'], { texts, numbers }: Fields): Packet {
  const text = (field: number): string => new TextDecoder().decode(texts.get(field))
  const number = (field: number): number => numbers.get(field) ?? 0
  switch (type) {
    case 'DIAL_REQ':
      return { type, protocol: text(1), address: text(2), random: number(3) }
    case 'DIAL_RSP':
      return { type, error: text(1), connectId: number(2), random: number(3) }
    case 'DATA':
      return { type, connectId: number(1), data: texts.get(3) ?? new Uint8Array() }
    case 'CLOSE_REQ':
      return { type, connectId: number(1) }
    case 'CLOSE_RSP':
      return { type, error: text(1), connectId: number(2) }
  }
}

function readFields(bytes: Uint8Array): Fields {
  const texts = new Map<number, Uint8Array>()
  const numbers = new Map<number, number>()
  const reader = Reader.create(bytes)
  while (reader.pos < reader.len) {
    const tag = reader.uint32()
    if ((tag & 7) === 2) texts.set(tag >>> 3, reader.bytes())
    else if ((tag & 7) === 0) numbers.set(tag >>> 3, Number(reader.int64()))
    else reader.skipType(tag & 7)
  }
  return { texts, numbers }
}

/** Returns a proxy's response to a dial request. */
export function answerDial(frame: Uint8Array, connectId: number, canReach: (address: string) => boolean): Uint8Array {
  const packet = decodePacket(frame)
  if (packet.type !== 'DIAL_REQ') throw new RangeError('a tunnel begins with DIAL_REQ')
  const error = canReach(packet.address) ? '' : `dial tcp ${packet.address}: connect: connection refused`
  return encodePacket({ type: 'DIAL_RSP', error, connectId, random: packet.random })
}

/** The client side of a tunnel that is used once. [EG4] */
export function openGrpcTunnel(address: string, random: number, exchange: (frame: Uint8Array) => Uint8Array): Tunnel {
  const request: Packet = { type: 'DIAL_REQ', protocol: 'tcp', address, random }
  const answer = decodePacket(exchange(encodePacket(request)))
  const talk = [
    { from: 'server', text: describePacket(request) },
    { from: 'proxy', text: describePacket(answer) },
  ] as const
  if (answer.type !== 'DIAL_RSP' || answer.random !== random) return { talk, error: 'the proxy answered another dial' }
  return { talk, error: answer.error }
}

const describePacket = (packet: Packet): string =>
  packet.type === 'DATA'
    ? `DATA ${packet.data.length} bytes`
    : `${packet.type} ${JSON.stringify({ ...packet, type: undefined })}`
