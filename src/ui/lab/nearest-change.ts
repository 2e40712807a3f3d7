import { dns1123Label } from '#api/names.ts'
import type { DecisionTrial, GrantTrial, RuleMiss, RuleTrial, TrialAction } from '#facts/config-api.ts'

/** The smallest change of the stored roles that would allow a refused request. */
export type NearestChange =
  | {
      readonly type: 'rule'
      /** `namespace` is empty for a ClusterRole. */
      readonly role: { readonly kind: string; readonly name: string; readonly namespace: string }
      /** Index of the rule in the role. */
      readonly rule: number
      readonly add: readonly { readonly miss: RuleMiss; readonly value: string }[]
    }
  | { readonly type: 'binding'; readonly namespace: string }

/** With more mismatches, binding another role is suggested instead of changing the rule. */
const missesMax = 2

interface Candidate {
  readonly grant: GrantTrial
  readonly rule: RuleTrial
}

/** Sorts rules by mismatches; at equal numbers a namespaced rule first, because it grants less. */
function isNearer(a: Candidate, b: Candidate): number {
  const wide = ({ grant }: Candidate): number => (grant.role.kind === 'ClusterRole' ? 1 : 0)
  return a.rule.misses.length - b.rule.misses.length || wide(a) - wide(b)
}

/**
 * Returns the nearest change. `null` when the request is allowed, when an authorizer before RBAC denies it, when
 * RBAC is not consulted, or when the namespace cannot exist. [AR7]
 */
export function nearestChange(trial: DecisionTrial, action: TrialAction): NearestChange | null {
  const grants = trial.steps.find((step) => step.grants !== null)?.grants
  if (trial.decision !== 'no-opinion' || grants === undefined || grants === null) return null
  const [best] = grants
    .flatMap((grant) => grant.rules.map((rule) => ({ grant, rule })))
    .filter(({ rule }) => rule.misses.length <= missesMax && isAboutTheSame(rule, action))
    .toSorted(isNearer)
  if (best === undefined) return canBind(action) ? { type: 'binding', namespace: action.namespace } : null
  const { kind, name } = best.grant.role
  return {
    type: 'rule',
    role: { kind, name, namespace: kind === 'Role' ? best.grant.binding.namespace : '' },
    rule: best.grant.rules.indexOf(best.rule),
    add: best.rule.misses.map((miss) => ({ miss, value: valueOf(miss, action) })),
  }
}

/** No binding can be stored in a namespace that cannot exist. */
const canBind = ({ namespace }: TrialAction): boolean => namespace === '' || dns1123Label(namespace).length === 0

/**
 * Reports whether a rule is comparable to the request: not a rule for URLs to a resource request or vice versa, and not
 * one that differs in both resource and verb.
 */
const isAboutTheSame = ({ urls, misses }: RuleTrial, { isResource }: TrialAction): boolean =>
  isResource ? urls.length === 0 && !(misses.includes('resource') && misses.length > 1) : urls.length > 0

function valueOf(miss: RuleMiss, { verb, group, resource, subresource, name, path }: TrialAction): string {
  switch (miss) {
    case 'verb':
      return verb
    case 'group':
      return group === '' ? '""' : group
    case 'resource':
      return subresource === '' ? resource : `${resource}/${subresource}`
    case 'name':
      return name
    case 'url':
      return path
  }
}

const places: Readonly<Record<RuleMiss, string>> = {
  verb: 'verbs',
  group: 'apiGroups',
  resource: 'resources',
  name: 'resourceNames',
  url: 'nonResourceURLs',
}

/** Returns the field of a rule that a mismatch is about. */
export const placeOf = (miss: RuleMiss): string => places[miss]
