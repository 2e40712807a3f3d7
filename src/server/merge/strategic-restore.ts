import { isNumeric, isObject, type Json, type JsonObject } from '#api/json.ts'
import { DecodeError, type Place } from '#schema/decode-error.ts'
import { decodeScalar } from '#schema/decode-scalar.ts'
import { goTypeName } from '#schema/go-names.ts'
import type { MapSchema, ScalarSchema, Schema, StructSchema } from '#schema/schema.ts'
import { goTypeOf } from './go-text.ts'

const kindOf = (value: Json): string => {
  if (Array.isArray(value)) return 'slice'
  if (isObject(value)) return 'map'
  return goTypeOf(value)
}

/**
 * Returns the reason why a merged value cannot be converted into the struct of the kind, in the text of the reference;
 * `null` when it can.
 */
export const restoreProblem = (schema: Schema, value: Json | undefined): string | null =>
  isRestorable(schema, value) ? null : problemOf(schema, value)

/** Reports whether {@link restoreProblem} finds nothing. Looks at the fields that the value has, not at all of its type. */
export function isRestorable(schema: Schema, value: Json | undefined): boolean {
  if (value === undefined || value === null) return true
  if (schema.type === 'scalar') return isOfType(schema.scalar, value) || scalarProblem(schema, value) === null
  if (schema.type === 'list') return Array.isArray(value) && value.every((item) => isRestorable(schema.items, item))
  return isObject(value) && hasRestorableMembers(schema, value)
}

function hasRestorableMembers(schema: MapSchema | StructSchema, value: JsonObject): boolean {
  for (const name of Object.keys(value)) {
    const inner = schema.type === 'map' ? schema.values : schema.fields.get(name)?.schema
    if (inner !== undefined && !isRestorable(inner, value[name])) return false
  }
  return true
}

/** Reports whether a value is of the type that most fields have and can be converted as it is. */
function isOfType(scalar: ScalarSchema['scalar'], value: Json): boolean {
  if (scalar === 'string' || scalar === 'IntOrString') return typeof value === 'string'
  if (scalar === 'boolean') return typeof value === 'boolean'
  return (scalar === 'int32' || scalar === 'int64') && Number.isSafeInteger(value)
}

/** Returns the first problem in the order of the schema. */
function problemOf(schema: Schema, value: Json | undefined): string | null {
  if (value === undefined || value === null) return null
  switch (schema.type) {
    case 'scalar':
      return scalarProblem(schema, value)
    case 'list':
      if (!Array.isArray(value)) return `cannot restore slice from ${kindOf(value)}`
      return firstProblem(value, (item) => problemOf(schema.items, item))
    case 'map':
      if (!isObject(value)) return `cannot restore map from ${kindOf(value)}`
      return firstProblem(Object.values(value), (item) => problemOf(schema.values, item))
    case 'struct':
      if (!isObject(value)) return `cannot restore struct from: ${kindOf(value)}`
      return firstProblem(schema.fields.values(), ({ name, schema: inner }) => problemOf(inner, value[name]))
  }
}

function firstProblem<Part>(parts: Iterable<Part>, read: (part: Part) => string | null): string | null {
  for (const part of parts) {
    const problem = read(part)
    if (problem !== null) return problem
  }
  return null
}

const goKinds: Readonly<Partial<Record<ScalarSchema['scalar'], string>>> = {
  string: 'string',
  boolean: 'bool',
  int32: 'int32',
  int64: 'int64',
  float64: 'float64',
}

/** Types with their own JSON decoder, and the text that they report for a wrong value. */
const ownReaders: Readonly<Partial<Record<ScalarSchema['scalar'], string>>> = {
  Time: 'string',
  MicroTime: 'string',
  Duration: 'string',
  Quantity: 'resource.Quantity',
  IntOrString: 'int32',
}

function scalarProblem(schema: ScalarSchema, value: Json): string | null {
  const { scalar } = schema
  if (scalar === 'bytes') return bytesProblem(schema, value)
  const read = ownReaders[scalar]
  if (read !== undefined) return readerProblem({ ...schema, goName: read }, value)
  const wanted = goKinds[scalar]
  return wanted === undefined ? null : simpleProblem(wanted, goTypeName(schema), value)
}

/**
 * Returns the problem of a scalar. Go can convert between numbers and strings, and refuses that with a different text
 * than impossible conversions.
 */
function simpleProblem(wanted: string, goName: string, value: Json): string | null {
  const sent = kindOf(value)
  const isNumber = isNumeric(value)
  if (wanted === sent || (isNumber && wanted === 'float64')) return null
  const isInteger = isNumber && sent === 'int64'
  if (isInteger && wanted.startsWith('int')) return null
  const convertible = isNumber && (wanted.startsWith('int') || (wanted === 'string' && isInteger))
  return convertible ? `cannot convert ${sent} to ${goName}` : `unrecognized type: ${wanted}`
}

const noPlace = (): Place => ({ struct: '', fieldNames: [] })

const decodeProblem = (read: () => unknown): string | null => {
  try {
    const result = read()
    return result instanceof DecodeError ? result.message : null
  } catch (error) {
    if (error instanceof DecodeError) return error.message
    throw error
  }
}

const readerProblem = (schema: ScalarSchema, value: Json): string | null =>
  decodeProblem(() => decodeScalar(schema, value, isNumeric(value) ? String(value) : '', noPlace))

/** Returns the problem of a bytes value, which must be a base64 string or a list of numbers. */
function bytesProblem(schema: ScalarSchema, value: Json): string | null {
  if (typeof value === 'string') {
    const problem = readerProblem(schema, value)
    return problem === null ? null : `error decoding from json: ${problem}`
  }
  if (!Array.isArray(value)) return `cannot restore slice from ${kindOf(value)}`
  return value.every((item) => item === null || isNumeric(item)) ? null : 'unrecognized type: uint8'
}
