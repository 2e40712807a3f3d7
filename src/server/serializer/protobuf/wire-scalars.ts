import { readInt64, writeInt64 } from './wire-int64.ts'
import { parseExactJson, printExactJson } from '#api/exact-json.ts'
import type { Reader, Writer } from 'protobufjs/minimal.js'
import { type Json, textOf } from '#api/json.ts'
import { canonicalMicroTime, formatTime, parseTime } from '#api/time.ts'
import { decodeBase64, encodeBase64 } from '#go/base64.ts'
import { formatDuration, parseDuration } from '#go/duration.ts'
import type { ScalarType } from '#schema/schema.ts'
import { DELIMITED, FIXED64, ProtobufError, VARINT, type WireValue, readFields } from './wire-value.ts'

const numberOf = (value: Json): number => (typeof value === 'number' || typeof value === 'bigint' ? Number(value) : 0)

/** Decodes all numeric fields of a message by field number; the last value of a field wins. */
function readNumbers(reader: Reader): readonly number[] {
  const values: number[] = []
  readFields(reader, (number, wire) => {
    if (wire !== VARINT) return false
    values[number] = Number(readInt64(reader))
    return true
  })
  return values
}

function readText(reader: Reader, wanted: number): string | undefined {
  let text: string | undefined
  readFields(reader, (number, wire) => {
    if (number !== wanted || wire !== DELIMITED) return false
    text = reader.string()
    return true
  })
  return text
}

/** Encodes a message of seconds and nanoseconds; empty for no time. */
function writeInstant(writer: Writer, value: Json): void {
  writer.fork()
  if (typeof value === 'string') {
    const seconds = Math.floor(parseTime(value) / 1000)
    const micros = Number((/\.([0-9]{1,6})/.exec(value)?.[1] ?? '').padEnd(6, '0'))
    writer
      .uint32(8)
      .int64(seconds)
      .uint32(16)
      .int32(micros * 1000)
  }
  writer.ldelim()
}

/** Decodes a time. Zero seconds are 1970 and not "no time": that has no fields at all. */
function readInstant(reader: Reader, format: (seconds: number, nanos: number) => string | null): string | null {
  const isEmpty = reader.buf[reader.pos] === 0
  const [, seconds = 0, nanos = 0] = readNumbers(reader)
  if (isEmpty) return null
  if (Math.abs(seconds) > LAST_SECOND) throw new ProtobufError('proto: time out of range')
  return format(seconds, nanos)
}

/** The end of the year 9999; later times have no text form. */
const LAST_SECOND = 253_402_300_799

const timeText = (seconds: number): string => formatTime(seconds * 1000)
const microTimeText = (seconds: number, nanos: number): string | null =>
  canonicalMicroTime(`${timeText(seconds).slice(0, -1)}.${String(Math.trunc(nanos / 1000)).padStart(6, '0')}Z`)

/** Returns the encoding of a message with one string field, which the reference always encodes. */
const textMessage = (zero: string): WireValue => ({
  wire: DELIMITED,
  write: (writer, value) => {
    writer
      .fork()
      .uint32(10)
      .string(textOf(value) || zero)
      .ldelim()
  },
  read: (reader) => readText(reader, 1) ?? zero,
})

function writeIntOrString(writer: Writer, value: Json): void {
  const isText = typeof value === 'string'
  writer
    .fork()
    .uint32(8)
    .int64(isText ? 1 : 0)
  writer.uint32(16).int32(numberOf(value)).uint32(26).string(textOf(value)).ldelim()
}

function readIntOrString(reader: Reader): Json {
  let [type, number, text] = [0, 0, '']
  readFields(reader, (field, wire) => {
    if (field === 1 && wire === VARINT) type = Number(readInt64(reader))
    else if (field === 2 && wire === VARINT) number = reader.int32()
    else if (field === 3 && wire === DELIMITED) text = reader.string()
    else return false
    return true
  })
  if (type !== 0 && type !== 1) throw new ProtobufError('impossible IntOrString.Type')
  return type === 1 ? text : number
}

/** JSON text in field 1 of a message. */
export const jsonText: WireValue = {
  wire: DELIMITED,
  write: (writer, value) => {
    writer.fork()
    if (value !== null) writer.uint32(10).string(printExactJson(value))
    writer.ldelim()
  },
  read: (reader) => {
    const text = readText(reader, 1)
    if (text === undefined || text === '') return null
    try {
      return parseExactJson(text)
    } catch {
      throw new ProtobufError('raw value is no JSON')
    }
  },
}

const instant = (format: (seconds: number, nanos: number) => string | null): WireValue => ({
  wire: DELIMITED,
  write: writeInstant,
  read: (reader) => readInstant(reader, format),
})

/** The encodings of scalar types in the messages of the reference. [PB3] */
export const wireScalars: Readonly<Record<ScalarType, WireValue>> = {
  string: {
    wire: DELIMITED,
    write: (writer, value) => void writer.string(textOf(value)),
    read: (reader) => reader.string(),
  },
  boolean: {
    wire: VARINT,
    write: (writer, value) => void writer.bool(value === true),
    read: (reader) => reader.bool(),
  },
  int32: {
    wire: VARINT,
    write: (writer, value) => void writer.int32(numberOf(value)),
    read: (reader) => reader.int32(),
  },
  int64: { wire: VARINT, write: writeInt64, read: readInt64 },
  float64: {
    wire: FIXED64,
    write: (writer, value) => void writer.double(numberOf(value)),
    read: (reader) => reader.double(),
  },
  bytes: {
    wire: DELIMITED,
    write: (writer, value) => void writer.bytes(decodeBase64(textOf(value))),
    read: (reader) => encodeBase64(reader.bytes()),
    hasNil: true,
  },
  Time: instant(timeText),
  MicroTime: instant(microTimeText),
  Duration: {
    wire: DELIMITED,
    write: (writer, value) => {
      const nanos = typeof value === 'string' ? parseDuration(value) : 0n
      writer.fork().uint32(8).int64(nanos.toString()).ldelim()
    },
    read: (reader) => formatDuration(BigInt(readNumbers(reader)[1] ?? 0)),
  },
  Quantity: textMessage('0'),
  IntOrString: { wire: DELIMITED, write: writeIntOrString, read: readIntOrString },
  RawExtension: jsonText,
  FieldsV1: jsonText,
  any: jsonText,
}
