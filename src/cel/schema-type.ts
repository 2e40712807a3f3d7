import { isNumeric, type Json, type JsonObject, isObject, own } from '#api/json.ts'
import { escapeName } from './escape-name.ts'
import { celTypes, type CelField, type CelType } from './cel-type.ts'

/** A type derived from a schema, and the minimum size in bytes of its values in JSON. */
export interface SchemaType {
  readonly type: CelType
  readonly bytesMin: number
}

/** Maximum size of a request, and so of a value. */
export const REQUEST_BYTES_MAX: number = 3 * 1024 * 1024

/** Maximum size of a text in a request, without its quotes. */
const TEXT_BYTES_MAX = REQUEST_BYTES_MAX - 2

/**
 * Returns the type that expressions see for an OpenAPI schema; null if they cannot see it (no type, or unknown
 * fields preserved). A root or an embedded resource has `kind`, `apiVersion` and two fields of `metadata` besides
 * its own.
 */
export function schemaType(schema: JsonObject, isResource: boolean, name = 'selfType'): SchemaType | null {
  if (own(schema, 'x-orch-int-or-string') === true)
    return sized(celTypes.dyn, declaredText(schema) ?? TEXT_BYTES_MAX, 1)
  const whole = isResource ? withTypeAndMetadata(schema) : schema
  return makers.get(String(whole.type))?.(whole, name) ?? null
}

const sized = (type: CelType, sizeMax: number, bytesMin: number): SchemaType => ({
  type: { ...type, sizeMax },
  bytesMin,
})

/** A type whose values are at most as large as the schema says, else as a request can hold. */
const bounded = (type: CelType, declared: number | undefined, largest: number, bytesMin: number): SchemaType =>
  declared === undefined
    ? { type: { ...type, sizeMax: largest, isUnbounded: true }, bytesMin }
    : sized(type, declared, bytesMin)

const numberAt = (schema: JsonObject, name: string): number | undefined => {
  const value = own(schema, name)
  return isNumeric(value) ? Math.max(0, Number(value)) : undefined
}

const inner = (value: Json | undefined, name: string): SchemaType | null =>
  isObject(value) ? schemaType(value, own(value, 'x-orch-embedded-resource') === true, name) : null

type Make = (schema: JsonObject, name: string) => SchemaType | null

const listType: Make = (schema, name) => {
  const items = inner(schema.items, `${name}.@idx`)
  if (items === null) return null
  const largest = Math.trunc((REQUEST_BYTES_MAX - 2) / (items.bytesMin + 1))
  const identity = identityOf(schema)
  const type = { ...celTypes.list(items.type), ...(identity !== null && { identity }) }
  return bounded(type, numberAt(schema, 'maxItems'), largest, 2)
}

/** Returns the keys that identify an item of an unordered list; null for ordered lists. */
function identityOf(schema: JsonObject): readonly string[] | null {
  const kind = own(schema, 'x-orch-list-type')
  if (kind === 'set') return []
  const keys = own(schema, 'x-orch-list-map-keys')
  return kind === 'map' && Array.isArray(keys) ? keys.filter((key) => typeof key === 'string') : null
}

const objectType: Make = (schema, name) => {
  if (isObject(schema.additionalProperties)) return mapType(schema, name)
  const fields = new Map<string, CelField>()
  const required = Array.isArray(schema.required) ? schema.required : []
  let bytesMin = 2
  for (const [field, value] of Object.entries(isObject(schema.properties) ? schema.properties : {})) {
    const made = inner(value, `${name}.${field}`)
    if (made === null) continue
    const celName = escapeName(field)
    if (celName !== null) fields.set(celName, { type: made.type, jsonName: field })
    const hasDefault = isObject(value) && own(value, 'default') !== undefined
    if (required.includes(field) && !hasDefault) bytesMin += field.length + made.bytesMin + 4
  }
  return { type: celTypes.objectOf(name, () => fields), bytesMin }
}

const mapType: Make = (schema, name) => {
  const values = inner(schema.additionalProperties, `${name}.@elem`)
  if (values === null) return null
  const largest = Math.trunc((REQUEST_BYTES_MAX - 2) / (values.bytesMin + 6))
  return bounded(celTypes.map(celTypes.string, values.type), numberAt(schema, 'maxProperties'), largest, 2)
}

/** Returns the type of a string schema. Durations, dates and times have fixed maximum sizes, as in the reference. */
const textType: Make = (schema) => {
  switch (schema.format) {
    case 'byte':
      return bounded(celTypes.bytes, numberAt(schema, 'maxLength'), TEXT_BYTES_MAX, 2)
    case 'duration':
      return sized(celTypes.duration, 32, 3)
    case 'date':
      return sized(celTypes.timestamp, 12, 12)
    case 'date-time':
      return sized(celTypes.timestamp, 32, 21)
    default:
      return bounded(celTypes.string, declaredText(schema), TEXT_BYTES_MAX, 2)
  }
}

/** Returns the largest text that a schema allows, in bytes: a character has at most four. Undefined without a limit. */
function declaredText(schema: JsonObject): number | undefined {
  const maxLength = numberAt(schema, 'maxLength')
  if (maxLength !== undefined) return maxLength * 4
  const choices = Array.isArray(schema.enum) && own(schema, 'x-orch-int-or-string') !== true ? schema.enum : []
  const texts = choices.filter((each) => typeof each === 'string')
  return choices.length > 0 ? Math.max(0, ...texts.map((each) => each.length)) : undefined
}

const makers: ReadonlyMap<string, Make> = new Map<string, Make>([
  ['array', listType],
  ['object', objectType],
  ['string', textType],
  ['boolean', () => ({ type: celTypes.bool, bytesMin: 4 })],
  ['number', () => ({ type: celTypes.double, bytesMin: 1 })],
  ['integer', () => ({ type: celTypes.int, bytesMin: 1 })],
])

const text: JsonObject = { type: 'string' }

function withTypeAndMetadata(schema: JsonObject): JsonObject {
  const metadata: JsonObject = { type: 'object', properties: { name: text, generateName: text } }
  const declared = isObject(schema.properties) ? schema.properties : {}
  return { ...schema, properties: { ...declared, kind: text, apiVersion: text, metadata } }
}
