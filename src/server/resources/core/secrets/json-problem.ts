import { findSyntaxError } from '#go/json-syntax.ts'

/**
 * Returns why `bytes` are not a JSON object, in the words of Go's `encoding/json`; `null` if they are one. The JSON
 * value `null` counts as an object.
 */
export function jsonObjectProblem(bytes: Uint8Array): string | null {
  return findSyntaxError(bytes)?.message ?? mismatch(JSON.parse(new TextDecoder().decode(bytes)))
}

function mismatch(value: unknown): string | null {
  if (value === null || (typeof value === 'object' && !Array.isArray(value))) return null
  const found = Array.isArray(value) ? 'array' : typeof value === 'boolean' ? 'bool' : typeof value
  return `json: cannot unmarshal ${found} into Go value of type map[string]interface {}`
}
