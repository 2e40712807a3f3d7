import { ApiError } from '#api/api-error.ts'
import type { DebugProtobuf, DebugProtobufField } from '#facts/debug-api.ts'
import type { ScalarType, Schema, StructField, StructSchema } from '#schema/schema.ts'
import { kindSchema } from '#server/kinds/kind-schema.ts'

type Messages = Map<string, Record<string, DebugProtobufField>>

const text: DebugProtobufField = { name: '', type: 'string' }
const named = (name: string, type: string): DebugProtobufField => ({ name, type })

/** Scalars of the schema that are messages in protobuf. */
const scalarMessages: Readonly<Partial<Record<ScalarType, Readonly<Record<string, DebugProtobufField>>>>> = {
  Time: { 1: named('seconds', 'int64'), 2: named('nanos', 'int32') },
  MicroTime: { 1: named('seconds', 'int64'), 2: named('nanos', 'int32') },
  Duration: { 1: named('duration', 'int64') },
  Quantity: { 1: named('string', 'string') },
  IntOrString: { 1: named('type', 'int64'), 2: named('intVal', 'int32'), 3: named('strVal', 'string') },
  RawExtension: { 1: named('raw', 'bytes') },
  FieldsV1: { 1: named('Raw', 'bytes') },
  any: { 1: named('raw', 'bytes') },
}

/**
 * Returns the fields, with number and name, of the message of a kind and of all messages in it.
 * @throws ApiError NotFound for a kind without a message [DB11]
 */
export function readProtobuf(query: URLSearchParams): DebugProtobuf {
  const [apiVersion, kind] = [query.get('apiVersion') ?? '', query.get('kind') ?? '']
  const schema = kindSchema(apiVersion, kind)
  if (schema === undefined)
    throw new ApiError('NotFound', `no message is known for ${JSON.stringify(`${apiVersion} ${kind}`)}`)
  const messages: Messages = new Map()
  addStruct(schema, messages)
  return { message: schema.name, messages: Object.fromEntries(messages) }
}

function addStruct(schema: StructSchema, messages: Messages): string {
  if (messages.has(schema.name)) return schema.name
  const fields: Record<string, DebugProtobufField> = {}
  messages.set(schema.name, fields)
  for (const field of schema.fields.values()) {
    if (field.proto === undefined) continue
    const holder = holderOf(schema.name, fields, field, messages)
    holder[field.proto.number] = { ...describe(field.schema, messages), name: field.name }
  }
  return schema.name
}

/**
 * Returns the message that contains a field: that of its struct, or one inside it that has no counterpart in JSON.
 */
function holderOf(
  name: string,
  fields: Record<string, DebugProtobufField>,
  { proto }: StructField,
  messages: Messages,
): Record<string, DebugProtobufField> {
  let holder = fields
  let path = name
  for (const number of proto?.within ?? []) {
    path += `/${number}`
    holder[number] ??= { name: '', type: 'message', message: path }
    const inner = messages.get(path) ?? {}
    messages.set(path, inner)
    holder = inner
  }
  return holder
}

function describe(schema: Schema, messages: Messages): DebugProtobufField {
  switch (schema.type) {
    case 'struct':
      return { name: '', type: 'message', message: addStruct(schema, messages) }
    case 'list':
      return { ...describe(schema.items, messages), repeated: true }
    case 'map':
      return { name: '', type: 'map', values: describe(schema.values, messages) }
    case 'scalar':
      return describeScalar(schema, messages)
  }
}

function describeScalar(schema: Extract<Schema, { type: 'scalar' }>, messages: Messages): DebugProtobufField {
  if (schema.union !== undefined) return { name: '', type: 'message', message: addStruct(schema.union, messages) }
  const fields = scalarMessages[schema.scalar]
  if (fields === undefined) return { ...text, type: schema.scalar }
  messages.set(schema.scalar, { ...fields })
  return { name: '', type: 'message', message: schema.scalar }
}
