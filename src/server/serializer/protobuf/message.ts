import { Reader, type Writer } from 'protobufjs/minimal.js'
import { type Json, type JsonObject, isObject } from '#api/json.ts'
import type { Schema, StructField, StructSchema } from '#schema/schema.ts'
import { wireCollection } from './wire-collection.ts'
import { wireScalars } from './wire-scalars.ts'
import { wireUnion } from './wire-union.ts'
import { DELIMITED, ProtobufError, type ReadState, type WireValue, readFields, readFieldsTo } from './wire-value.ts'

/** One field of a message; it corresponds to one field of an object. */
export interface WireField {
  /** Encodes the tags and values of the field; `undefined` when the object does not have the field. */
  readonly write: (writer: Writer, value: Json | undefined) => void
  /** Decodes one value and merges it into the value decoded so far. */
  readonly read: (reader: Reader, state: ReadState, before: Json | undefined) => Json
  readonly wire: number
}

interface NamedField extends WireField {
  readonly name: string
}

/**
 * The fields of a message by field number, ascending. Nested layouts contain fields that JSON has in the outer object.
 */
type Layout = Map<number, NamedField | Layout>

const layouts = new WeakMap<ReadonlyMap<string, StructField>, Layout>()
/** Deeper than any real object, and far below the stack limit. */
const DEPTH_MAX = 200

/**
 * Returns the layout of the message of a struct; cached. Types may be recursive: fields resolve their layout on first
 * use.
 */
function layoutOf(schema: StructSchema): Layout {
  const existing = layouts.get(schema.fields)
  if (existing !== undefined) return existing
  const layout: Layout = new Map()
  for (const field of schema.fields.values()) {
    if (field.proto === undefined) continue
    let holder = layout
    for (const number of field.proto.within ?? []) holder = innerLayout(holder, number)
    holder.set(field.proto.number, { name: field.name, ...toWireField(schema, field, field.proto.number) })
  }
  const sorted = sortLayout(layout)
  layouts.set(schema.fields, sorted)
  return sorted
}

function innerLayout(layout: Layout, number: number): Layout {
  const existing = layout.get(number)
  if (existing instanceof Map) return existing
  const made: Layout = new Map()
  layout.set(number, made)
  return made
}

const sortLayout = (layout: Layout): Layout =>
  new Map(
    [...layout]
      .toSorted(([a], [b]) => a - b)
      .map(([number, entry]) => [number, entry instanceof Map ? sortLayout(entry) : entry]),
  )

/** Returns the wire field of a struct field. The reference always encodes non-pointer fields, even if zero. [PB2] */
function toWireField(owner: StructSchema, field: StructField, number: number): WireField {
  const { schema } = field
  if (schema.type === 'list' && isWrapped(owner, field))
    return single(number, wireCollection.wrapped(wireValue(schema.items)), true)
  if (schema.type === 'list') return wireCollection.list(number, () => wireValue(schema.items))
  if (schema.type === 'map') return wireCollection.map(number, () => wireValue(schema.values))
  return single(number, wireValue(schema), field.pointer)
}

/** Reports whether the list has a named Go type, which makes it a message. */
const isWrapped = (owner: StructSchema, field: StructField): boolean =>
  owner.name === 'meta.v1.APIResource' && field.name === 'verbs'

function single(number: number, value: WireValue, isPointer: boolean): WireField {
  const tag = (number << 3) | value.wire
  const leavesOut = isPointer || value.hasNil === true
  return {
    wire: value.wire,
    write: (writer, sent) => {
      if (leavesOut && (sent === undefined || sent === null)) return
      writer.uint32(tag >>> 0)
      value.write(writer, sent ?? null)
    },
    read: (reader, state) => value.read(reader, state),
  }
}

/** Returns the encoding of values of a schema. A list inside a map is a message with one field. */
function wireValue(schema: Schema): WireValue {
  switch (schema.type) {
    case 'scalar':
      return schema.union === undefined ? wireScalars[schema.scalar] : wireUnion(schema.union, wireStruct)
    case 'struct':
      return impliedTypes.has(schema.name) ? typed(schema) : wireStruct(schema)
    case 'list':
      return wireCollection.wrapped(wireValue(schema.items))
    case 'map':
      throw new Error('no message has maps of maps')
  }
}

/** Embedded objects whose kind JSON includes but protobuf does not: the position implies it. */
const impliedTypes: ReadonlyMap<string, JsonObject> = new Map([
  ['core.v1.PersistentVolumeClaim', { kind: 'PersistentVolumeClaim', apiVersion: 'v1' }],
])

function typed(schema: StructSchema): WireValue {
  const message = wireStruct(schema)
  const read: WireValue['read'] = (reader, state) => {
    const object = message.read(reader, state)
    return isObject(object) ? { ...impliedTypes.get(schema.name), ...object } : object
  }
  return { ...message, read }
}

const wireStruct = (schema: StructSchema): WireValue => ({
  wire: DELIMITED,
  write: (writer, value) => {
    writer.fork()
    writeLayout(writer, layoutOf(schema), isObject(value) ? value : {})
    writer.ldelim()
  },
  read: (reader, state) => {
    const object: JsonObject = {}
    deeper(state, () => readFields(reader, fieldTaker(reader, layoutOf(schema), { object, state })))
    return object
  },
})

function deeper(state: ReadState, read: () => void): void {
  if (state.depth >= DEPTH_MAX) throw new ProtobufError('exceeded max depth')
  state.depth += 1
  read()
  state.depth -= 1
}

function writeLayout(writer: Writer, layout: Layout, object: JsonObject): void {
  for (const [number, entry] of layout) {
    if (!(entry instanceof Map)) {
      entry.write(writer, object[entry.name])
      continue
    }
    writer.uint32((number << 3) | DELIMITED).fork()
    writeLayout(writer, entry, object)
    writer.ldelim()
  }
}

interface Reading {
  readonly object: JsonObject
  readonly state: ReadState
}

/** Decodes one field; unknown fields are skipped, as in the reference. */
const fieldTaker =
  (reader: Reader, layout: Layout, { object, state }: Reading) =>
  (number: number, wire: number): boolean => {
    const entry = layout.get(number)
    if (entry === undefined) return false
    if (entry instanceof Map) {
      if (wire !== DELIMITED) throw wrongWire(wire, String(number))
      readFields(reader, fieldTaker(reader, entry, { object, state }))
      return true
    }
    if (wire !== entry.wire) throw wrongWire(wire, goFieldName(entry.name))
    const value = entry.read(reader, state, object[entry.name])
    object[entry.name] = value
    return true
  }

/** Fields whose Go name is not the capitalized one. */
const goFieldNames: ReadonlyMap<string, string> = new Map([
  ['metadata', 'ObjectMeta'],
  ['apiVersion', 'APIVersion'],
  ['uid', 'UID'],
  ['ip', 'IP'],
])

const goFieldName = (name: string): string => goFieldNames.get(name) ?? name.charAt(0).toUpperCase() + name.slice(1)

const wrongWire = (wire: number, field: string): ProtobufError =>
  new ProtobufError(`proto: wrong wireType = ${wire} for field ${field}`)

/** Encodes the fields of an object as a message, without a length prefix. */
export const writeMessage = (writer: Writer, schema: StructSchema, object: JsonObject): void =>
  writeLayout(writer, layoutOf(schema), object)

/** Decodes a complete message; zero values are kept as encoded. @throws ProtobufError, RangeError at an early end */
export function readMessage(schema: StructSchema, bytes: Uint8Array): JsonObject {
  const reader = new Reader(bytes)
  const object: JsonObject = {}
  const state: ReadState = { depth: 0 }
  readFieldsTo(reader, bytes.length, fieldTaker(reader, layoutOf(schema), { object, state }))
  return object
}
