import { Reader, Writer } from 'protobufjs/minimal.js'

/** A key with its value and versions, as etcd stores it. */
export interface KeyValue {
  readonly key: string
  readonly value: Uint8Array
  readonly createRevision: number
  readonly modRevision: number
  /** The number of writes since the key was created. */
  readonly version: number
}

export interface KeyEvent {
  readonly type: 'put' | 'delete'
  readonly kv: KeyValue
}

/** The keys from `key` (inclusive) to `end` (exclusive); without `end` only `key`. */
export interface KeyRange {
  readonly key: string
  readonly end?: string
}

/** One operation of a transaction. A lease of 0n is none. */
export type Operation =
  | { readonly type: 'put'; readonly key: string; readonly value: Uint8Array; readonly lease?: bigint }
  | { readonly type: 'delete'; readonly key: string }
  | { readonly type: 'range'; readonly key: string }

export interface Compare {
  readonly target: 'version' | 'mod'
  readonly key: string
  readonly equals: number
}

/** Readers by field number, which put what they read into `into`. Made once for a message, because answers are many. */
export type Fields<Into> = Readonly<Record<number, (reader: Reader, into: Into) => void>>

const varint = (field: number): number => field << 3
const delimited = (field: number): number => (field << 3) | 2

/** Reads the fields of a message until `end`: fields without a reader are skipped. */
function readFields<Into>(reader: Reader, fields: Fields<Into>, { into, end }: { into: Into; end: number }): Into {
  while (reader.pos < end) {
    const tag = reader.uint32()
    const read = fields[tag >>> 3]
    if (read === undefined) reader.skipType(tag & 7)
    else read(reader, into)
  }
  return into
}

/** Reads a message from its bytes into `into`, and returns it. */
export const readMessage = <Into>(bytes: Uint8Array, fields: Fields<Into>, into: Into): Into =>
  readFields(Reader.create(bytes), fields, { into, end: bytes.length })

/** Reads a message inside a message into `into`, and returns it. */
export const readInner = <Into>(reader: Reader, fields: Fields<Into>, into: Into): Into => {
  const length = reader.uint32()
  return readFields(reader, fields, { into, end: length + reader.pos })
}

/** Reads an int64 whose values a double can hold, such as a revision. */
export function readCount(reader: Reader): number {
  const value = reader.int64()
  return typeof value === 'number' ? value : value.high * 2 ** 32 + (value.low >>> 0)
}

/** Reads a 64-bit identifier, such as that of a cluster or a lease. */
export function readId(reader: Reader): bigint {
  let value = 0n
  for (let shift = 0n; ; shift += 7n) {
    const byte = reader.buf[reader.pos++] ?? 0
    value |= BigInt(byte & 0x7f) << shift
    if (byte < 0x80) return BigInt.asUintN(64, value)
  }
}

/** Writes a 64-bit identifier as a field. */
export function writeId(writer: Writer, field: number, id: bigint): void {
  const halves = { low: Number(id & 0xffff_ffffn), high: Number(id >> 32n), unsigned: true }
  // Its type requires a complete Long, but only the two halves are read.
  writer.uint32(varint(field)).uint64(halves as Parameters<Writer['uint64']>[0])
}

/** A message while it is read. */
export type Mutable<Type> = { -readonly [Name in keyof Type]: Type[Name] }

const keyValueFields: Fields<Mutable<KeyValue>> = {
  1: (reader, kv) => (kv.key = reader.string()),
  2: (reader, kv) => (kv.createRevision = readCount(reader)),
  3: (reader, kv) => (kv.modRevision = readCount(reader)),
  4: (reader, kv) => (kv.version = readCount(reader)),
  // A copy: the buffer of a response holds many values.
  5: (reader, kv) => (kv.value = new Uint8Array(reader.bytes())),
}

export const readKeyValue = (reader: Reader): KeyValue =>
  readInner(reader, keyValueFields, { key: '', value: empty, createRevision: 0, modRevision: 0, version: 0 })

const empty: Uint8Array = new Uint8Array(0)

const eventFields: Fields<{ type: KeyEvent['type']; kv: KeyValue | null }> = {
  1: (reader, event) => (event.type = reader.int32() === 1 ? 'delete' : 'put'),
  2: (reader, event) => (event.kv = readKeyValue(reader)),
}

export function readEvent(reader: Reader): KeyEvent {
  const { type, kv } = readInner(reader, eventFields, { type: 'put', kv: null })
  if (kv === null) throw new RangeError('an event without a key')
  return { type, kv }
}

export interface RangeQuery extends KeyRange {
  /** 0: the newest. */
  readonly revision?: number
  /** 0: all. */
  readonly limit?: number
  readonly keysOnly?: boolean
}

export function writeRange(writer: Writer, { key, end, revision = 0, limit = 0, keysOnly }: RangeQuery): Writer {
  writer.uint32(delimited(1)).string(key)
  if (end !== undefined) writer.uint32(delimited(2)).string(end)
  if (limit > 0) writer.uint32(varint(3)).int64(limit)
  if (revision > 0) writer.uint32(varint(4)).int64(revision)
  if (keysOnly === true) writer.uint32(varint(8)).bool(true)
  return writer
}

function writePut(writer: Writer, { key, value, lease = 0n }: Extract<Operation, { type: 'put' }>): void {
  writer.uint32(delimited(1)).string(key).uint32(delimited(2)).bytes(value)
  if (lease !== 0n) writeId(writer, 3, lease)
}

const operationFields = { range: 1, put: 2, delete: 3 } as const

function writeOperation(writer: Writer, operation: Operation): void {
  writer.uint32(delimited(operationFields[operation.type])).fork()
  if (operation.type === 'put') writePut(writer, operation)
  else writer.uint32(delimited(1)).string(operation.key)
  writer.ldelim()
}

function writeCompare(writer: Writer, { target, key, equals }: Compare): void {
  // The result EQUAL is 0 and so not written; VERSION is 0 too, MOD is 2.
  if (target === 'mod') writer.uint32(varint(2)).int32(2)
  writer.uint32(delimited(3)).string(key)
  // A member of a oneof is written even if it is 0.
  writer.uint32(varint(target === 'mod' ? 6 : 4)).int64(equals)
}

export interface Transaction {
  /** All must hold. */
  readonly compare: readonly Compare[]
  readonly success: readonly Operation[]
  readonly failure: readonly Operation[]
}

export function encodeTransaction({ compare, success, failure }: Transaction): Uint8Array {
  const writer = Writer.create()
  for (const each of compare) {
    writer.uint32(delimited(1)).fork()
    writeCompare(writer, each)
    writer.ldelim()
  }
  for (const [field, operations] of [[2, success] as const, [3, failure] as const]) {
    for (const operation of operations) {
      writer.uint32(delimited(field)).fork()
      writeOperation(writer, operation)
      writer.ldelim()
    }
  }
  return writer.finish()
}

export interface WatchQuery extends KeyRange {
  readonly startRevision: number
  readonly watchId: number
}

export function encodeWatchCreate({ key, end, startRevision, watchId }: WatchQuery): Uint8Array {
  const writer = Writer.create().uint32(delimited(1)).fork()
  writer.uint32(delimited(1)).string(key)
  if (end !== undefined) writer.uint32(delimited(2)).string(end)
  writer.uint32(varint(3)).int64(startRevision).uint32(varint(4)).bool(true).uint32(varint(7)).int64(watchId)
  return writer.ldelim().finish()
}

/** A request for the revision up to which all events of the stream were sent. */
export const encodeProgressRequest = (): Uint8Array => Writer.create().uint32(delimited(3)).fork().ldelim().finish()
