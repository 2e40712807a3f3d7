import type { FieldError } from '#api/field-error.ts'
import type { Strategy } from '#server/registry/strategy.ts'
import { validateObjectMeta, validateObjectMetaUpdate } from '#server/registry/validate-meta.ts'
import { changedRoleRef, defaultBinding, validateBinding } from '../rbac/bindings.ts'
import { rbacName } from '../rbac/names.ts'
import type { RoleBinding } from '../types/rbac-v1.ts'

const validate = (next: RoleBinding): readonly FieldError[] => validateBinding(next, { namespaced: true })

const validateWhole = (next: RoleBinding): readonly FieldError[] => [
  ...validateObjectMeta(next.metadata, true, rbacName),
  ...validate(next),
]

export const strategy: Strategy<RoleBinding> = {
  default: defaultBinding,
  validateName: rbacName,
  allowCreateOnUpdate: true,
  metadataOnUpdate: 'own',
  validate,
  /** The whole object is checked twice, which clients see as repeated causes. [RB3] */
  validateUpdate: (next, live) => [
    ...validateWhole(next),
    ...validateWhole(next),
    ...validateObjectMetaUpdate(next.metadata, live.metadata),
    ...changedRoleRef(next, live),
  ],
}
