import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import { rbacV1 } from '#server/kinds/schemas/rbac-v1.ts'
import { bindingColumns } from '#server/resources/parts/rbac/columns.ts'
import { storedVerbs } from '#server/resources/parts/resource-verbs.ts'
import { strategy } from './strategy.ts'

/** rbac.authorization.orch.io/v1 ClusterRoleBinding: grants a cluster role to subjects in all namespaces. [RB5] */
export const clusterrolebindings: ResourceDefinition = {
  group: 'rbac.authorization.orch.io',
  version: 'v1',
  resource: 'clusterrolebindings',
  singular: 'clusterrolebinding',
  kind: 'ClusterRoleBinding',
  namespaced: false,
  verbs: storedVerbs,
  schema: rbacV1.schema('ClusterRoleBinding'),
  strategy,
  columns: bindingColumns,
}
