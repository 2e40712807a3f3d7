import { type FieldError, type FieldPath, invalid, tooLong } from '#api/field-error.ts'
import { byteLength, qualifiedName } from '#api/names.ts'

type Annotations = { readonly [key: string]: string } | undefined

const bytesMax = 256 * 1024

/** Validates annotations of an embedded object; keys may contain capitals. */
export function validateAnnotations(annotations: Annotations, path: FieldPath): readonly FieldError[] {
  const entries = Object.entries(annotations ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const errors = entries.flatMap(([name]) => qualifiedName(name.toLowerCase()).map((text) => invalid(path, name, text)))
  const bytes = entries.reduce((sum, [name, value]) => sum + byteLength(name) + byteLength(value), 0)
  return bytes > bytesMax ? [...errors, tooLong(path, bytesMax)] : errors
}
