import { type FieldError, type FieldPath, invalid } from '#api/field-error.ts'

/** No `..` between slashes. */
export const withoutBacksteps = (text: string, path: FieldPath): readonly FieldError[] =>
  text.split('/').includes('..') ? [invalid(path, text, "must not contain '..'")] : []

/** Relative, and never upwards. */
export const localDescendingPath = (text: string, path: FieldPath): readonly FieldError[] => [
  ...(text.startsWith('/') ? [invalid(path, text, 'must be a relative path')] : []),
  ...withoutBacksteps(text, path),
]

/** Relative, never upwards, and not named like the links the kubelet writes. */
export const localNonReservedPath = (text: string, path: FieldPath): readonly FieldError[] => [
  ...localDescendingPath(text, path),
  ...(text.startsWith('..') && !text.startsWith('../') ? [invalid(path, text, "must not start with '..'")] : []),
]
