/** The API group of roles and bindings. */
export const rbacGroup = 'rbac.authorization.orch.io'
