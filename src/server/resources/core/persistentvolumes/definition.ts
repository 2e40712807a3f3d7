import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import { coreV1 } from '#server/kinds/schemas/core-v1.ts'
import { storedVerbs, viewVerbs } from '#server/resources/parts/resource-verbs.ts'
import { columns } from './columns.ts'
import { statusStrategy, strategy } from './strategy.ts'

/** core/v1 PersistentVolume. [PV1] */
export const persistentvolumes: ResourceDefinition = {
  group: '',
  version: 'v1',
  resource: 'persistentvolumes',
  singular: 'persistentvolume',
  kind: 'PersistentVolume',
  namespaced: false,
  shortNames: ['pv'],
  verbs: storedVerbs,
  schema: coreV1.schema('PersistentVolume'),
  strategy,
  subresources: [{ type: 'view', name: 'status', verbs: viewVerbs, strategy: statusStrategy }],
  columns,
  returnsDeletedObject: true,
}
