import type { UserInfo } from '#server/auth/user-info.ts'
import { joinErrors } from '#server/auth/resolved-rules.ts'
import { compactRules, type PolicyRule, printRule, printTexts, uncovered } from './policy-rule.ts'
import type { RbacPolicy } from './rbac-policy.ts'
import { rulesOf } from './rule-resolver.ts'

/** Returns why `user` must not grant `wanted`, because it lacks some of these rules itself; `''` if it may. [AC10] */
export async function escalationText(
  policy: RbacPolicy,
  { user, namespace }: { readonly user: UserInfo; readonly namespace: string },
  wanted: readonly PolicyRule[],
): Promise<string> {
  const { rules, errors } = await rulesOf(policy, user, namespace)
  const missing = uncovered(rules, wanted)
  if (missing.length === 0) return ''
  const lines = [...new Set(compactRules(missing).map(printRule))].toSorted()
  const who = `user ${JSON.stringify(user.name)} (groups=${printTexts(user.groups)})`
  const end = errors.length === 0 ? '' : `; resolution errors: [${joinErrors(errors)}]`
  return `${who} is attempting to grant RBAC permissions not currently held:\n${lines.join('\n')}${end}`
}
