import fc from 'fast-check'
import type { Json, JsonObject } from '#api/json.ts'

/** Random concatenations of pieces that are hard to parse. */
export const piecesOf = (pieces: readonly string[], maxLength = 12): fc.Arbitrary<string> =>
  fc
    .array(fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...pieces) }, fc.string({ maxLength: 4 })), { maxLength })
    .map((found) => found.join(''))

const keys = fc.oneof(
  fc.constantFrom('a', 'b', 'name', 'metadata', 'spec', '__proto__', 'constructor', 'toString', '', 'a/b', 'a~b', '0'),
  fc.string({ maxLength: 5 }),
)

const numbers = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (Object.is(value, -0) ? 0 : value)),
)
/** Valid Unicode texts: encoding replaces an unpaired surrogate. */
const texts = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 10 }),
  fc.constantFrom(
    'yes',
    'null',
    '~',
    '1e3',
    '0x1F',
    '- a',
    'a: b',
    '#',
    '2001-01-01',
    ' x',
    'x ',
    'a\nb',
    '\t',
    '1_000',
  ),
)

/** Any JSON value. Object keys are own properties, also `__proto__` and the like. */
export const jsonValues: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.oneof(fc.constant(null), fc.boolean(), numbers, texts),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.array(fc.tuple(keys, tie('value')), { maxLength: 4 }).map(toObject),
  ),
})).value

export const jsonObjects: fc.Arbitrary<JsonObject> = fc
  .array(fc.tuple(keys, jsonValues), { maxLength: 5 })
  .map(toObject)

function toObject(pairs: readonly (readonly [string, Json])[]): JsonObject {
  const object = Object.create(null) as JsonObject
  for (const [key, value] of pairs) object[key] = value
  return object
}
