import { type FieldError, duplicate, invalid, tooMany } from '#api/field-error.ts'
import type { AuthenticationConfiguration } from '#config/config-types.ts'
import { pathText } from '#config/finding.ts'
import type { NodePath } from '#document/locate.ts'
import type { RuleId } from '#config/report/rule-texts.ts'
import { checkClaimRules, checkUserRules } from './claim-rules.ts'
import { checkIssuer } from './issuer-rules.ts'
import { checkMappings } from './mapping-rules.ts'
import type { RuleContext } from './rule-context.ts'

const AUTHENTICATORS_MAX = 64

/** All rules of an AuthenticationConfiguration, in the reference's order. */
export function checkAuthentication(context: RuleContext, config: AuthenticationConfiguration): void {
  const { jwt, anonymous } = config
  if (jwt.length > AUTHENTICATORS_MAX)
    return context.found.error('N01', tooMany('jwt', jwt.length, AUTHENTICATORS_MAX), ['jwt'])
  const seen = { urls: new Set<string>(), discoveryUrls: new Set<string>() }
  for (const [index, authenticator] of jwt.entries()) {
    const at = ['jwt', index]
    checkIssuer(context, authenticator.issuer, [...at, 'issuer'])
    const readsVerified = checkClaimRules(context, authenticator.claimValidationRules, [...at, 'claimValidationRules'])
    checkMappings(context, authenticator.claimMappings, [...at, 'claimMappings'], readsVerified)
    checkUserRules(context, authenticator.userValidationRules, [...at, 'userValidationRules'])
    const { url, discoveryURL } = authenticator.issuer
    checkOnce(context, { code: 'N09', seen: seen.urls }, url, [...at, 'issuer', 'url'])
    if (discoveryURL !== '')
      checkOnce(context, { code: 'N11', seen: seen.discoveryUrls }, discoveryURL, [...at, 'issuer', 'discoveryURL'])
  }
  if (anonymous !== undefined) checkAnonymous(context, anonymous)
}

function checkOnce(
  { found }: RuleContext,
  rule: { readonly code: RuleId; readonly seen: Set<string> },
  value: string,
  at: NodePath,
): void {
  const { code, seen } = rule
  if (seen.has(value)) found.error(code, duplicate(pathText(at), value), at)
  seen.add(value)
}

function checkAnonymous(
  context: RuleContext,
  { enabled, conditions }: NonNullable<AuthenticationConfiguration['anonymous']>,
): void {
  const at = ['anonymous', 'conditions']
  if (!enabled && conditions.length > 0) {
    // The reference prints the Go names of the fields.
    const shown = conditions.map(({ path }) => ({ Path: path }))
    const error: FieldError = invalid(pathText(at), shown, 'enabled should be set to true when conditions are defined')
    context.found.error('N45', error, at)
  }
  for (const [index, { path }] of conditions.entries()) warnOfPath(context, path, [...at, index, 'path'])
}

function warnOfPath(context: RuleContext, path: string, at: NodePath): void {
  if (path === '') context.found.warning('W08', at, 'an empty path never matches a request')
  else if (!path.startsWith('/'))
    context.found.warning('W08', at, 'request paths begin with /, so this one never matches')
  else if (path.includes('*')) context.found.warning('W08', at, 'paths are compared exactly: * is not a wildcard')
}
