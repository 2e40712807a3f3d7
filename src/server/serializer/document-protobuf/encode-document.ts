import { Writer } from 'protobufjs/minimal.js'
import { printExactJson } from '#api/exact-json.ts'
import { type Json, type JsonObject, isObject, own } from '#api/json.ts'
import type { Message, MessageField, MessageTable } from './message-table.ts'
import { openMessages } from './open-messages.ts'
import { swaggerMessages } from './swagger-messages.ts'

const VARINT = 0
const FIXED64 = 1
const DELIMITED = 2
const tag = (number: number, wire: number): number => (number << 3) | wire

/** Encodes an OpenAPI 3 document as a protobuf message. [OA5] */
export const encodeOpenDocument = (document: JsonObject): Uint8Array<ArrayBuffer> => encode(openMessages, document)

/** Encodes an OpenAPI 2 document as a protobuf message. [OA7] */
export const encodeSwaggerDocument = (document: JsonObject): Uint8Array<ArrayBuffer> =>
  encode(swaggerMessages, document)

function encode(table: MessageTable, document: JsonObject): Uint8Array<ArrayBuffer> {
  const writer = Writer.create()
  writeMessage(writer, table, 'Document', document)
  return new Uint8Array(writer.finish())
}

function writeMessage(writer: Writer, table: MessageTable, name: string, value: Json): void {
  const message: Message | undefined = table[name]
  if (message === undefined) throw new Error(`no message ${name}`)
  switch (message.type) {
    case 'choice': {
      const chosen = message.choose(value)
      if (chosen !== null) writeField(writer, table, chosen, value)
      return
    }
    case 'list':
      for (const item of Array.isArray(value) ? value : [value]) writeField(writer, table, [1, message.item], item)
      return
    case 'members':
      if (isObject(value)) writeMembers(writer, table, message, value)
      return
    case 'fields':
      if (isObject(value)) writeFields(writer, table, message, value)
  }
}

function writeFields(
  writer: Writer,
  table: MessageTable,
  { fields, extensions }: Extract<Message, { readonly type: 'fields' }>,
  value: JsonObject,
): void {
  // In the order of field numbers, as all protobuf encoders do.
  for (const [name, field] of Object.entries(fields).toSorted(([, [a]], [, [b]]) => a - b)) {
    const member = own(value, name)
    if (member === undefined) continue
    if (field[2] === 'each' && Array.isArray(member)) for (const item of member) writeField(writer, table, field, item)
    else writeField(writer, table, field, member)
  }
  if (extensions === undefined) return
  for (const [name, member] of Object.entries(value))
    if (name.startsWith('x-') && member !== undefined)
      writePair(writer, extensions, name, () => writeField(writer, table, [2, 'yaml'], member))
}

function writeMembers(
  writer: Writer,
  table: MessageTable,
  { number, value: type }: Extract<Message, { readonly type: 'members' }>,
  value: JsonObject,
): void {
  for (const [name, member] of Object.entries(value))
    if (member !== undefined) writePair(writer, number, name, () => writeField(writer, table, [2, type], member))
}

function writePair(writer: Writer, number: number, name: string, write: () => void): void {
  writer.uint32(tag(number, DELIMITED)).fork()
  writer.uint32(tag(1, DELIMITED)).string(name)
  write()
  writer.ldelim()
}

function writeField(writer: Writer, table: MessageTable, [number, type]: MessageField, value: Json): void {
  switch (type) {
    case 'string':
      writer.uint32(tag(number, DELIMITED)).string(String(value))
      return
    case 'bool':
      writer.uint32(tag(number, VARINT)).bool(value === true)
      return
    case 'int64':
      writer.uint32(tag(number, VARINT)).int64(Number(value))
      return
    case 'double':
      writer.uint32(tag(number, FIXED64)).double(Number(value))
      return
    case 'yaml':
      // JSON is YAML.
      writer.uint32(tag(number, DELIMITED)).fork()
      writer
        .uint32(tag(2, DELIMITED))
        .string(`${printExactJson(value)}\n`)
        .ldelim()
      return
    default:
      writer.uint32(tag(number, DELIMITED)).fork()
      writeMessage(writer, table, type, value)
      writer.ldelim()
  }
}
