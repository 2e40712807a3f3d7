import type { Attributes, Authorizer } from '#server/auth/authorizer.ts'
import type { UserInfo } from '#server/auth/user-info.ts'
import type { PolicyRule } from '#server/auth/rbac/policy-rule.ts'
import type { AbacPolicy } from './abac-policy.ts'

const readOnlyVerbs = ['get', 'list', 'watch']

/** Allows what a policy of the file allows. Policies never deny. [ABAC2] */
export const abacAuthorizer = (policies: readonly AbacPolicy[]): Authorizer => ({
  async authorize(attributes) {
    const allows = (policy: AbacPolicy): boolean =>
      subjectMatches(policy, attributes.user) &&
      (!policy.readonly || readOnlyVerbs.includes(attributes.verb)) &&
      (attributes.isResource ? resourceMatches(policy, attributes) : pathMatches(policy, attributes.path))
    return policies.some(allows)
      ? { type: 'allowed', why: '', by: 'ABAC: a policy of the file' }
      : { type: 'no-opinion', why: 'No policy matched.', by: 'ABAC: No policy matched.' }
  },
  async rulesFor(user, namespace) {
    const here = policies.filter(
      (policy) => subjectMatches(policy, user) && (policy.namespace === '*' || policy.namespace === namespace),
    )
    return { rules: here.flatMap(rulesOf), isIncomplete: false, errors: [] }
  },
})

/** A policy without user and group matches no user. */
function subjectMatches({ user, group }: AbacPolicy, { name, groups }: UserInfo): boolean {
  if (user === '' && group === '') return false
  const isUser = user === '' || user === '*' || user === name
  return isUser && (group === '' || group === '*' || groups.includes(group))
}

const resourceMatches = (policy: AbacPolicy, { namespace, resource, group }: Attributes): boolean =>
  (policy.namespace === '*' || policy.namespace === namespace) &&
  (policy.resource === '*' || policy.resource === resource) &&
  (policy.apiGroup === '*' || policy.apiGroup === group)

const pathMatches = ({ nonResourcePath: wanted }: AbacPolicy, path: string): boolean =>
  wanted === '*' ||
  (wanted !== '' && wanted === path) ||
  (wanted.endsWith('*') && path.startsWith(wanted.replace(/\*+$/, '')))

function rulesOf({ readonly, apiGroup, resource, nonResourcePath }: AbacPolicy): readonly PolicyRule[] {
  const verbs = readonly ? readOnlyVerbs : ['*']
  return [
    ...(resource === '' ? [] : [{ verbs, apiGroups: [apiGroup], resources: [resource] }]),
    ...(nonResourcePath === '' ? [] : [{ verbs, nonResourceURLs: [nonResourcePath] }]),
  ]
}
