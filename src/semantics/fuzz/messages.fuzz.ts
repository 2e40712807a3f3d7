import fc from 'fast-check'
import { expect } from 'vitest'
import { type Json, type JsonObject, isObject } from '#api/json.ts'
import { DecodeError, decodeObject } from '#schema/decode.ts'
import type { ScalarType, Schema, StructSchema } from '#schema/schema.ts'
import { toCanonical } from '#schema/canonical.ts'
import { encodeProtobuf } from '#server/serializer/encode.ts'
import { loadProtobuf } from '#server/serializer/load-protobuf.ts'
import { parseProtobuf } from '#server/serializer/parse-protobuf.ts'
import { UnreadableMessage } from '#server/serializer/unreadable-message.ts'
import '#server/kinds/every-group.ts'
import { kindSchema } from '#server/kinds/kind-schema.ts'
import { search, unlessRefused } from './fuzz.ts'
import { jsonObjects } from './words.ts'

const scalars: Readonly<Record<ScalarType, fc.Arbitrary<Json>>> = {
  string: fc.string({ unit: 'grapheme', maxLength: 5 }),
  boolean: fc.boolean(),
  int32: fc.integer(),
  int64: fc.maxSafeInteger(),
  float64: fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
  bytes: fc.uint8Array({ maxLength: 5 }).map((bytes) => Buffer.from(bytes).toString('base64')),
  Time: fc.integer({ min: 0, max: 4e9 }).map((seconds) => new Date(seconds * 1000).toISOString().replace('.000Z', 'Z')),
  MicroTime: fc
    .integer({ min: 0, max: 4e9 })
    .map((seconds) => new Date(seconds * 1000).toISOString().replace('Z', '000Z')),
  Duration: fc.constantFrom('1s', '1h0m0s'),
  Quantity: fc.constantFrom('1', '100m', '1Gi', '0'),
  IntOrString: fc.oneof(fc.integer(), fc.constantFrom('50%', 'http')),
  RawExtension: fc.constant({ kind: 'X' }),
  FieldsV1: fc.constant({ 'f:a': {} }),
  any: fc.constant({ a: 1 }),
}

/** Values of a schema, three levels deep. */
function valuesOf(schema: Schema, depth: number): fc.Arbitrary<Json> {
  switch (schema.type) {
    case 'scalar':
      return scalars[schema.scalar]
    case 'list':
      return depth === 0 ? fc.constant([]) : fc.array(valuesOf(schema.items, depth - 1), { maxLength: 2 })
    case 'map':
      return fc.dictionary(fc.constantFrom('a', 'b.c/d'), valuesOf(schema.values, depth), { maxKeys: 2 })
    case 'struct':
      return depth === 0 ? fc.constant({}) : objectsOf(schema, depth)
  }
}

function objectsOf(schema: StructSchema, depth: number): fc.Arbitrary<JsonObject> {
  const fields = [...schema.fields.values()].filter(({ name, proto }) => !isOwn.has(name) && proto !== undefined)
  const few = fc.subarray(fields, { maxLength: Math.min(6, fields.length) })
  return few.chain((some) =>
    fc.record(Object.fromEntries(some.map((field) => [field.name, valuesOf(field.schema, depth - 1)]))),
  ) as fc.Arbitrary<JsonObject>
}
const isOwn: ReadonlySet<string> = new Set(['kind', 'apiVersion'])

const kinds: readonly (readonly [string, string])[] = [
  ['v1', 'Pod'],
  ['v1', 'ConfigMap'],
  ['v1', 'Secret'],
  ['v1', 'Service'],
  ['apps/v1', 'Deployment'],
  ['batch/v1', 'CronJob'],
  ['coordination.orch.io/v1', 'Lease'],
  ['networking.orch.io/v1', 'Ingress'],
]

function schemaOf(apiVersion: string, kind: string): StructSchema {
  const schema = kindSchema(apiVersion, kind)
  if (schema === undefined) throw new Error(`no schema of ${kind}`)
  return schema
}

const objects = fc
  .constantFrom(...kinds)
  .chain(([apiVersion, kind]) =>
    objectsOf(schemaOf(apiVersion, kind), 5).map((fields): JsonObject => ({ apiVersion, kind, ...fields })),
  )

/** Messages do not distinguish an empty list from an absent one. */
function withoutEmptyLists(value: Json | undefined): Json {
  if (Array.isArray(value)) return value.length === 0 ? null : value.map(withoutEmptyLists)
  if (!isObject(value)) return value ?? null
  const pairs = Object.keys(value).map((name): [string, Json] => [name, withoutEmptyLists(value[name])])
  return Object.fromEntries(pairs)
}

await loadProtobuf()

search(
  'protobuf: an object comes back from its message',
  objects,
  (object) => {
    const [apiVersion, kind] = [String(object.apiVersion), String(object.kind)]
    const schema = schemaOf(apiVersion, kind)
    const canonical = (value: Json): JsonObject => toCanonical(schema, decodeObject(schema, value).object as JsonObject)
    const bytes = encodeProtobuf(canonical(object))
    const value = parseProtobuf(bytes, { apiVersion, kind, schema })
    expect(withoutEmptyLists(canonical(value))).toEqual(withoutEmptyLists(canonical(object)))
  },
  250,
)

const prefix = [0x6b, 0x38, 0x73, 0x00]
search(
  'protobuf: any bytes are an object or are refused',
  fc.tuple(fc.constantFrom(...kinds), fc.uint8Array({ maxLength: 40 }), fc.boolean()),
  ([[apiVersion, kind], bytes, isWrapped]) => {
    const inner = [...bytes]
    const body = isWrapped ? [...prefix, 0x12, inner.length, ...inner] : [...prefix, ...inner]
    unlessRefused(
      () => parseProtobuf(Uint8Array.from(body), { apiVersion, kind, schema: schemaOf(apiVersion, kind) }),
      UnreadableMessage,
    )
  },
)

search(
  'decoding: any JSON is an object or is refused, and is read alike once more',
  fc.tuple(fc.constantFrom(...kinds), jsonObjects, jsonObjects),
  ([[apiVersion, kind], metadata, spec]) => {
    const schema = schemaOf(apiVersion, kind)
    const decoded = unlessRefused(() => decodeObject(schema, { metadata, spec, data: spec }), DecodeError)
    if (decoded === null) return
    const canonical = toCanonical(schema, decoded.object as JsonObject)
    expect(toCanonical(schema, decodeObject(schema, canonical).object as JsonObject)).toEqual(canonical)
  },
)
