import type { JsonObject } from '#api/json.ts'
import type { ScalarSchema, ScalarType } from '#schema/schema.ts'

/** A scalar in a document: inline, or as a separate model that properties reference. */
type ScalarModel =
  | { readonly type: 'inline'; readonly schema: JsonObject; readonly zero?: string | number | boolean }
  | { readonly type: 'model'; readonly name: string }

const metaModel = (name: string): ScalarModel => ({
  type: 'model',
  name: `io.orch.apimachinery.pkg.apis.meta.v1.${name}`,
})

const models: Readonly<Record<ScalarType, ScalarModel>> = {
  string: { type: 'inline', schema: { type: 'string' }, zero: '' },
  boolean: { type: 'inline', schema: { type: 'boolean' }, zero: false },
  int32: { type: 'inline', schema: { type: 'integer', format: 'int32' }, zero: 0 },
  int64: { type: 'inline', schema: { type: 'integer', format: 'int64' }, zero: 0 },
  float64: { type: 'inline', schema: { type: 'number', format: 'double' }, zero: 0 },
  bytes: { type: 'inline', schema: { type: 'string', format: 'byte' } },
  Time: metaModel('Time'),
  MicroTime: metaModel('MicroTime'),
  Duration: metaModel('Duration'),
  FieldsV1: metaModel('FieldsV1'),
  Quantity: { type: 'model', name: 'io.orch.apimachinery.pkg.api.resource.Quantity' },
  IntOrString: { type: 'model', name: 'io.orch.apimachinery.pkg.util.intstr.IntOrString' },
  RawExtension: { type: 'model', name: 'io.orch.apimachinery.pkg.runtime.RawExtension' },
  any: { type: 'inline', schema: { type: 'object' } },
}

export const scalarModel = ({ scalar }: ScalarSchema): ScalarModel => models[scalar]

const text = (description: string, schema: JsonObject): JsonObject => ({ description, ...schema })

/** The models that scalars reference. OpenAPI v2 has no alternatives: an IntOrString is a `string`. [OA3] */
export const sharedModels: ReadonlyMap<string, JsonObject> = new Map([
  [
    'io.orch.apimachinery.pkg.apis.meta.v1.Time',
    text('A time in RFC 3339 format, in UTC with whole seconds: 2030-01-31T12:00:00Z.', {
      type: 'string',
      format: 'date-time',
    }),
  ],
  [
    'io.orch.apimachinery.pkg.apis.meta.v1.MicroTime',
    text('A time in RFC 3339 format with microseconds: 2030-01-31T12:00:00.000000Z.', {
      type: 'string',
      format: 'date-time',
    }),
  ],
  ['io.orch.apimachinery.pkg.apis.meta.v1.Duration', text('A duration such as 1h30m or 15s.', { type: 'string' })],
  [
    'io.orch.apimachinery.pkg.apis.meta.v1.FieldsV1',
    text(
      'A set of fields as a tree. f:NAME is a field, k:KEYS the item of a list with these keys, v:VALUE an item of a set, i:N one by its place; "." is the holder itself.',
      { type: 'object' },
    ),
  ],
  [
    'io.orch.apimachinery.pkg.apis.meta.v1.Patch',
    text('The patch, in the format of the media type of the request.', { type: 'object' }),
  ],
  [
    'io.orch.apimachinery.pkg.api.resource.Quantity',
    text(
      'An exact number with a unit: 100m is a tenth, 2Ki is 2048, 1.5G is 1500000000. Suffixes are n, u, m, k, M, G, T, P, E, the binary Ki, Mi, Gi, Ti, Pi, Ei, and exponents such as 1e3. Answers have the shortest form without fractions.',
      { oneOf: [{ type: 'string' }, { type: 'number' }] },
    ),
  ],
  [
    'io.orch.apimachinery.pkg.util.intstr.IntOrString',
    text('An integer, or a string such as the name of a port or the percentage 25%.', {
      format: 'int-or-string',
      oneOf: [{ type: 'integer' }, { type: 'string' }],
    }),
  ],
  [
    'io.orch.apimachinery.pkg.runtime.RawExtension',
    text('An object of any kind, stored as it was sent.', { type: 'object' }),
  ],
])
