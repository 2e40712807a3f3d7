import { findJsonSyntaxError } from '#server/storage/go-json-syntax.ts'

/**
 * Why `bytes` can't be read as a JSON object, in the words of the reference's JSON reader; `null` when they can.
 * `null` as the whole text counts as an object.
 */
export function jsonObjectProblem(bytes: Uint8Array): string | null {
  return findJsonSyntaxError(bytes) ?? mismatch(JSON.parse(new TextDecoder().decode(bytes)))
}

function mismatch(value: unknown): string | null {
  if (value === null || (typeof value === 'object' && !Array.isArray(value))) return null
  const found = Array.isArray(value) ? 'array' : typeof value === 'boolean' ? 'bool' : typeof value
  return `json: cannot unmarshal ${found} into Go value of type map[string]interface {}`
}
