import { type Json, type JsonObject, isObject, setOwn, sortedKeys } from '#api/json.ts'
import type { MapSchema, Schema, StructField, StructSchema } from './schema.ts'
import { scalarZero } from './zero-value.ts'

/**
 * Returns the object as the reference encodes it, ready for `JSON.stringify`: fields in the schema's order (kind,
 * apiVersion and metadata first), map keys sorted, empty omitempty fields left out, other zero values present
 * (`containers: null`, `status: {}`, `name: ''`). Fields that the schema does not have are dropped. The result
 * shares only opaque values with its source. Scalars must already be decoded.
 */
export function toCanonical(schema: StructSchema, object: JsonObject): JsonObject {
  const canonical: JsonObject = {}
  const { byName, shownWhenEmpty } = encodersOf(schema)
  let next = 0
  for (const encoder of present(byName, object)) {
    const { name, field, at } = encoder
    for (; (shownWhenEmpty[next]?.at ?? at) < at; next += 1) addEmpty(canonical, shownWhenEmpty[next])
    if (shownWhenEmpty[next] === encoder) next += 1
    const encoded = encode(field.schema, object[name] ?? null)
    if (field.omitEmpty && !field.pointer && isEmpty(field, encoded)) continue
    canonical[name] = encoded
  }
  for (; next < shownWhenEmpty.length; next += 1) addEmpty(canonical, shownWhenEmpty[next])
  return schema.rest === undefined ? canonical : withRest(schema, object, canonical)
}

/** Returns the encoders of the fields that have a value, in the order of the schema. Most structs have few of theirs. */
function present(byName: ReadonlyMap<string, FieldEncoder>, object: JsonObject): readonly FieldEncoder[] {
  const found: FieldEncoder[] = []
  let isInOrder = true
  let last = -1
  for (const name of Object.keys(object)) {
    const encoder = byName.get(name)
    const value = object[name]
    if (encoder === undefined || value === undefined || value === null) continue
    isInOrder &&= encoder.at > last
    last = encoder.at
    found.push(encoder)
  }
  return isInOrder ? found : found.sort((a, b) => a.at - b.at)
}

function addEmpty(canonical: JsonObject, encoder: FieldEncoder | undefined): void {
  if (encoder?.empty === undefined) return
  canonical[encoder.name] = typeof encoder.empty === 'function' ? encoder.empty() : encoder.empty
}

function withRest(schema: StructSchema, object: JsonObject, canonical: JsonObject): JsonObject {
  for (const name of Object.keys(object).toSorted())
    if (!schema.fields.has(name)) canonical[name] = object[name] ?? null
  return canonical
}

interface FieldEncoder {
  readonly name: string
  readonly field: StructField
  /** The place of the field in the schema. */
  readonly at: number
  /** Encoding of an absent value; `undefined` omits it. */
  readonly empty: Json | undefined | (() => Json)
}

interface StructEncoders {
  readonly byName: ReadonlyMap<string, FieldEncoder>
  /** Those of the fields that are encoded without a value too, in the order of the schema. */
  readonly shownWhenEmpty: readonly FieldEncoder[]
}

const encoders = new WeakMap<ReadonlyMap<string, StructField>, StructEncoders>()

function encodersOf(schema: StructSchema): StructEncoders {
  const known = encoders.get(schema.fields)
  if (known !== undefined) return known
  const all = [...schema.fields.values()].map((field, at) => ({ name: field.name, field, at, empty: emptyOf(field) }))
  const made = {
    byName: new Map(all.map((encoder) => [encoder.name, encoder])),
    shownWhenEmpty: all.filter(({ empty }) => empty !== undefined),
  }
  encoders.set(schema.fields, made)
  return made
}

/** Go never omits a struct, whatever its tag; times and quantities are structs too. */
function emptyOf(field: StructField): Json | undefined | (() => Json) {
  const { schema, pointer, omitEmpty, name } = field
  if (pointer) return omitEmpty ? undefined : null
  if (schema.type === 'struct') return () => toCanonical(schema, {})
  if (schema.type !== 'scalar') return omitEmpty ? undefined : null
  const isShown = !omitEmpty || (structScalars.has(schema.scalar) && name !== 'creationTimestamp')
  return isShown ? scalarZero(schema.scalar) : undefined
}

const structScalars: ReadonlySet<string> = new Set([
  'Time',
  'MicroTime',
  'Duration',
  'Quantity',
  'IntOrString',
  'RawExtension',
])

function isEmpty(field: StructField, value: Json): boolean {
  const { schema } = field
  if (schema.type === 'list') return Array.isArray(value) && value.length === 0
  if (schema.type === 'map') return isObject(value) && Object.keys(value).length === 0
  if (schema.type === 'struct' || structScalars.has(schema.scalar)) return false
  return value === '' || value === false || value === 0
}

function encode(schema: Schema, value: Json): Json {
  switch (schema.type) {
    case 'scalar':
      return value
    case 'list':
      return Array.isArray(value) ? value.map((item) => encodeItem(schema.items, item)) : value
    case 'map':
      return isObject(value) ? encodeMap(schema, value) : value
    case 'struct':
      return isObject(value) ? toCanonical(schema, value) : value
  }
}

const encodeItem = (schema: Schema, item: Json): Json =>
  item === null && schema.type === 'struct' ? toCanonical(schema, {}) : encode(schema, item)

function encodeMap(schema: MapSchema, value: JsonObject): JsonObject {
  const sorted: JsonObject = {}
  for (const key of sortedKeys(value)) {
    const item = value[key]
    if (item !== undefined) setOwn(sorted, key, encode(schema.values, item))
  }
  return sorted
}
