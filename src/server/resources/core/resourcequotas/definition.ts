import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import { coreV1 } from '#server/kinds/schemas/core-v1.ts'
import { storedVerbs, viewVerbs } from '#server/resources/parts/resource-verbs.ts'
import { columns } from './columns.ts'
import { statusStrategy, strategy } from './strategy.ts'

/** core/v1 ResourceQuota. [RQU1] */
export const resourcequotas: ResourceDefinition = {
  group: '',
  version: 'v1',
  resource: 'resourcequotas',
  singular: 'resourcequota',
  kind: 'ResourceQuota',
  namespaced: true,
  shortNames: ['quota'],
  verbs: storedVerbs,
  schema: coreV1.schema('ResourceQuota'),
  strategy,
  subresources: [{ type: 'view', name: 'status', verbs: viewVerbs, strategy: statusStrategy }],
  columns,
  returnsDeletedObject: true,
}
