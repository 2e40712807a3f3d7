import { type FieldError, type FieldPath, invalid } from '#api/field-error.ts'

const int32Max = 2_147_483_647

/** Requires zero or more; absent is valid. */
export const nonNegative = (value: number | undefined, path: FieldPath): readonly FieldError[] =>
  value !== undefined && value < 0 ? [invalid(path, value, 'must be greater than or equal to 0')] : []

/** Formats the error of a number that is not between `min` and `max`. */
export const inclusiveRange = (min: number, max: number): string => `must be between ${min} and ${max}, inclusive`

/** Requires a number of seconds between 1 and the maximum 32-bit integer; absent is valid. */
export const positiveInt32 = (value: number | undefined, path: FieldPath): readonly FieldError[] =>
  value !== undefined && (value < 1 || value > int32Max) ? [invalid(path, value, inclusiveRange(1, int32Max))] : []

/** Requires permission bits of a file; absent is valid. */
export const fileMode = (value: number | undefined, path: FieldPath): readonly FieldError[] =>
  value !== undefined && (value < 0 || value > 0o777)
    ? [invalid(path, value, 'must be a number between 0 and 0777 (octal), both inclusive')]
    : []

/** Requires a numeric user or group id; absent is valid. */
export const userOrGroupId = (value: number | undefined, path: FieldPath): readonly FieldError[] =>
  value !== undefined && (value < 0 || value > int32Max) ? [invalid(path, value, inclusiveRange(0, int32Max))] : []

/** Requires a weight between 1 and 100. */
export const weight = (value: number | undefined, path: FieldPath): readonly FieldError[] =>
  (value ?? 0) < 1 || (value ?? 0) > 100 ? [invalid(path, value ?? 0, 'must be in the range 1-100')] : []
