import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import { rbacV1 } from '#server/kinds/schemas/rbac-v1.ts'
import { bindingColumns } from '#server/resources/parts/rbac/columns.ts'
import { storedVerbs } from '#server/resources/parts/resource-verbs.ts'
import { strategy } from './strategy.ts'

/** rbac.authorization.orch.io/v1 RoleBinding: grants a role to subjects in one namespace. [RB5] */
export const rolebindings: ResourceDefinition = {
  group: 'rbac.authorization.orch.io',
  version: 'v1',
  resource: 'rolebindings',
  singular: 'rolebinding',
  kind: 'RoleBinding',
  namespaced: true,
  verbs: storedVerbs,
  schema: rbacV1.schema('RoleBinding'),
  strategy,
  columns: bindingColumns,
}
