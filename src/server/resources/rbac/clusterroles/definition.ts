import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import { rbacV1 } from '#server/kinds/schemas/rbac-v1.ts'
import { roleColumns } from '#server/resources/parts/rbac/columns.ts'
import { storedVerbs } from '#server/resources/parts/resource-verbs.ts'
import { strategy } from './strategy.ts'

/** rbac.authorization.orch.io/v1 ClusterRole: cluster-wide permissions, listed or aggregated by labels. [RB2] [RB7] */
export const clusterroles: ResourceDefinition = {
  group: 'rbac.authorization.orch.io',
  version: 'v1',
  resource: 'clusterroles',
  singular: 'clusterrole',
  kind: 'ClusterRole',
  namespaced: false,
  verbs: storedVerbs,
  schema: rbacV1.schema('ClusterRole'),
  strategy,
  columns: roleColumns,
}
