import { textOf } from '#api/json.ts'
import type { GrantTrial } from '#facts/config-api.ts'
import type { Attributes } from '#server/auth/authorizer.ts'
import { ruleMisses } from './policy-rule.ts'
import type { Grant } from './rule-resolver.ts'

/** A grant for display: the subject it applies to, and the parts of each rule that do not match. [AR1] */
export function tryGrant({ binding, subject, rules }: Grant, attributes: Attributes): GrantTrial {
  const { name, namespace, roleRef } = binding
  return {
    binding: { kind: namespace === '' ? 'ClusterRoleBinding' : 'RoleBinding', name, namespace },
    role: { kind: roleRef.kind ?? '', name: roleRef.name ?? '' },
    subject: { kind: subject.kind ?? '', name: subject.name ?? '', namespace: subject.namespace ?? '' },
    rules:
      typeof rules === 'string'
        ? []
        : rules.map((rule) => ({
            verbs: rule.verbs ?? [],
            groups: rule.apiGroups ?? [],
            resources: rule.resources ?? [],
            names: rule.resourceNames ?? [],
            urls: rule.nonResourceURLs ?? [],
            misses: ruleMisses(rule, attributes),
          })),
    error: textOf(rules),
  }
}
