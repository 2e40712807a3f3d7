import { type FieldError, type FieldPath, invalid } from '#api/field-error.ts'
import { percent } from '#api/names.ts'
import { nonNegative } from '#server/resources/parts/validation/numbers.ts'

export type IntOrPercent = number | string | undefined

/** Requires a count that is not negative, or a percentage. */
export const validateIntOrPercent = (value: IntOrPercent, path: FieldPath): readonly FieldError[] =>
  typeof value === 'string' ? percent(value).map((text) => invalid(path, value, text)) : nonNegative(value, path)

/** Requires a percentage of at most 100. */
export function atMostAll(value: IntOrPercent, path: FieldPath): readonly FieldError[] {
  if (typeof value !== 'string' || percent(value).length > 0 || Number(value.slice(0, -1)) <= 100) return []
  return [invalid(path, value, 'must not be greater than 100%')]
}

/** Returns the number before the percent sign, or the count itself; 0 for anything else. */
export function amountOf(value: IntOrPercent): number {
  if (typeof value !== 'string') return value ?? 0
  if (percent(value).length === 0) return Number(value.slice(0, -1))
  return /^[+-]?[0-9]+$/.test(value) ? Number(value) : 0
}
