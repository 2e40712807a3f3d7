import { type Json, type JsonObject, own, textOf } from '#api/json.ts'
import type { Result } from './compact-token.ts'
import type { Expression, Source } from './jwt-config.ts'

/** The name of a JSON type in errors of Go's decoder. */
const kindOf = (value: Json): string => {
  if (Array.isArray(value)) return 'array'
  if (value === null) return 'null'
  return typeof value === 'boolean' ? 'bool' : typeof value
}

/** Decodes a claim as a string. Null counts as empty. [JW9] */
export function readTextClaim(claims: JsonObject, name: string): Result<string> {
  const value = own(claims, name)
  if (value === undefined) return { error: 'claim not present' }
  if (value === null) return { value: '' }
  return typeof value === 'string'
    ? { value }
    : { error: `json: cannot unmarshal ${kindOf(value)} into Go value of type string` }
}

/** Decodes a claim as a string or a list of strings. Absent and null count as empty. [JW9] */
function readTextsClaim(claims: JsonObject, name: string): Result<readonly string[]> {
  const value = own(claims, name)
  if (value === undefined || value === null) return { value: [] }
  const items = Array.isArray(value) ? value : [value]
  return items.every((item) => typeof item === 'string' || (item === null && Array.isArray(value)))
    ? { value: items.map((item) => textOf(item)) }
    : { error: `json: cannot unmarshal ${kindOf(value)} into Go value of type string` }
}

const evaluate = (expression: Expression, claims: JsonObject): Result<unknown> => {
  const result = expression.evaluate(claims)
  return 'error' in result
    ? { error: `expression '${expression.text}' resulted in error: ${result.error}` }
    : { value: result.value }
}

/** Returns the user name. The result of a claim may be empty, that of an expression may not. [JW10] */
export function mapUsername(source: Source, claims: JsonObject): Result<string> {
  if (source.type === 'none') return { value: '' }
  if (source.type === 'claim') return usernameByClaim(source, claims)
  const found = evaluate(source.expression, claims)
  if ('error' in found) return { error: `oidc: error evaluating username claim expression: ${found.error}` }
  if (typeof found.value !== 'string')
    return { error: 'oidc: error evaluating username claim expression: username claim expression must return a string' }
  return found.value === ''
    ? { error: 'oidc: empty username via CEL expression is not allowed' }
    : { value: found.value }
}

function usernameByClaim({ claim, prefix }: Source & { type: 'claim' }, claims: JsonObject): Result<string> {
  const name = readTextClaim(claims, claim)
  if ('error' in name) return { error: `oidc: parse username claims ${JSON.stringify(claim)}: ${name.error}` }
  const verified = claim === 'email' ? own(claims, 'email_verified') : undefined
  // `email_verified` is checked only if it is present; null decodes to false.
  if (verified !== undefined && verified !== null && typeof verified !== 'boolean')
    return {
      error: `oidc: parse 'email_verified' claim: json: cannot unmarshal ${kindOf(verified)} into Go value of type bool`,
    }
  if (verified === false || verified === null) return { error: 'oidc: email not verified' }
  return { value: prefix + name.value }
}

/** Returns the groups, each with the configured prefix. [JW11] */
export function mapGroups(source: Source, claims: JsonObject): Result<readonly string[]> {
  if (source.type === 'none') return { value: [] }
  if (source.type === 'claim') {
    const groups = readTextsClaim(claims, source.claim)
    return 'error' in groups
      ? { error: `oidc: parse groups claim ${JSON.stringify(source.claim)}: ${groups.error}` }
      : { value: groups.value.map((group) => source.prefix + group) }
  }
  const found = textsOf(source.expression, claims)
  return 'error' in found ? { error: `oidc: error evaluating group claim expression: ${found.error}` } : found
}

/** Returns the uid. A configured claim must be present. [JW12] */
export function mapUid(source: Source, claims: JsonObject): Result<string> {
  if (source.type === 'none') return { value: '' }
  if (source.type === 'claim') {
    const uid = readTextClaim(claims, source.claim)
    return 'error' in uid ? { error: `oidc: parse uid claim ${JSON.stringify(source.claim)}: ${uid.error}` } : uid
  }
  const found = evaluate(source.expression, claims)
  if ('error' in found) return { error: `oidc: error evaluating uid claim expression: ${found.error}` }
  return typeof found.value === 'string'
    ? { value: found.value }
    : { error: 'oidc: error evaluating uid claim expression: uid claim expression must return a string' }
}

/** Returns one extra attribute; it is omitted if the value is empty. [JW13] */
export function mapExtra(expression: Expression, claims: JsonObject): Result<readonly string[]> {
  const found = textsOf(expression, claims)
  if (!('error' in found)) return found
  return {
    error: found.isType
      ? `oidc: error evaluating extra claim expression: ${expression.text}: ${found.error}`
      : found.error,
  }
}

/** Converts a string or a list of strings. Empty strings are dropped; null is an empty list. */
function textsOf(
  expression: Expression,
  claims: JsonObject,
): { readonly value: readonly string[] } | { readonly error: string; readonly isType: boolean } {
  const found = evaluate(expression, claims)
  if ('error' in found) return { error: found.error, isType: false }
  if (found.value === null) return { value: [] }
  const items: readonly unknown[] = Array.isArray(found.value) ? found.value : [found.value]
  return items.every((item) => typeof item === 'string')
    ? { value: items.filter((item) => item !== '') }
    : { error: 'expression must return a string or a list of strings', isType: true }
}
