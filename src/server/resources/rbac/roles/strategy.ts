import type { Strategy } from '#server/registry/strategy.ts'
import { validateRules } from '#server/resources/parts/rbac/policy-rules.ts'
import { rbacStrategy } from '#server/resources/parts/rbac/strategy.ts'
import type { Role } from '#server/kinds/types/rbac-v1.ts'

export const strategy: Strategy<Role> = rbacStrategy(true, (next) => validateRules(next.rules, { namespaced: true }))
