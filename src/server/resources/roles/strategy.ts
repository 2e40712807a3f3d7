import type { Strategy } from '#server/registry/strategy.ts'
import { validateRules } from '../rbac/policy-rules.ts'
import { rbacStrategy } from '../rbac/strategy.ts'
import type { Role } from '../types/rbac-v1.ts'

export const strategy: Strategy<Role> = rbacStrategy(true, (next) => validateRules(next.rules, { namespaced: true }))
