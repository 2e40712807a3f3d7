import type { UserInfo } from '../user-info.ts'
import { joinErrors } from './rbac-authorizer.ts'
import { compactRules, type PolicyRule, printRule, printTexts, uncovered } from './policy-rule.ts'
import type { RbacPolicy } from './rbac-policy.ts'
import { grantsOf } from './rule-resolver.ts'

/** All that a user has in `namespace` (`''`: in the cluster), and what stood in the way of knowing. [AC15] */
export async function rulesOf(
  policy: RbacPolicy,
  user: UserInfo,
  namespace: string,
): Promise<{ readonly rules: readonly PolicyRule[]; readonly error: string }> {
  const rules: PolicyRule[] = []
  const errors = new Set<string>()
  for await (const grant of grantsOf(policy, user, namespace)) {
    if (typeof grant.rules === 'string') errors.add(grant.rules)
    else rules.push(...grant.rules)
  }
  return { rules, error: errors.size === 0 ? '' : joinErrors([...errors]) }
}

/** Why `user` may not give away `wanted`: what it has not itself; `''` when it may. [AC10] */
export async function escalationText(
  policy: RbacPolicy,
  { user, namespace }: { readonly user: UserInfo; readonly namespace: string },
  wanted: readonly PolicyRule[],
): Promise<string> {
  const { rules, error } = await rulesOf(policy, user, namespace)
  const missing = uncovered(rules, wanted)
  if (missing.length === 0) return ''
  const lines = [...new Set(compactRules(missing).map(printRule))].toSorted()
  const who = `user ${JSON.stringify(user.name)} (groups=${printTexts(user.groups)})`
  const end = error === '' ? '' : `; resolution errors: [${error}]`
  return `${who} is attempting to grant RBAC permissions not currently held:\n${lines.join('\n')}${end}`
}
