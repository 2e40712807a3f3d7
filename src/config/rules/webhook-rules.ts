import { type FieldPath, child, duplicate, index, invalid, notSupported, required, tooMany } from '#api/field-error.ts'
import { formatDuration } from '#go/duration.ts'
import type { WebhookConfiguration } from '#config/config-types.ts'
import type { NodePath } from '#document/locate.ts'
import type { RuleId } from '#config/report/rule-texts.ts'
import { type RuleContext, checkExpression } from './rule-context.ts'

/** The path of a webhook, and the path in the reference's messages. */
interface Place {
  readonly at: NodePath
  readonly field: FieldPath
}

const TIMEOUT_MAX = 30_000_000_000n
const CONDITIONS_MAX = 64

export function checkWebhook(context: RuleContext, webhook: WebhookConfiguration, place: Place): void {
  checkTimeout(context, webhook.timeout, inside(place, 'timeout'))
  for (const name of ['authorizedTTL', 'unauthorizedTTL'] as const)
    checkTtl(context, webhook[name], inside(place, name))
  checkVersions(context, webhook, place)
  checkOneOf(context, webhook.failurePolicy, inside(place, 'failurePolicy'), {
    codes: ['Z17', 'Z18'],
    values: ['NoOpinion', 'Deny'],
  })
  checkConnection(context, webhook.connectionInfo, inside(place, 'connectionInfo'))
  checkConditions(context, webhook.matchConditions, inside(place, 'matchConditions'))
}

const inside = ({ at, field }: Place, name: string): Place => ({ at: [...at, name], field: child(field, name) })

function checkTimeout(context: RuleContext, timeout: bigint, { at, field }: Place): void {
  if (timeout === 0n) context.found.error('Z10', required(field), at)
  else if (timeout < 0n || timeout > TIMEOUT_MAX)
    context.found.error('Z11', invalid(field, formatDuration(timeout), 'must be > 0s and <= 30s'), at)
}

function checkTtl(context: RuleContext, ttl: bigint, { at, field }: Place): void {
  if (ttl < 0n) context.found.error('Z12', invalid(field, formatDuration(ttl), 'must be > 0s'), at)
}

function checkOneOf(
  context: RuleContext,
  value: string,
  { at, field }: Place,
  rule: { readonly codes: readonly [empty: RuleId, unknown: RuleId]; readonly values: readonly string[] },
): void {
  if (value === '') context.found.error(rule.codes[0], required(field), at)
  else if (!rule.values.includes(value)) context.found.error(rule.codes[1], notSupported(field, value, rule.values), at)
}

function checkVersions(context: RuleContext, webhook: WebhookConfiguration, place: Place): void {
  const sent = inside(place, 'subjectAccessReviewVersion')
  checkOneOf(context, webhook.subjectAccessReviewVersion, sent, { codes: ['Z13', 'Z14'], values: ['v1', 'v1beta1'] })
  const { at, field } = inside(place, 'matchConditionSubjectAccessReviewVersion')
  const version = webhook.matchConditionSubjectAccessReviewVersion
  if (version === '' && webhook.matchConditions.length > 0)
    context.found.error('Z15', required(field, 'required if match conditions are specified'), at)
  else if (version !== '' && version !== 'v1') context.found.error('Z16', notSupported(field, version, ['v1']), at)
}

function checkConnection(context: RuleContext, info: WebhookConfiguration['connectionInfo'], place: Place): void {
  const member = context.dialect.configFileMember
  const file = inside(place, fileField(member))
  const { at, field } = inside(place, 'type')
  if (info.type === '') context.found.error('Z19', required(field), at)
  else if (info.type === member) checkConnectionFile(context, info.orchConfigFile, file)
  else if (info.type === 'InClusterConfig') {
    if (info.orchConfigFile !== undefined)
      context.found.error(
        'Z21',
        invalid(file.field, info.orchConfigFile, `can only be set when type=${member}`),
        file.at,
      )
    else
      context.found.warning('W10', at, 'the API server itself has no in-cluster configuration to call a webhook with')
  } else {
    const shown = { Type: info.type, [member]: info.orchConfigFile ?? null }
    context.found.error('Z20', notSupported(field, shown, ['InClusterConfig', member]), at)
  }
}

const fileField = (member: string): string => member.charAt(0).toLowerCase() + member.slice(1)

function checkConnectionFile(context: RuleContext, path: string | undefined, { at, field }: Place): void {
  if (path === undefined || path === '') return context.found.error('Z22', required(field), at)
  if (!path.startsWith('/')) return context.found.error('Z23', invalid(field, path, 'must be an absolute path'), at)
  const fact = context.files.stat(path)
  if (fact.type === 'missing') {
    const text = `error loading file: stat ${path}: ${fact.reason}`
    context.found.error('Z24', invalid(field, path, text), at)
  } else if (fact.type !== 'file') context.found.error('Z25', invalid(field, path, 'must be a regular file'), at)
}

function checkConditions(
  context: RuleContext,
  conditions: WebhookConfiguration['matchConditions'],
  { at, field }: Place,
): void {
  if (conditions.length > CONDITIONS_MAX)
    return context.found.error('Z26', tooMany(field, conditions.length, CONDITIONS_MAX), at)
  const seen = new Set<string>()
  for (const [number, { expression }] of conditions.entries()) {
    const expressionAt = [...at, number, 'expression']
    const path = child(index(field, number), 'expression')
    if (expression.trim() === '') {
      context.found.error('Z27', required(path), expressionAt)
    } else if (seen.has(expression)) {
      context.found.error('Z28', duplicate(path, expression), expressionAt)
    } else {
      seen.add(expression)
      const place = { scope: 'request', at: expressionAt, field: path, codes: { compile: 'Z29', bool: 'Z30' } } as const
      checkExpression(context, place, expression)
    }
  }
}
