import { Reader, type Writer } from 'protobufjs/minimal.js'
import { type Json, type JsonObject, emptyObject, isObject } from '#api/json.ts'
import type { WireField } from './message.ts'
import { DELIMITED, type ReadState, type WireValue, readFields } from './wire-value.ts'

const itemsOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : [])

/** Returns a repeated field with one tag per item: the reference uses no packed encoding. */
function list(number: number, itemOf: () => WireValue): WireField {
  // The item type may be the one that is being created.
  let cached: WireValue | undefined
  const item = (): WireValue => (cached ??= itemOf())
  return {
    get wire() {
      return item().wire
    },
    write: (writer, value) => {
      const tag = ((number << 3) | item().wire) >>> 0
      for (const each of itemsOf(value)) {
        writer.uint32(tag)
        item().write(writer, each)
      }
    },
    read: (reader, state, before) => {
      const items = Array.isArray(before) ? before : []
      items.push(item().read(reader, state))
      return items
    },
  }
}

/** Returns a map field: pairs of key and value, sorted by key. [PB2] */
function map(number: number, valueOf: () => WireValue): WireField {
  let cached: WireValue | undefined
  const item = (): WireValue => (cached ??= valueOf())
  const tag = ((number << 3) | DELIMITED) >>> 0
  return {
    wire: DELIMITED,
    write: (writer, value) => {
      const entries = isObject(value) ? value : {}
      for (const key of Object.keys(entries).sort()) writePair(writer.uint32(tag), key, entries[key] ?? null, item())
    },
    read: (reader, state, before) => readPair(reader, item(), { state, entries: isObject(before) ? before : null }),
  }
}

function writePair(writer: Writer, key: string, value: Json, type: WireValue): void {
  writer.fork().uint32(10).string(key)
  if (value !== null || type.hasNil !== true) type.write(writer.uint32((2 << 3) | type.wire), value)
  writer.ldelim()
}

interface PairsRead {
  readonly state: ReadState
  readonly entries: JsonObject | null
}

/** A missing value is the zero value of the type. */
const emptyMessage = Uint8Array.of(0)

function readPair(reader: Reader, type: WireValue, { state, entries }: PairsRead): JsonObject {
  let key = ''
  let value: Json | undefined
  readFields(reader, (number, wire) => {
    if (number === 1 && wire === DELIMITED) key = reader.string()
    else if (number === 2 && wire === type.wire) value = type.read(reader, state)
    else return false
    return true
  })
  const filled = entries ?? emptyObject()
  filled[key] = value ?? type.read(new Reader(emptyMessage), state)
  return filled
}

/** Returns the encoding of a list as a message with the items in field 1. */
const wrapped = (item: WireValue): WireValue => {
  const inner = list(1, () => item)
  return {
    wire: DELIMITED,
    write: (writer, value) => {
      writer.fork()
      inner.write(writer, value)
      writer.ldelim()
    },
    read: (reader, state) => {
      let items: Json = []
      readFields(reader, (number, wire) => {
        if (number !== 1 || wire !== item.wire) return false
        items = inner.read(reader, state, items)
        return true
      })
      return items
    },
  }
}

/** The encodings of lists and maps. */
export const wireCollection = {
  list: list as typeof list,
  map: map as typeof map,
  wrapped: wrapped as typeof wrapped,
}
