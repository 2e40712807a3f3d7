import { pathSegmentName } from '#api/names.ts'

/** Names of roles and bindings must only be a valid path segment; the same applies to a generateName. [RB1] */
export const rbacName = (name: string, _prefix: boolean): readonly string[] => pathSegmentName(name)

/** The API group of role references and of users and groups. */
export const rbacGroup = 'rbac.authorization.orch.io'
