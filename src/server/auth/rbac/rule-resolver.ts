import { rbacGroup } from './rbac-group.ts'
import type { UserInfo } from '#server/auth/user-info.ts'
import { serviceAccountUser } from '#server/auth/service-account-user.ts'
import type { PolicyRule } from './policy-rule.ts'
import type { Binding, RbacPolicy, Subject } from './rbac-policy.ts'

/** A binding that applies to a user. `rules` is an error message if its role cannot be found. */
export interface Grant {
  readonly binding: Binding
  readonly subject: Subject
  readonly rules: readonly PolicyRule[] | string
}

/** Yields the grants of `user`: those of the cluster first, then those of `namespace` (`''` for none). [AC5] */
export async function* grantsOf(policy: RbacPolicy, user: UserInfo, namespace: string): AsyncGenerator<Grant> {
  for (const place of namespace === '' ? [''] : ['', namespace])
    for (const binding of await policy.bindings(place)) {
      const subject = binding.subjects.find((each) => appliesTo(each, user, place))
      if (subject !== undefined) yield { binding, subject, rules: await resolveRole(policy, binding) }
    }
}

/**
 * Returns all rules of a user in `namespace` (`''`: in the cluster) and the errors of roles that could not be
 * resolved. [AC15]
 */
export async function rulesOf(
  policy: RbacPolicy,
  user: UserInfo,
  namespace: string,
): Promise<{ readonly rules: readonly PolicyRule[]; readonly errors: readonly string[] }> {
  const rules: PolicyRule[] = []
  const errors = new Set<string>()
  for await (const grant of grantsOf(policy, user, namespace)) {
    if (typeof grant.rules === 'string') errors.add(grant.rules)
    else rules.push(...grant.rules)
  }
  return { rules, errors: [...errors] }
}

/** Returns the rules of a role reference, or an error message if there are none. [AC8] */
export async function resolveRole(
  policy: RbacPolicy,
  { roleRef, namespace }: Pick<Binding, 'roleRef' | 'namespace'>,
): Promise<readonly PolicyRule[] | string> {
  const { kind = '', name = '' } = roleRef
  if (kind !== 'Role' && kind !== 'ClusterRole') return `unsupported role reference kind: ${JSON.stringify(kind)}`
  const rules = await policy.rules(kind === 'Role' ? namespace : '', name)
  return rules ?? `${kind.toLowerCase()}.${rbacGroup} ${JSON.stringify(name)} not found`
}

function appliesTo({ kind, name = '', namespace = '' }: Subject, user: UserInfo, place: string): boolean {
  switch (kind) {
    case 'User':
      return user.name === name
    case 'Group':
      return user.groups.includes(name)
    case 'ServiceAccount': {
      const home = namespace === '' ? place : namespace
      return home !== '' && user.name === serviceAccountUser(home, name)
    }
    case undefined:
    default:
      return false
  }
}

/** Describes why a request is allowed, with the reference's text. [AC9] */
export function describeGrant({ binding, subject }: Grant): string {
  const { roleRef, name, namespace } = binding
  const role = `${roleRef.kind ?? ''} ${JSON.stringify(roleRef.name ?? '')}`
  const [kind, place] = namespace === '' ? ['ClusterRoleBinding', name] : ['RoleBinding', `${name}/${namespace}`]
  return `${kind} ${JSON.stringify(place)} of ${role} to ${describeSubject(subject, namespace)}`
}

function describeSubject({ kind = '', name = '', namespace = '' }: Subject, place: string): string {
  const shown = kind === 'ServiceAccount' ? `${name}/${namespace === '' ? place : namespace}` : name
  return `${kind} ${JSON.stringify(shown)}`
}
