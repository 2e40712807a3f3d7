import { type JsonObject, own } from '#api/json.ts'
import { readTextClaim } from './claim-mappings.ts'
import type { Expression, JwtConfig, Rule } from './jwt-config.ts'

/** Why a claim that must be there is not, or is another; `null` when all are. [JW14] */
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

/** What became of one rule, for displays. */
export interface RuleOutcome {
  readonly rule: Rule
  readonly result: ReturnType<Expression['evaluate']>
}

/** All rules are evaluated before one is judged: an error anywhere comes before a rule that does not hold. [JW15] */
export const evaluateRules = (rules: readonly Rule[], variable: JsonObject): readonly RuleOutcome[] =>
  rules.map((rule) => ({ rule, result: rule.expression.evaluate(variable) }))

/** Why the rules refuse, `null` when they don't. [JW15] */
export function whyRulesFail(outcomes: readonly RuleOutcome[]): string | null {
  for (const { rule, result } of outcomes)
    if ('error' in result) return `expression '${rule.expression.text}' resulted in error: ${result.error}`
  for (const { rule, result } of outcomes)
    if ('value' in result && result.value !== true)
      return `validation expression '${rule.expression.text}' failed: ${rule.message}`
  return null
}
