import type { Reader, Writer } from 'protobufjs/minimal.js'
import type { Json } from '#api/json.ts'

/** The protobuf wire types that messages of the reference use. */
export const VARINT = 0
export const FIXED64 = 1
export const DELIMITED = 2

/** Bytes that are not a message of the expected type; the error text is that of the reference, if it has one. */
export class ProtobufError extends Error {}

/** The state of decoding a message. */
export interface ReadState {
  /** Nesting depth of messages. */
  depth: number
}

/** The encoding of values of one schema, without their tag. */
export interface WireValue {
  readonly wire: typeof VARINT | typeof FIXED64 | typeof DELIMITED
  /** Encodes a value; `null` is the zero value. */
  readonly write: (writer: Writer, value: Json) => void
  readonly read: (reader: Reader, state: ReadState) => Json
  /** An absent value is omitted even in a non-pointer field: Go's nil bytes. */
  readonly hasNil?: true
}

/**
 * Decodes the fields of a length-delimited message. `take` receives the field number and wire type of each tag and
 * returns whether it consumed the value.
 */
export function readFields(reader: Reader, take: (number: number, wire: number) => boolean): void {
  const end = reader.uint32() + reader.pos
  if (end > reader.len) throw new ProtobufError('unexpected EOF')
  readFieldsTo(reader, end, take)
}

/** Like {@link readFields}, up to a position. @throws ProtobufError */
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
