import { child, type FieldError, type FieldPath, invalid } from '#api/field-error.ts'
import { nonNegative } from '#server/resources/parts/validation/numbers.ts'

/** Counts of a status by field name, in the order of validation. */
type Counts = Readonly<Record<string, number | undefined>>

export const validateCounts = (counts: Counts, path: FieldPath): readonly FieldError[] =>
  Object.entries(counts).flatMap(([field, count]) => nonNegative(count, child(path, field)))

/** Requires that no part exceeds `whole`. */
export const validateParts = (
  counts: Counts,
  whole: { readonly count: number; readonly name: string },
  path: FieldPath,
): readonly FieldError[] =>
  Object.entries(counts).flatMap(([field, count = 0]) =>
    count > whole.count ? [invalid(child(path, field), count, `cannot be greater than ${whole.name}`)] : [],
  )

/** The collision count must not decrease. */
export function validateCollisions(next: number | undefined, live: number | undefined): readonly FieldError[] {
  const smaller = live !== undefined && (next === undefined || next < live)
  return smaller ? [invalid('status.collisionCount', next ?? 0, 'cannot be decremented')] : []
}
