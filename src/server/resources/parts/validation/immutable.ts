import { type FieldError, type FieldPath, invalid } from '#api/field-error.ts'
import { deepEqual, isObject, type Json } from '#api/json.ts'

/** Fields whose values are maps with arbitrary keys: there, empty equals absent, while an empty struct does not. */
const mapFields = new Set([
  'labels',
  'annotations',
  'matchLabels',
  'nodeSelector',
  'limits',
  'requests',
  'overhead',
  'options',
  'volumeAttributes',
])

/** Requires that a value is unchanged; `shown` is the value that the message prints. */
export const immutable = (
  next: Json | undefined,
  live: Json | undefined,
  path: FieldPath,
  shown: Json = next ?? null,
): readonly FieldError[] => (isUnchanged(next, live) ? [] : [invalid(path, shown, 'field is immutable')])

/** A pointer to an empty string, zero or `false` differs from an absent one. */
const isUnchanged = (next: Json | undefined, live: Json | undefined): boolean =>
  typeof next === 'object' || typeof live === 'object'
    ? semanticallyEqual(next, live)
    : (next ?? null) === (live ?? null)

/**
 * Compares like the reference's `Semantic.DeepEqual`: empty lists and maps, empty strings, zeros and `false` equal
 * absent values.
 */
export const semanticallyEqual = (a: Json | undefined, b: Json | undefined): boolean =>
  deepEqual(withoutEmpty(a), withoutEmpty(b))

function withoutEmpty(value: Json | undefined, field = ''): Json | undefined {
  if (value === null || value === undefined || value === '') return undefined
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.map((item) => withoutEmpty(item) ?? null)
  if (!isObject(value)) return value
  const kept = Object.entries(value)
    .map(([name, item]) => [name, mapFields.has(field) ? (item ?? null) : withoutEmpty(item, name)] as const)
    .filter(([, item]) => item !== undefined)
  return kept.length === 0 && mapFields.has(field) ? undefined : Object.fromEntries(kept)
}
