import { pathSegmentName } from '#api/names.ts'

/** Names of roles and bindings need only be one segment of a path; the rule for a generateName is the same. [RB1] */
export const rbacName = (name: string, _prefix: boolean): readonly string[] => pathSegmentName(name)

/** The one API group that roles, and subjects but service accounts, may name. */
export const rbacGroup = 'rbac.authorization.orch.io'
