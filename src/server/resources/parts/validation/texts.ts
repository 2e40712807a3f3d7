import { type FieldError, type FieldPath, invalid, notSupported, required } from '#api/field-error.ts'

/** Every text of `check` as an error about `value`. */
export const checkText = (
  value: string,
  path: FieldPath,
  check: (text: string) => readonly string[],
): readonly FieldError[] => check(value).map((text) => invalid(path, value, text))

/** One error when the text is absent or empty. */
export const requireText = (value: string | undefined, path: FieldPath, detail = ''): readonly FieldError[] =>
  value === undefined || value === '' ? [required(path, detail)] : []

/** Present, and then one of `supported`, which is printed in the order given. */
export function requireOneOf(
  value: string | undefined,
  path: FieldPath,
  supported: readonly string[],
): readonly FieldError[] {
  if (value === undefined || value === '') return [required(path)]
  return supported.includes(value) ? [] : [notSupported(path, value, supported)]
}

/** One of `supported` when given at all. */
export const oneOf = (
  value: string | undefined,
  path: FieldPath,
  supported: readonly string[],
): readonly FieldError[] =>
  value === undefined || supported.includes(value) ? [] : [notSupported(path, value, supported)]
