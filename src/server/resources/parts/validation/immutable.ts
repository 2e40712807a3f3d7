import { type FieldError, type FieldPath, invalid } from '#api/field-error.ts'
import { deepEqual, isObject, type Json } from '#api/json.ts'

/** Fields that hold maps of the client's own keys: empty and absent are one there, while empty and absent structs differ. */
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

/** A value that may never change; `shown` is what the message prints. */
export const immutable = (
  next: Json | undefined,
  live: Json | undefined,
  path: FieldPath,
  shown: Json = next ?? null,
): readonly FieldError[] => (isUnchanged(next, live) ? [] : [invalid(path, shown, 'field is immutable')])

/** A pointer to an empty text, to zero or to `false` is not an absent one. */
const isUnchanged = (next: Json | undefined, live: Json | undefined): boolean =>
  typeof next === 'object' || typeof live === 'object'
    ? semanticallyEqual(next, live)
    : (next ?? null) === (live ?? null)

/** Equality as the reference's `Semantic.DeepEqual`: empty lists and maps, empty texts, zeros and `false` equal absence. */
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
