import { type FieldError, type FieldPath, invalid } from '#api/field-error.ts'

const int32Max = 2_147_483_647

/** Zero or more; absent passes. */
export const nonNegative = (value: number | undefined, path: FieldPath): readonly FieldError[] =>
  value !== undefined && value < 0 ? [invalid(path, value, 'must be greater than or equal to 0')] : []

/** Text of a number outside of `min` to `max`. */
export const inclusiveRange = (min: number, max: number): string => `must be between ${min} and ${max}, inclusive`

/** A deadline in seconds: 1 to the greatest 32-bit integer; absent passes. */
export const positiveInt32 = (value: number | undefined, path: FieldPath): readonly FieldError[] =>
  value !== undefined && (value < 1 || value > int32Max) ? [invalid(path, value, inclusiveRange(1, int32Max))] : []

/** Permission bits of a file; absent passes. */
export const fileMode = (value: number | undefined, path: FieldPath): readonly FieldError[] =>
  value !== undefined && (value < 0 || value > 0o777)
    ? [invalid(path, value, 'must be a number between 0 and 0777 (octal), both inclusive')]
    : []

/** A numeric user or group; absent passes. */
export const userOrGroupId = (value: number | undefined, path: FieldPath): readonly FieldError[] =>
  value !== undefined && (value < 0 || value > int32Max) ? [invalid(path, value, inclusiveRange(0, int32Max))] : []

/** Weights of preferences. */
export const weight = (value: number | undefined, path: FieldPath): readonly FieldError[] =>
  (value ?? 0) < 1 || (value ?? 0) > 100 ? [invalid(path, value ?? 0, 'must be in the range 1-100')] : []
