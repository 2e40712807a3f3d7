import type { Attributes, Authorizer, Decision, DecisionListener } from '#server/auth/authorizer.ts'
import { ruleAllows } from './policy-rule.ts'
import { joinErrors } from '#server/auth/resolved-rules.ts'
import { tryGrant } from './try-grant.ts'
import type { RbacPolicy } from './rbac-policy.ts'
import { describeGrant, grantsOf, rulesOf } from './rule-resolver.ts'

/** Members of this group are allowed everything, regardless of roles. */
export const superusers = 'system:masters'

/** Authorizes by the stored roles and bindings. Rules never deny: a request that no rule allows is refused. [AC5] */
export const rbacAuthorizer = (policy: RbacPolicy): Authorizer => ({
  authorize: (attributes, { onEvent } = {}) =>
    attributes.user.groups.includes(superusers) ? superuser : byRoles(policy, attributes, onEvent),
  async rulesFor(user, namespace) {
    const { rules, errors } = await rulesOf(policy, user, namespace)
    return { rules, errors, isIncomplete: false }
  },
})

const superuser: Decision = { type: 'allowed', why: '' }

async function byRoles(
  policy: RbacPolicy,
  attributes: Attributes,
  onEvent: DecisionListener | undefined,
): Promise<Decision> {
  const errors = new Set<string>()
  for await (const grant of grantsOf(policy, attributes.user, namespaceOf(attributes))) {
    onEvent?.({ type: 'grant', grant: tryGrant(grant, attributes) })
    if (typeof grant.rules === 'string') errors.add(grant.rules)
    else if (grant.rules.some((rule) => ruleAllows(rule, attributes)))
      return { type: 'allowed', why: `RBAC: allowed by ${describeGrant(grant)}` }
  }
  return { type: 'no-opinion', why: errors.size === 0 ? '' : `RBAC: ${joinErrors([...errors])}` }
}

/** Roles of a namespace do not apply to non-resource URLs. */
const namespaceOf = ({ isResource, namespace }: Attributes): string => (isResource ? namespace : '')
