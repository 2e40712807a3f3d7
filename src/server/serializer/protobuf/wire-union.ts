import { type Json, type JsonObject, isObject } from '#api/json.ts'
import { toCanonical } from '#schema/canonical.ts'
import type { Schema, StructSchema } from '#schema/schema.ts'
import { jsonText } from './wire-scalars.ts'
import type { WireValue } from './wire-value.ts'

const isRaw = (union: StructSchema): boolean => union.name.endsWith('.JSON')

/**
 * Returns the encoding of a value of several types: a bare value in JSON, in protobuf a message with a field for each
 * type. [PB4]
 */
export function wireUnion(union: StructSchema, toStruct: (schema: StructSchema) => WireValue): WireValue {
  if (isRaw(union)) return jsonText
  const message = toStruct(union)
  return {
    wire: message.wire,
    write: (writer, value) => message.write(writer, toFields(union, value)),
    read: (reader, state) => fromFields(union, message.read(reader, state)),
  }
}

const isTyped = (schema: Schema, type: 'list' | 'struct'): boolean => schema.type === type
const isFlag = (schema: Schema): boolean => schema.type === 'scalar' && schema.scalar === 'boolean'

/** Returns the fields of a value. A schema also sets the flag, because it allows values. */
function toFields(union: StructSchema, value: Json): JsonObject {
  const fields: JsonObject = {}
  for (const { name, schema } of union.fields.values()) {
    if (isFlag(schema)) fields[name] = value !== false && value !== null
    else if (isTyped(schema, 'list') && Array.isArray(value)) fields[name] = value
    else if (isTyped(schema, 'struct') && isObject(value)) fields[name] = value
  }
  return fields
}

/** Returns the value of the fields. It is not decoded further, so zero values that JSON omits are removed here. */
function fromFields(union: StructSchema, fields: Json): Json {
  if (!isObject(fields)) return null
  let found: Json = union.fields.size === 0 ? {} : null
  for (const { name, schema } of union.fields.values()) {
    const value = fields[name]
    if (value === undefined) continue
    if (schema.type === 'struct') return isObject(value) ? toCanonical(schema, value) : null
    found = schema.type === 'list' ? canonicalItems(schema.items, value) : value
  }
  return found
}

const canonicalItems = (items: Schema, value: Json): Json =>
  Array.isArray(value) && items.type === 'struct'
    ? value.map((item) => (isObject(item) ? toCanonical(items, item) : item))
    : value
