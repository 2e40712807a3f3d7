import type { Strategy } from '#server/registry/strategy.ts'
import { changedRoleRef, defaultBinding, validateBinding } from '#server/resources/parts/rbac/bindings.ts'
import { rbacStrategy } from '#server/resources/parts/rbac/strategy.ts'
import type { RoleBinding } from '#server/kinds/types/rbac-v1.ts'

export const strategy: Strategy<RoleBinding> = {
  ...rbacStrategy<RoleBinding>(true, (next) => validateBinding(next, { namespaced: true }), changedRoleRef),
  default: defaultBinding,
}
