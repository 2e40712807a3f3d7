import { duplicate, invalid, required } from '#api/field-error.ts'
import type { ClaimValidationRule, JwtAuthenticator } from '#config/config-types.ts'
import { pathText } from '#config/finding.ts'
import type { NodePath } from '#document/locate.ts'
import { type RuleContext, checkExpression } from './rule-context.ts'

/** Checks the rules on claims. Returns whether one that compiles reads `email_verified`. */
export function checkClaimRules(context: RuleContext, rules: readonly ClaimValidationRule[], at: NodePath): boolean {
  const seen = { claims: new Set<string>(), expressions: new Set<string>() }
  let readsVerified = false
  for (const [index, rule] of rules.entries()) {
    const ruleAt = [...at, index]
    if (rule.claim !== '' && rule.expression !== '')
      context.found.error(
        'N18',
        invalid(pathText(ruleAt), rule.claim, "claim and expression can't both be set"),
        ruleAt,
      )
    else if (rule.claim !== '') checkClaimRule(context, rule, ruleAt, seen.claims)
    else if (rule.expression === '')
      context.found.error('N19', required(pathText(ruleAt), 'claim or expression is required'), ruleAt)
    else readsVerified = checkExpressionRule(context, rule, ruleAt, seen.expressions) || readsVerified
  }
  return readsVerified
}

function checkClaimRule(context: RuleContext, rule: ClaimValidationRule, at: NodePath, seen: Set<string>): void {
  const messageAt = [...at, 'message']
  if (rule.message !== '')
    context.found.error(
      'N20',
      invalid(pathText(messageAt), rule.message, 'may not be specified when claim is set'),
      messageAt,
    )
  const claimAt = [...at, 'claim']
  if (seen.has(rule.claim)) context.found.error('N22', duplicate(pathText(claimAt), rule.claim), claimAt)
  seen.add(rule.claim)
}

function checkExpressionRule(
  context: RuleContext,
  rule: ClaimValidationRule,
  at: NodePath,
  seen: Set<string>,
): boolean {
  const valueAt = [...at, 'requiredValue']
  if (rule.requiredValue !== '') {
    const error = invalid(pathText(valueAt), rule.requiredValue, 'may not be specified when expression is set')
    context.found.error('N21', error, valueAt)
  }
  const expressionAt = [...at, 'expression']
  if (seen.has(rule.expression)) {
    context.found.error('N23', duplicate(pathText(expressionAt), rule.expression), expressionAt)
    return false
  }
  seen.add(rule.expression)
  const place = { scope: 'claims', at: expressionAt, codes: { compile: 'N24', bool: 'N25' } } as const
  return checkExpression(context, place, rule.expression)?.readsClaim('email_verified') === true
}

/** Checks the rules on the resulting user. */
export function checkUserRules(
  context: RuleContext,
  rules: JwtAuthenticator['userValidationRules'],
  at: NodePath,
): void {
  const seen = new Set<string>()
  for (const [index, { expression }] of rules.entries()) {
    const expressionAt = [...at, index, 'expression']
    if (expression === '') context.found.error('N41', required(pathText(expressionAt)), expressionAt)
    else if (seen.has(expression))
      context.found.error('N42', duplicate(pathText(expressionAt), expression), expressionAt)
    else
      checkExpression(context, { scope: 'user', at: expressionAt, codes: { compile: 'N43', bool: 'N44' } }, expression)
    seen.add(expression)
  }
}
