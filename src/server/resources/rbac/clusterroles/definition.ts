import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import { structSchema } from '#server/kinds/kind-schema.ts'
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
  schema: structSchema('rbac.v1.ClusterRole'),
  strategy,
  columns: roleColumns,
}
