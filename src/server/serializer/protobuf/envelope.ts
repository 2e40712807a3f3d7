import { errorText } from '#api/error-text.ts'
import { Reader, Writer } from 'protobufjs/minimal.js'
import { type JsonObject, textOf } from '#api/json.ts'
import type { StructSchema } from '#schema/schema.ts'
import { writeMessage } from './message.ts'
import { DELIMITED, ProtobufError, readFields, readFieldsTo } from './wire-value.ts'

/** `k8s` and a zero byte: the prefix of every stored or sent message. [PB1] */
export const prefix: readonly number[] = [0x6b, 0x38, 0x73, 0x00]

const tag = (number: number): number => (number << 3) | DELIMITED

interface TypeMeta {
  readonly apiVersion: string
  readonly kind: string
}

/** A message with its type and its encoding, if that is not plain protobuf. */
export interface Envelope extends TypeMeta {
  readonly raw: Uint8Array
  readonly contentEncoding: string
  readonly contentType: string
}

/** Encodes the prefix and `Unknown` with the kind and version of the object. [PB1] */
export function encodeEnvelope(schema: StructSchema, object: JsonObject): Uint8Array<ArrayBuffer> {
  const writer = Writer.create()
  writeTypeMeta(writer, object)
  writer.uint32(tag(2)).fork()
  writeMessage(writer, schema, object)
  writer.ldelim().uint32(tag(3)).string('').uint32(tag(4)).string('')
  const message = writer.finish()
  const bytes = new Uint8Array(prefix.length + message.length)
  bytes.set(prefix)
  bytes.set(message, prefix.length)
  return bytes
}

export function writeTypeMeta(writer: Writer, { apiVersion, kind }: JsonObject): void {
  writer.uint32(tag(1)).fork()
  writer.uint32(tag(1)).string(textOf(apiVersion))
  writer.uint32(tag(2)).string(textOf(kind)).ldelim()
}

/** Reports whether the bytes begin with the prefix. */
export const hasPrefix = (bytes: Uint8Array): boolean => prefix.every((byte, at) => bytes[at] === byte)

/** Decodes the envelope; the bytes must have the prefix. @throws ProtobufError */
export function openEnvelope(bytes: Uint8Array): Envelope {
  return reading(() => {
    const reader = new Reader(bytes)
    reader.pos = prefix.length
    const found = { apiVersion: '', kind: '', raw: new Uint8Array(0), contentEncoding: '', contentType: '' }
    readFieldsTo(reader, bytes.length, (number, wire) => {
      if (number > 4) return false
      if (wire !== DELIMITED) throw new ProtobufError(`proto: wrong wireType = ${wire} for field ${fieldNames[number]}`)
      if (number === 1) Object.assign(found, readTypeMeta(reader))
      else if (number === 2) found.raw = new Uint8Array(reader.bytes())
      else if (number === 3) found.contentEncoding = reader.string()
      else found.contentType = reader.string()
      return true
    })
    return found
  })
}

const fieldNames = ['', 'TypeMeta', 'Raw', 'ContentEncoding', 'ContentType']

function readTypeMeta(reader: Reader): TypeMeta {
  const found = { apiVersion: '', kind: '' }
  readFields(reader, (number, wire) => {
    if (wire !== DELIMITED || number > 2) return false
    if (number === 1) found.apiVersion = reader.string()
    else found.kind = reader.string()
    return true
  })
  return found
}

/** Runs `read` and maps its errors. The library throws a RangeError when the bytes end too early. */
export function reading<Result>(read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    if (error instanceof ProtobufError) throw error
    if (error instanceof RangeError) throw new ProtobufError('unexpected EOF')
    // A bug in this code, not a fault of the bytes.
    if (error instanceof TypeError) throw error
    throw new ProtobufError(errorText(error))
  }
}
