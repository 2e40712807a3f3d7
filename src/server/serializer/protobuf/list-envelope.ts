import { Writer } from 'protobufjs/minimal.js'
import type { JsonObject } from '#api/json.ts'
import type { StructSchema } from '#schema/schema.ts'
import { prefix, writeTypeMeta } from './envelope.ts'
import { writeMessage } from './message.ts'
import { DELIMITED } from './wire-value.ts'

const tag = (number: number): number => (number << 3) | DELIMITED

/** Encodes an object as an item of a list. */
export function encodeItem(schema: StructSchema, object: JsonObject): Uint8Array {
  const writer = Writer.create()
  writeMessage(writer, schema, object)
  return writer.finish()
}

/**
 * Encodes a list of encoded items in its envelope: lists are long, and unchanged items are only copied. `head` is the
 * list without items. [PB1]
 */
export function encodeListEnvelope(
  schema: StructSchema,
  head: JsonObject,
  items: readonly Uint8Array[],
): Uint8Array<ArrayBuffer> {
  const itemTag = tag(schema.fields.get('items')?.proto?.number ?? 2)
  const meta = encodeItem(schema, head)
  let rawLength = meta.length
  for (const { length } of items) rawLength += 1 + varintLength(length) + length
  const opening = Writer.create()
  writeTypeMeta(opening, head)
  const before = opening.uint32(tag(2)).uint32(rawLength).finish()
  const after = Writer.create().uint32(tag(3)).string('').uint32(tag(4)).string('').finish()
  const bytes = new Uint8Array(prefix.length + before.length + rawLength + after.length)
  let at = 0
  const put = (part: Uint8Array | readonly number[]): void => {
    bytes.set(part, at)
    at += part.length
  }
  put(prefix)
  put(before)
  put(meta)
  for (const item of items) {
    bytes[at] = itemTag
    at = putVarint(bytes, at + 1, item.length)
    put(item)
  }
  put(after)
  return bytes
}

const varintLength = (value: number): number => (value < 0x80 ? 1 : 1 + varintLength(Math.floor(value / 0x80)))

function putVarint(bytes: Uint8Array, start: number, value: number): number {
  let at = start
  let rest = value
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) {
    bytes[at] = (rest % 0x80) | 0x80
    at += 1
  }
  bytes[at] = rest
  return at + 1
}
