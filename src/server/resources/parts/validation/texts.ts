import { type FieldError, type FieldPath, invalid, notSupported, required } from '#api/field-error.ts'

/** Converts every text of `check` to an error about `value`. */
export const checkText = (
  value: string,
  path: FieldPath,
  check: (text: string) => readonly string[],
): readonly FieldError[] => {
  const texts = check(value)
  return texts.length === 0 ? none : texts.map((text) => invalid(path, value, text))
}
const none: readonly FieldError[] = []

/** Returns one error if the text is absent or empty. */
export const requireText = (value: string | undefined, path: FieldPath, detail = ''): readonly FieldError[] =>
  value === undefined || value === '' ? [required(path, detail)] : []

/** Requires one of `supported`, which the message lists in the given order. */
export function requireOneOf(
  value: string | undefined,
  path: FieldPath,
  supported: readonly string[],
): readonly FieldError[] {
  if (value === undefined || value === '') return [required(path)]
  return supported.includes(value) ? [] : [notSupported(path, value, supported)]
}

/** Requires one of `supported` if set. */
export const oneOf = (
  value: string | undefined,
  path: FieldPath,
  supported: readonly string[],
): readonly FieldError[] =>
  value === undefined || supported.includes(value) ? [] : [notSupported(path, value, supported)]
