import { setOwn, type Json, type JsonObject } from '#api/json.ts'
import type { ScalarType, Schema, StructField, StructSchema } from '#schema/schema.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'

/** True if the members of a grown list differ from each other. */
export type Likeness = 'different' | 'equal'

/** A list or map of a kind that can be given any number of members. */
export interface GrowingField {
  readonly definition: ResourceDefinition
  readonly path: readonly string[]
  /** Returns an object of the kind whose field has `size` members. */
  grow(size: number, likeness: Likeness): JsonObject
}

/** Deeper structs of a member are left out. */
const MEMBER_DEPTH_MAX = 3

const scalars: Readonly<Record<ScalarType, (at: number) => Json>> = {
  string: (at) => `n${at}`,
  boolean: () => true,
  int32: (at) => at + 1,
  int64: (at) => at + 1,
  float64: (at) => at,
  bytes: () => 'YQ==',
  Time: () => '2024-01-01T00:00:00Z',
  MicroTime: () => '2024-01-01T00:00:00.000000Z',
  Duration: () => '1s',
  Quantity: (at) => String(at + 1),
  IntOrString: (at) => at + 1,
  RawExtension: () => ({}),
  FieldsV1: () => ({}),
  any: () => ({}),
}

/** Returns a value of the schema, in which texts and numbers are derived from `at`. */
function valueOf(schema: Schema, at: number, depth: number): Json {
  switch (schema.type) {
    case 'scalar':
      return schema.enum?.[at % schema.enum.length] ?? scalars[schema.scalar](at)
    case 'list':
      return depth > 1 || schema.items.type === 'scalar' ? [valueOf(schema.items, at, depth - 1)] : []
    case 'map':
      return depth > 1 || schema.values.type === 'scalar' ? { [`k${at}`]: valueOf(schema.values, at, depth - 1) } : {}
    case 'struct':
      return structOf(schema, at, depth)
  }
}

function structOf({ fields }: StructSchema, at: number, depth: number): JsonObject {
  const value: JsonObject = {}
  for (const [name, { schema }] of fields)
    if (schema.type !== 'struct' || depth > 1) setOwn(value, name, valueOf(schema, at, depth - 1))
  return value
}

type Grow = (size: number, likeness: Likeness) => Json

function* growingOf(schema: Schema, path: readonly string[], seen: Set<string>): Iterable<readonly [string[], Grow]> {
  if (schema.type === 'struct') {
    for (const [name, field] of schema.fields)
      for (const [deeper, grow] of growingIn(schema, name, field, seen)) {
        const siblings = structOf(schema, 0, 1)
        yield [[...path, ...deeper], (size, likeness) => ({ ...siblings, [name]: grow(size, likeness) })]
      }
    return
  }
  if (schema.type === 'scalar') return
  const members = schema.type === 'list' ? schema.items : schema.values
  const valueAt = (at: number, likeness: Likeness): Json =>
    valueOf(members, likeness === 'equal' ? 0 : at, MEMBER_DEPTH_MAX)
  if (schema.type === 'list')
    yield [[...path], (size, likeness) => Array.from({ length: size }, (_, at) => valueAt(at, likeness))]
  else
    yield [
      [...path],
      (size, likeness) =>
        Object.fromEntries(Array.from({ length: size }, (_, at) => [`k${at}`, valueAt(at, likeness)])),
    ]
  for (const [deeper, grow] of growingOf(members, path, seen))
    yield [deeper, (size, likeness) => (schema.type === 'list' ? [grow(size, likeness)] : { k: grow(size, likeness) })]
}

/** A field of a struct that several kinds share is grown in one of them only. */
function* growingIn(struct: StructSchema, name: string, { schema }: StructField, seen: Set<string>) {
  const id = `${struct.name}.${name}`
  if (seen.has(id)) return
  seen.add(id)
  yield* growingOf(schema, [name], seen)
}

/** Returns every list and map of the kinds. */
export function growingFields(definitions: readonly ResourceDefinition[]): readonly GrowingField[] {
  const seen = new Set<string>()
  return definitions.flatMap((definition) =>
    [...growingOf(definition.schema, [], seen)].map(([path, grow]) => ({
      definition,
      path,
      grow: (size: number, likeness: Likeness) => grow(size, likeness) as JsonObject,
    })),
  )
}

/** Repeats the order of a seed. */
export function shuffled<Item>(items: readonly Item[], seed: number): readonly Item[] {
  const keyed = items.map((item, at) => ({ item, place: Math.imul(at + 1, 2_654_435_761 ^ seed) >>> 0 }))
  return keyed.toSorted((a, b) => a.place - b.place).map(({ item }) => item)
}
