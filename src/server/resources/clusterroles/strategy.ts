import { type FieldError, index, invalid, required } from '#api/field-error.ts'
import type { Strategy } from '#server/registry/strategy.ts'
import { validateObjectMeta, validateObjectMetaUpdate } from '#server/registry/validate-meta.ts'
import { isUsable, validateLabelSelector } from '../label-selectors/label-selectors.ts'
import { rbacName } from '../rbac/names.ts'
import { validateRules } from '../rbac/policy-rules.ts'
import type { AggregationRule, ClusterRole } from '../types/rbac-v1.ts'

const selectorsPath = 'aggregationRule.clusterRoleSelectors'

/** A role gathered from others says by which labels. [RB7] */
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

const validate = (next: ClusterRole): readonly FieldError[] => [
  ...validateRules(next.rules, { namespaced: false }),
  ...validateAggregation(next.aggregationRule),
]

const validateWhole = (next: ClusterRole): readonly FieldError[] => [
  ...validateObjectMeta(next.metadata, false, rbacName),
  ...validate(next),
]

export const strategy: Strategy<ClusterRole> = {
  validateName: rbacName,
  allowCreateOnUpdate: true,
  metadataOnUpdate: 'own',
  validate,
  /** The whole object is checked twice, which clients see as repeated causes. [RB3] */
  validateUpdate: (next, live) => [
    ...validateWhole(next),
    ...validateWhole(next),
    ...validateObjectMetaUpdate(next.metadata, live.metadata),
  ],
}
