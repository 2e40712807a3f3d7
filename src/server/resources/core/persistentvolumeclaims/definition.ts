import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import { coreV1 } from '#server/kinds/schemas/core-v1.ts'
import { storedVerbs, viewVerbs } from '#server/resources/parts/resource-verbs.ts'
import { columns } from './columns.ts'
import { statusStrategy, strategy } from './strategy.ts'

/** core/v1 PersistentVolumeClaim. [PVC1] */
export const persistentvolumeclaims: ResourceDefinition = {
  group: '',
  version: 'v1',
  resource: 'persistentvolumeclaims',
  singular: 'persistentvolumeclaim',
  kind: 'PersistentVolumeClaim',
  namespaced: true,
  shortNames: ['pvc'],
  verbs: storedVerbs,
  schema: coreV1.schema('PersistentVolumeClaim'),
  strategy,
  subresources: [{ type: 'view', name: 'status', verbs: viewVerbs, strategy: statusStrategy }],
  columns,
  returnsDeletedObject: true,
}
