import { type FieldError, child, invalid } from '#api/field-error.ts'
import type { CustomResourceDefinitionVersion } from '#server/kinds/types/apiextensions-v1.ts'

const bytes = new TextEncoder()
const unprintable = /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/u

/** Allows a custom warning for deprecated versions only; it must be a single line. [CRD14] */
export function validateDeprecation(
  { deprecated = false, deprecationWarning: text }: CustomResourceDefinitionVersion,
  path: string,
): readonly FieldError[] {
  if (text === undefined) return []
  return problems(text, deprecated).map((problem) => invalid(child(path, 'deprecationWarning'), text, problem))
}

function problems(text: string, deprecated: boolean): readonly string[] {
  if (!deprecated) return ['can only be set for deprecated versions']
  const found: string[] = []
  if (bytes.encode(text).length > 256) found.push('must be <= 256 characters long')
  if (text === '') found.push('must not be an empty string')
  const at = text.search(unprintable)
  if (at >= 0)
    found.push(
      `must only contain printable UTF-8 characters; non-printable character found at index ${bytes.encode(text.slice(0, at)).length}`,
    )
  return found
}
