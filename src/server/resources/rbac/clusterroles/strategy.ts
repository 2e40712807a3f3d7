import { type FieldError, index, invalid, required } from '#api/field-error.ts'
import { isUsable, validateLabelSelector } from '#api/selectors/label-selector-object.ts'
import type { Strategy } from '#server/registry/strategy.ts'
import { validateRules } from '#server/resources/parts/rbac/policy-rules.ts'
import { rbacStrategy } from '#server/resources/parts/rbac/strategy.ts'
import type { AggregationRule, ClusterRole } from '#server/kinds/types/rbac-v1.ts'

const selectorsPath = 'aggregationRule.clusterRoleSelectors'

/** Validates the label selectors of an aggregated role. [RB7] */
function validateAggregation(rule: AggregationRule | null | undefined): readonly FieldError[] {
  if (rule === undefined || rule === null) return []
  const selectors = rule.clusterRoleSelectors ?? []
  const none =
    selectors.length === 0
      ? [required(selectorsPath, 'at least one clusterRoleSelector required if aggregationRule is non-nil')]
      : []
  return [
    ...none,
    ...selectors.flatMap((selector, at) => {
      const path = index(selectorsPath, at)
      const unusable = isUsable(selector) ? [] : [invalid(path, null, 'invalid label selector.')]
      return [...validateLabelSelector(selector, path), ...unusable]
    }),
  ]
}

export const strategy: Strategy<ClusterRole> = rbacStrategy(false, (next) => [
  ...validateRules(next.rules, { namespaced: false }),
  ...validateAggregation(next.aggregationRule),
])
