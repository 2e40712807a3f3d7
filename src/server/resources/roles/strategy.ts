import type { FieldError } from '#api/field-error.ts'
import type { Strategy } from '#server/registry/strategy.ts'
import { validateObjectMeta, validateObjectMetaUpdate } from '#server/registry/validate-meta.ts'
import { rbacName } from '../rbac/names.ts'
import { validateRules } from '../rbac/policy-rules.ts'
import type { Role } from '../types/rbac-v1.ts'

const validate = (next: Role): readonly FieldError[] => validateRules(next.rules, { namespaced: true })

const validateWhole = (next: Role): readonly FieldError[] => [
  ...validateObjectMeta(next.metadata, true, rbacName),
  ...validate(next),
]

export const strategy: Strategy<Role> = {
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
