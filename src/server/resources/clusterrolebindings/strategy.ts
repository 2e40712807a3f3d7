import type { Strategy } from '#server/registry/strategy.ts'
import { changedRoleRef, defaultBinding, validateBinding } from '../rbac/bindings.ts'
import { rbacStrategy } from '../rbac/strategy.ts'
import type { ClusterRoleBinding } from '../types/rbac-v1.ts'

export const strategy: Strategy<ClusterRoleBinding> = {
  ...rbacStrategy<ClusterRoleBinding>(false, (next) => validateBinding(next, { namespaced: false }), changedRoleRef),
  default: defaultBinding,
}
