import { type Json, type JsonObject, isObject, own } from '#api/json.ts'

/**
 * An OpenAPI v3 schema of a CustomResourceDefinition. Its keys come from clients: access them only through these
 * functions.
 */
export type StructuralSchema = JsonObject

export type Extension =
  | 'preserve-unknown-fields'
  | 'int-or-string'
  | 'embedded-resource'
  | 'list-type'
  | 'list-map-keys'
  | 'map-type'

export const extension = (schema: StructuralSchema, name: Extension): Json | undefined => own(schema, `x-orch-${name}`)

export const isOn = (schema: StructuralSchema, name: Extension): boolean => extension(schema, name) === true

const schemaOrNull = (value: Json | undefined): StructuralSchema | null => (isObject(value) ? value : null)

/** Returns the schema of a declared field, `null` for an undeclared one. */
export const propertyOf = (schema: StructuralSchema, name: string): StructuralSchema | null =>
  isObject(schema.properties) ? schemaOrNull(own(schema.properties, name)) : null

/** Returns the declared fields by name. */
export const propertiesOf = (schema: StructuralSchema): readonly (readonly [string, StructuralSchema])[] =>
  isObject(schema.properties)
    ? Object.entries(schema.properties).flatMap(([name, value]) => (isObject(value) ? [[name, value] as const] : []))
    : []

const served = new WeakMap<StructuralSchema, readonly (readonly [string, StructuralSchema])[]>()

/**
 * Returns the declared fields, sorted by name. They are kept as long as the schema, which must not change any more: a
 * list of 60,000 objects asks for them as often.
 */
export function sortedPropertiesOf(schema: StructuralSchema): readonly (readonly [string, StructuralSchema])[] {
  const known = served.get(schema)
  if (known !== undefined) return known
  const sorted = propertiesOf(schema).toSorted(([a], [b]) => (a < b ? -1 : 1))
  served.set(schema, sorted)
  return sorted
}

export const itemsOf = (schema: StructuralSchema): StructuralSchema | null => schemaOrNull(schema.items)

/** Returns the schema of `additionalProperties`; `true` allows any value. */
export const additionalOf = (schema: StructuralSchema): StructuralSchema | true | null =>
  schema.additionalProperties === true ? true : schemaOrNull(schema.additionalProperties)

export const textsOf = (value: Json | undefined): readonly string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []

export const schemasOf = (value: Json | undefined): readonly StructuralSchema[] =>
  Array.isArray(value) ? value.filter((each) => isObject(each)) : []

/** Fields that all objects have, independent of their schema. */
export const typeFields: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata'])
