import { type Json, type JsonObject, emptyObject } from '#api/json.ts'
import type { ScalarType, Schema, StructSchema } from './schema.ts'

const scalarZeros: Readonly<Record<ScalarType, Json>> = {
  string: '',
  boolean: false,
  int32: 0,
  int64: 0,
  float64: 0,
  bytes: '',
  Time: null,
  MicroTime: null,
  Duration: '0s',
  Quantity: '0',
  IntOrString: 0,
  RawExtension: null,
  FieldsV1: null,
  any: null,
}

export const scalarZero = (scalar: ScalarType): Json => scalarZeros[scalar]

/**
 * Returns the zero value of a schema before encoding: a struct contains its inner structs and nothing else. Each
 * call returns a new object.
 */
export function zeroValue(schema: Schema): Json {
  switch (schema.type) {
    case 'scalar':
      return scalarZeros[schema.scalar]
    case 'list':
      return []
    case 'map':
      return emptyObject()
    case 'struct':
      return zeroStruct(schema)
  }
}

function zeroStruct(schema: StructSchema): JsonObject {
  const zero: JsonObject = {}
  for (const [name, field] of schema.fields)
    if (!field.pointer && field.schema.type === 'struct') zero[name] = zeroStruct(field.schema)
  return zero
}
