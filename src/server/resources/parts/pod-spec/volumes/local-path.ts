import { type FieldError, type FieldPath, invalid } from '#api/field-error.ts'

/** Forbids `..` as a path segment. */
export const withoutBacksteps = (text: string, path: FieldPath): readonly FieldError[] =>
  text.split('/').includes('..') ? [invalid(path, text, "must not contain '..'")] : []

/** Requires a relative path without `..`. */
export const localDescendingPath = (text: string, path: FieldPath): readonly FieldError[] => [
  ...(text.startsWith('/') ? [invalid(path, text, 'must be a relative path')] : []),
  ...withoutBacksteps(text, path),
]

/** Requires a relative path without `..` that does not start with `..`, the prefix that the kubelet reserves. */
export const localNonReservedPath = (text: string, path: FieldPath): readonly FieldError[] => [
  ...localDescendingPath(text, path),
  ...(text.startsWith('..') && !text.startsWith('../') ? [invalid(path, text, "must not start with '..'")] : []),
]
