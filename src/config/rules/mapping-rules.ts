import { invalid, required } from '#api/field-error.ts'
import type { ClaimMappings, PrefixedClaimOrExpression } from '#config/config-types.ts'
import { pathText } from '#config/finding.ts'
import type { NodePath } from '#document/locate.ts'
import { checkExtra } from './extra-rules.ts'
import { type RuleContext, checkExpression, warnOfSplit } from './rule-context.ts'

/** Checks how claims map to a user. `rulesReadVerified`: a claim rule reads `email_verified`. */
export function checkMappings(
  context: RuleContext,
  mappings: ClaimMappings,
  at: NodePath,
  rulesReadVerified: boolean,
): void {
  const { username, groups, uid, extra } = mappings
  const name = checkPrefixed(context, username, [...at, 'username'], true)
  const group = checkPrefixed(context, groups, [...at, 'groups'], false)
  if (group?.outermostCall === 'split') warnOfSplit(context, [...at, 'groups', 'expression'])
  checkUid(context, uid, [...at, 'uid'])
  const extraReadsVerified = checkExtra(context, extra, [...at, 'extra'])
  const isVerified = rulesReadVerified || extraReadsVerified || name?.readsClaim('email_verified') === true
  if (isVerified || name === undefined) return
  const expressionAt = [...at, 'username', 'expression']
  if (name.readsClaim('email'))
    context.found.error('N31', invalid(pathText(expressionAt), username.expression, emailText), expressionAt)
  else if (name.readsClaimOtherwise('email'))
    context.found.warning(
      'W04',
      expressionAt,
      'this reads the claim email in a way that the original does not detect, and claims.email_verified is not checked: anyone can claim any address',
    )
}

const emailText =
  'claims.email_verified must be used in claimMappings.username.expression or claimMappings.extra[*].valueExpression or claimValidationRules[*].expression when claims.email is used in claimMappings.username.expression'

type Checked = ReturnType<typeof checkExpression>

/** Returns the compiled expression if the mapping is valid. */
function checkPrefixed(
  context: RuleContext,
  mapping: PrefixedClaimOrExpression,
  at: NodePath,
  isRequired: boolean,
): Checked {
  const { claim, expression, prefix } = mapping
  const [field, prefixAt] = [pathText(at), [...at, 'prefix']]
  if (claim !== '' && expression !== '')
    context.found.error('N27', invalid(field, '', "claim and expression can't both be set"), at)
  else if (expression !== '') return checkMappedExpression(context, mapping, at)
  else if (claim === '' && isRequired)
    context.found.error('N26', required(field, 'claim or expression is required'), at)
  else if (claim !== '' && prefix === undefined)
    context.found.error(
      'N29',
      required(
        pathText(prefixAt),
        'prefix is required when claim is set. It can be set to an empty string to disable prefixing',
      ),
      prefixAt,
    )
  else if (claim === '' && prefix !== undefined)
    context.found.warning('W02', prefixAt, 'a prefix without claim has no effect: there are no groups')
  return undefined
}

function checkMappedExpression(
  context: RuleContext,
  { expression, prefix }: PrefixedClaimOrExpression,
  at: NodePath,
): Checked {
  const prefixAt = [...at, 'prefix']
  if (prefix !== undefined)
    context.found.error(
      'N28',
      invalid(pathText(prefixAt), prefix, 'may not be specified when expression is set'),
      prefixAt,
    )
  const checked = checkExpression(
    context,
    { scope: 'claims', at: [...at, 'expression'], codes: { compile: 'N30' } },
    expression,
  )
  return prefix === undefined ? checked : undefined
}

function checkUid(context: RuleContext, { claim, expression }: ClaimMappings['uid'], at: NodePath): void {
  if (claim !== '' && expression !== '')
    context.found.error('N27', invalid(pathText(at), '', "claim and expression can't both be set"), at)
  else if (expression !== '')
    checkExpression(context, { scope: 'claims', at: [...at, 'expression'], codes: { compile: 'N30' } }, expression)
}
