import { duplicate, invalid, notSupported, required } from '#api/field-error.ts'
import { dns1123Subdomain } from '#api/names.ts'
import type { AuthorizationConfiguration, AuthorizerConfiguration } from '#config/config-types.ts'
import { pathText } from '#config/finding.ts'
import type { NodePath } from '#document/locate.ts'
import type { RuleContext } from './rule-context.ts'
import { checkWebhook } from './webhook-rules.ts'

/** All rules of an AuthorizationConfiguration, in the reference's order. */
export function checkAuthorization(context: RuleContext, { authorizers }: AuthorizationConfiguration): void {
  if (authorizers.length === 0)
    context.found.error('Z01', required('authorizers', 'at least one authorization mode must be defined'), [
      'authorizers',
    ])
  const seen = { types: new Set<string>(), names: new Set<string>() }
  const before = context.found.all.length
  for (const [index, authorizer] of authorizers.entries())
    checkAuthorizer(context, authorizer, ['authorizers', index], seen)
  const isValid = !context.found.all.slice(before).some(({ severity }) => severity === 'error')
  if (context.isMainServer && isValid) checkOwnNames(context, authorizers)
}

function checkAuthorizer(
  context: RuleContext,
  authorizer: AuthorizerConfiguration,
  at: NodePath,
  seen: { readonly types: Set<string>; readonly names: Set<string> },
): void {
  const { type, name, webhook } = authorizer
  if (!checkType(context, type, [...at, 'type'], seen.types)) return
  checkName(context, name, [...at, 'name'], seen.names)
  const webhookAt = [...at, 'webhook']
  if (type !== 'Webhook') {
    if (webhook !== undefined)
      context.found.error(
        'Z09',
        invalid(pathText(webhookAt), 'non-null', 'may only be specified when type=Webhook'),
        webhookAt,
        { part: 'key' },
      )
  } else if (webhook === undefined) {
    context.found.error('Z08', required(pathText(webhookAt), 'required when type=Webhook'), [...at, 'type'])
  } else {
    // The reference omits `webhook` from the paths of its fields.
    checkWebhook(context, webhook, { at: webhookAt, field: pathText(at) })
  }
}

function checkType(context: RuleContext, type: string, at: NodePath, seen: Set<string>): boolean {
  const field = pathText(at)
  const known = [...new Set(context.knownTypes)].sort()
  if (type === '') context.found.error('Z02', required(field), at)
  else if (!known.includes(type)) context.found.error('Z03', notSupported(field, type, known), at)
  else if (seen.has(type) && !context.repeatableTypes.includes(type))
    context.found.error('Z04', duplicate(field, type), at)
  else {
    seen.add(type)
    return true
  }
  return false
}

function checkName(context: RuleContext, name: string, at: NodePath, seen: Set<string>): void {
  const field = pathText(at)
  const problems = dns1123Subdomain(name)
  if (name === '') context.found.error('Z05', required(field), at)
  else if (seen.has(name)) context.found.error('Z06', duplicate(field, name), at)
  else if (problems.length > 0)
    context.found.error('Z07', invalid(field, name, `authorizer name is invalid: ${problems.join(', ')}`), at)
  seen.add(name)
}

/** The API server checks the names of its own authorizer types, after all other checks have passed. */
function checkOwnNames(context: RuleContext, authorizers: readonly AuthorizerConfiguration[]): void {
  for (const [index, { type, name }] of authorizers.entries()) {
    const expected = type.toLowerCase()
    if (type === 'Webhook' || name === expected) continue
    const at = ['authorizers', index, 'name']
    const whole = `expected name ${expected} for authorizer ${type} instead of ${name}`
    context.found.all.push({
      code: 'Z31',
      severity: 'error',
      type: 'Invalid',
      path: pathText(at),
      message: whole,
      at,
      whole,
    })
  }
}
