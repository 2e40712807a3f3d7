import type { Strategy } from '#server/registry/strategy.ts'
import { changedRoleRef, defaultBinding, validateBinding } from '../rbac/bindings.ts'
import { rbacStrategy } from '../rbac/strategy.ts'
import type { RoleBinding } from '../types/rbac-v1.ts'

export const strategy: Strategy<RoleBinding> = {
  ...rbacStrategy<RoleBinding>(true, (next) => validateBinding(next, { namespaced: true }), changedRoleRef),
  default: defaultBinding,
}
