import { isObject, type Json, type JsonObject, own } from '#api/json.ts'
import { type CelType, schemaType } from '#cel/cel.ts'

/** The schemas of an OpenAPI v3 document by name. */
export type DocumentSchemas = Readonly<Record<string, Json | undefined>>

/** The identity of a kind. */
export interface KindId {
  readonly group: string
  readonly version: string
  readonly kind: string
}

/** Returns the type that expressions see for a kind of an OpenAPI v3 document; `null` if the document lacks it. */
export function documentType(schemas: DocumentSchemas, wanted: KindId): CelType | null {
  for (const schema of Object.values(schemas)) {
    if (!isObject(schema) || !describes(schema, wanted)) continue
    return schemaType(inlined(schema, schemas, new Set()), false, wanted.kind)?.type ?? null
  }
  return null
}

function describes(schema: JsonObject, { group, version, kind }: KindId): boolean {
  const kinds = own(schema, 'x-orch-group-version-kind')
  if (!Array.isArray(kinds)) return false
  return kinds.some(
    (each) => isObject(each) && each['group'] === group && each['version'] === version && each['kind'] === kind,
  )
}

const prefix = '#/components/schemas/'

/** Returns the name of the schema that this one only refers to. */
function referenceOf(schema: JsonObject): string | null {
  const [only, ...others] = Array.isArray(schema['allOf']) ? schema['allOf'] : []
  const reference = own(schema, '$ref') ?? (isObject(only) && others.length === 0 ? own(only, '$ref') : undefined)
  return typeof reference === 'string' && reference.startsWith(prefix) ? reference.slice(prefix.length) : null
}

/** Replaces references by what they refer to. A schema inside of itself becomes an object without fields. */
function inlined(schema: JsonObject, schemas: DocumentSchemas, open: ReadonlySet<string>): JsonObject {
  const reference = referenceOf(schema)
  if (reference !== null) {
    const target = open.has(reference) ? undefined : own(schemas, reference)
    return isObject(target) ? inlined(target, schemas, new Set([...open, reference])) : { type: 'object' }
  }
  // Values of several types, such as quantities, are not checked.
  if (schema['type'] === undefined) return { 'x-orch-int-or-string': true }
  const inner = (value: Json | undefined): Json | undefined => (isObject(value) ? inlined(value, schemas, open) : value)
  const { properties, items, additionalProperties } = schema
  return {
    ...schema,
    ...(isObject(properties) && { properties: mapValues(properties, inner) }),
    ...(items !== undefined && { items: inner(items) ?? null }),
    ...(additionalProperties !== undefined && { additionalProperties: inner(additionalProperties) ?? null }),
  }
}

const mapValues = (object: JsonObject, change: (value: Json | undefined) => Json | undefined): JsonObject =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value) ?? null]))
