import type { FieldError } from '#api/field-error.ts'
import type { Strategy } from '#server/registry/strategy.ts'
import { validateObjectMeta, validateObjectMetaUpdate } from '#server/registry/validate-meta.ts'
import { changedRoleRef, defaultBinding, validateBinding } from '../rbac/bindings.ts'
import { rbacName } from '../rbac/names.ts'
import type { ClusterRoleBinding } from '../types/rbac-v1.ts'

const validate = (next: ClusterRoleBinding): readonly FieldError[] => validateBinding(next, { namespaced: false })

const validateWhole = (next: ClusterRoleBinding): readonly FieldError[] => [
  ...validateObjectMeta(next.metadata, false, rbacName),
  ...validate(next),
]

export const strategy: Strategy<ClusterRoleBinding> = {
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
