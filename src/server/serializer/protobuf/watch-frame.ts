import { Reader, Writer } from 'protobufjs/minimal.js'
import { ProtobufError, readFields, readFieldsTo } from './wire-value.ts'

const lengthBytes = 4

/**
 * Encodes one watch event: a four-byte big-endian length, then a `WatchEvent` with the object in its envelope. [PB6]
 */
export function encodeWatchFrame(type: string, object: Uint8Array): Uint8Array<ArrayBuffer> {
  const writer = Writer.create().uint32(10).string(type)
  const message = writer.uint32(18).fork().uint32(10).bytes(object).ldelim().finish()
  const frame = new Uint8Array(lengthBytes + message.length)
  new DataView(frame.buffer).setUint32(0, message.length)
  frame.set(message, lengthBytes)
  return frame
}

/** Decodes a frame without its length prefix. @throws ProtobufError */
export function readWatchFrame(message: Uint8Array): { readonly type: string; readonly object: Uint8Array } {
  const reader = new Reader(message)
  let [type, object] = ['', new Uint8Array(0)]
  readFieldsTo(reader, message.length, (number, wire) => {
    if (wire !== 2) throw new ProtobufError(`proto: wrong wireType = ${wire} for field ${number}`)
    if (number === 1) type = reader.string()
    else if (number === 2) object = readRaw(reader)
    else return false
    return true
  })
  return { type, object }
}

function readRaw(reader: Reader): Uint8Array<ArrayBuffer> {
  let raw = new Uint8Array(0)
  readFields(reader, (number, wire) => {
    if (number !== 1 || wire !== 2) return false
    raw = new Uint8Array(reader.bytes())
    return true
  })
  return raw
}
