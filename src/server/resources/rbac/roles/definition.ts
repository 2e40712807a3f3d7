import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import { rbacV1 } from '#server/kinds/schemas/rbac-v1.ts'
import { roleColumns } from '#server/resources/parts/rbac/columns.ts'
import { storedVerbs } from '#server/resources/parts/resource-verbs.ts'
import { strategy } from './strategy.ts'

/** rbac.authorization.orch.io/v1 Role: permissions in one namespace. [RB2] */
export const roles: ResourceDefinition = {
  group: 'rbac.authorization.orch.io',
  version: 'v1',
  resource: 'roles',
  singular: 'role',
  kind: 'Role',
  namespaced: true,
  verbs: storedVerbs,
  schema: rbacV1.schema('Role'),
  strategy,
  columns: roleColumns,
}
