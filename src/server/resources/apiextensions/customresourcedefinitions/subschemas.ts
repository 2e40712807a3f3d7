import { type Json, isObject } from '#api/json.ts'
import { child, index, key } from '#api/field-error.ts'
import { type StructuralSchema, propertiesOf, schemasOf } from '#server/structural/structural-schema.ts'

export interface Subschema {
  readonly schema: StructuralSchema
  readonly path: string
  readonly role: 'field' | 'item' | 'logic'
  /** Name of a declared field. */
  readonly name?: string
}

/** Returns the direct subschemas of a schema, with their paths. */
export function subschemas(schema: StructuralSchema, path: string): readonly Subschema[] {
  const one = (value: Json | undefined, name: string, role: Subschema['role']): readonly Subschema[] =>
    isObject(value) ? [{ schema: value, path: child(path, name), role }] : []
  const many = (name: 'allOf' | 'oneOf' | 'anyOf'): readonly Subschema[] =>
    schemasOf(schema[name]).map((each, at) => ({ schema: each, path: index(child(path, name), at), role: 'logic' }))
  return [
    ...one(schema.additionalProperties, 'additionalProperties', 'field'),
    ...propertiesOf(schema).map(([name, each]) => ({
      schema: each,
      path: key(child(path, 'properties'), name),
      role: 'field' as const,
      name,
    })),
    ...one(schema.not, 'not', 'logic'),
    ...many('allOf'),
    ...many('oneOf'),
    ...many('anyOf'),
    ...one(schema.items, 'items', 'item'),
  ]
}
