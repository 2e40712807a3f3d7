import type { Strategy } from '#server/registry/strategy.ts'
import { changedRoleRef, defaultBinding, validateBinding } from '#server/resources/parts/rbac/bindings.ts'
import { rbacStrategy } from '#server/resources/parts/rbac/strategy.ts'
import type { ClusterRoleBinding } from '#server/kinds/types/rbac-v1.ts'

export const strategy: Strategy<ClusterRoleBinding> = {
  ...rbacStrategy<ClusterRoleBinding>(false, (next) => validateBinding(next, { namespaced: false }), changedRoleRef),
  default: defaultBinding,
}
