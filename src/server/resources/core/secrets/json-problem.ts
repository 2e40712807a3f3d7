import { findSyntaxError } from '#go/json-syntax.ts'

/**
 * Why `bytes` can't be read as a JSON object, in the words of Go's `encoding/json`; `null` when they can.
 * The text `null` counts as an object.
 */
export function jsonObjectProblem(bytes: Uint8Array): string | null {
  return findSyntaxError(bytes)?.message ?? mismatch(JSON.parse(new TextDecoder().decode(bytes)))
}

function mismatch(value: unknown): string | null {
  if (value === null || (typeof value === 'object' && !Array.isArray(value))) return null
  const found = Array.isArray(value) ? 'array' : typeof value === 'boolean' ? 'bool' : typeof value
  return `json: cannot unmarshal ${found} into Go value of type map[string]interface {}`
}
