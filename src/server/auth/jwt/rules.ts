import { type JsonObject, own } from '#api/json.ts'
import { readTextClaim } from './claim-mappings.ts'
import type { Expression, JwtConfig, Rule } from './jwt-config.ts'

/** Returns why a required claim is missing or has another value; `null` if all match. [JW14] */
export function whyRequiredClaimFails(required: JwtConfig['requiredClaims'], claims: JsonObject): string | null {
  for (const { claim, value } of required) {
    if (own(claims, claim) === undefined) return `oidc: required claim ${claim} not present in ID token`
    const found = readTextClaim(claims, claim)
    if ('error' in found) return `oidc: parse claim ${claim}: ${found.error}`
    if (found.value !== value)
      return `oidc: required claim ${claim} value does not match. Got = ${found.value}, want = ${value}`
  }
  return null
}

/** The result of one rule, for displays. */
export interface RuleOutcome {
  readonly rule: Rule
  readonly result: ReturnType<Expression['evaluate']>
}

/**
 * Evaluates all rules before any result is used: an error in any rule takes precedence over a rule that is false.
 * [JW15]
 */
export const evaluateRules = (rules: readonly Rule[], variable: JsonObject): readonly RuleOutcome[] =>
  rules.map((rule) => ({ rule, result: rule.expression.evaluate(variable) }))

/** Returns why the rules refuse the token; `null` if they do not. [JW15] */
export function whyRulesFail(outcomes: readonly RuleOutcome[]): string | null {
  for (const { rule, result } of outcomes)
    if ('error' in result) return `expression '${rule.expression.text}' resulted in error: ${result.error}`
  for (const { rule, result } of outcomes)
    if ('value' in result && result.value !== true)
      return `validation expression '${rule.expression.text}' failed: ${rule.message}`
  return null
}
