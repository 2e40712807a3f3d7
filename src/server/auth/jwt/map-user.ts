import { type Json, type JsonObject, own } from '#api/json.ts'
import type { UserInfo } from '#server/auth/user-info.ts'
import { mapExtra, mapGroups, mapUid, mapUsername } from './claim-mappings.ts'
import type { Result } from './compact-token.ts'
import type { JwtConfig, Source } from './jwt-config.ts'
import type { Trace, TraceStepName } from './trace.ts'

const credentialId = 'authentication.orch.io/credential-id'

/**
 * Maps the claims to a user: name, groups, uid and extra, in this order. The first failure ends the mapping. [JW10]
 */
export function mapUser(config: JwtConfig, claims: JsonObject, trace: Trace): Result<UserInfo> {
  const name = traced(trace, 'username', config.username, mapUsername(config.username, claims))
  if ('error' in name) return name
  const groups = traced(trace, 'groups', config.groups, mapGroups(config.groups, claims))
  if ('error' in groups) return groups
  const uid = traced(trace, 'uid', config.uid, mapUid(config.uid, claims))
  if ('error' in uid) return uid
  const extra = mapAllExtra(config, claims, trace)
  if ('error' in extra) return extra
  return { value: { name: name.value, uid: uid.value, groups: groups.value, extra: extra.value } }
}

/** Adds the token's `jti` as an extra attribute, so that rules can refer to single tokens. [JW13] */
function mapAllExtra(
  { extra }: JwtConfig,
  claims: JsonObject,
  trace: Trace,
): Result<Record<string, readonly string[]>> {
  const found: [string, readonly string[]][] = []
  for (const [index, { key, expression }] of extra.entries()) {
    const values = mapExtra(expression, claims)
    const field = `claimMappings.extra[${index}].valueExpression`
    if ('error' in values) {
      trace({ step: 'extra', outcome: 'failed', detail: values.error, field })
      return values
    }
    trace({ step: 'extra', outcome: 'passed', detail: `${key}: ${JSON.stringify(values.value)}`, field })
    if (values.value.length > 0) found.push([key, values.value])
  }
  const id = own(claims, 'jti')
  if (typeof id === 'string' && id !== '') found.push([credentialId, [`JTI=${id}`]])
  return { value: Object.fromEntries(found) }
}

function traced<Value>(trace: Trace, step: TraceStepName, source: Source, result: Result<Value>): Result<Value> {
  if (source.type === 'none') return result
  const field = `claimMappings.${step}.${source.type}`
  if ('error' in result) trace({ step, outcome: 'failed', detail: result.error, field })
  else trace({ step, outcome: 'passed', detail: JSON.stringify(result.value), field })
  return result
}

/** The user as the CEL variable `user`. */
export const toUserVariable = ({ name, uid, groups, extra }: UserInfo): JsonObject => ({
  username: name,
  uid,
  groups: [...groups],
  extra: Object.fromEntries(Object.entries(extra).map(([key, values]): [string, Json] => [key, [...values]])),
})
