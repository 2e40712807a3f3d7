import type { Reader, Writer } from 'protobufjs/minimal.js'
import type { Json } from '#api/json.ts'

/** Wire types of protobuf that the reference's messages use. */
export const VARINT = 0
export const FIXED64 = 1
export const DELIMITED = 2

/** Bytes that are no message of the expected type; the message is the reference's where it has one. */
export class ProtobufError extends Error {}

/** What reading a message needs to know besides the bytes. */
export interface ReadState {
  /** Messages that the reader is in. */
  depth: number
}

/** How the values of one schema are written and read, without their tag. */
export interface WireValue {
  readonly wire: typeof VARINT | typeof FIXED64 | typeof DELIMITED
  /** `null` is the zero value. */
  readonly write: (writer: Writer, value: Json) => void
  readonly read: (reader: Reader, state: ReadState) => Json
  /** What no value has is left out, even where the field is no pointer: Go's nil bytes. */
  readonly hasNil?: true
}

/** Reads the fields of a length-delimited message: `take` gets each tag's number and wire type, and says whether it read it. */
export function readFields(reader: Reader, take: (number: number, wire: number) => boolean): void {
  const end = reader.uint32() + reader.pos
  if (end > reader.len) throw new ProtobufError('unexpected EOF')
  readFieldsTo(reader, end, take)
}

/** As {@link readFields}, up to a position. @throws ProtobufError */
export function readFieldsTo(reader: Reader, end: number, take: (number: number, wire: number) => boolean): void {
  while (reader.pos < end) {
    const tag = reader.uint32()
    const [number, wire] = [tag >>> 3, tag & 7]
    if (number === 0) throw new ProtobufError(`proto: illegal tag 0 (wire type ${wire})`)
    if (wire > 5 || wire === 4) throw new ProtobufError(`proto: illegal wireType ${wire}`)
    if (!take(number, wire)) reader.skipType(wire)
  }
  if (reader.pos !== end) throw new ProtobufError('unexpected EOF')
}
