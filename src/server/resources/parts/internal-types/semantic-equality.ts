import { type FieldError, type FieldPath, invalid } from '#api/field-error.ts'
import { type Json, type JsonObject, deepEqual, isObject, own } from '#api/json.ts'
import type { Schema, StructField, StructSchema } from '#schema/schema.ts'
import { scalarZero } from '#schema/zero-value.ts'
import { compareAmounts } from '#server/resources/parts/validation/amounts.ts'
import { structSchema } from '#server/kinds/group-types.ts'
import { plainInside } from './field-orders.ts'
import { internalForm } from './internal-form.ts'

type Value = Json | undefined

/**
 * Compares two values of one type like the reference's `Semantic.DeepEqual`: empty lists and maps equal absent ones,
 * zero values equal absent ones unless the field is a pointer, and quantities compare as numbers. [WL3]
 */
export function equalAs(typeName: string, a: JsonObject | undefined, b: JsonObject | undefined): boolean {
  if (a === undefined || b === undefined) return a === b
  return sameStruct(structSchema(typeName), a, b)
}

/** Requires that a value is unchanged; the message prints it as the reference's internal type. */
export const immutableAs = (
  typeName: string,
  next: JsonObject | undefined,
  live: JsonObject | undefined,
  path: FieldPath,
): readonly FieldError[] =>
  equalAs(typeName, next ?? {}, live ?? {})
    ? []
    : [invalid(path, internalForm(typeName, next ?? {}), 'field is immutable')]

const isAbsent = (value: Value): value is null | undefined => value === undefined || value === null

function sameStruct(schema: StructSchema, a: JsonObject, b: JsonObject): boolean {
  for (const field of schema.fields.values())
    if (!sameField(schema, field, own(a, field.name), own(b, field.name))) return false
  return true
}

function sameField(owner: StructSchema, field: StructField, a: Value, b: Value): boolean {
  const isValue = field.schema.type === 'scalar' || field.schema.type === 'struct'
  const isPointer = field.pointer && isValue && !plainInside.has(`${owner.name}.${field.name}`)
  if (isPointer && (isAbsent(a) || isAbsent(b))) return isAbsent(a) === isAbsent(b)
  return same(field.schema, a, b)
}

const listOf = (value: Value): readonly Json[] => (Array.isArray(value) ? value : [])
const mapOf = (value: Value): JsonObject => (isObject(value) ? value : {})

function same(schema: Schema, a: Value, b: Value): boolean {
  switch (schema.type) {
    case 'scalar':
      return sameScalar(schema.scalar, a ?? scalarZero(schema.scalar), b ?? scalarZero(schema.scalar))
    case 'list':
      return sameList(schema.items, listOf(a), listOf(b))
    case 'map':
      return sameMap(schema.values, mapOf(a), mapOf(b))
    case 'struct':
      return sameStruct(schema, mapOf(a), mapOf(b))
  }
}

function sameScalar(scalar: string, a: Json, b: Json): boolean {
  if (scalar === 'Quantity' && typeof a === 'string' && typeof b === 'string') return compareAmounts(a, b) === 0
  return deepEqual(a, b)
}

const sameList = (items: Schema, a: readonly Json[], b: readonly Json[]): boolean =>
  a.length === b.length && a.every((item, at) => same(items, item, b[at]))

function sameMap(values: Schema, a: JsonObject, b: JsonObject): boolean {
  const names = Object.keys(a)
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && same(values, own(a, name), own(b, name)))
  )
}
