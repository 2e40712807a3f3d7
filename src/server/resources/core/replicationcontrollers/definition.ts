import { labelsText } from '#api/selectors/label-selector-object.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import { coreV1 } from '#server/kinds/schemas/core-v1.ts'
import { storedVerbs, viewVerbs } from '#server/resources/parts/resource-verbs.ts'
import { ageColumn, kindColumn, nameColumn } from '#server/resources/parts/table-columns.ts'
import type { ReplicationController } from '#server/kinds/types/core-v1.ts'
import { containerColumns, labelsCell } from '#server/resources/parts/workloads/columns.ts'
import { replicaColumns } from '#server/resources/parts/workloads/replica-columns.ts'
import { scale } from '#server/resources/parts/workloads/scale.ts'
import { statusStrategy, strategy } from './strategy.ts'

/** core/v1 ReplicationController. [RCT1] */
export const replicationcontrollers: ResourceDefinition = {
  group: '',
  version: 'v1',
  resource: 'replicationcontrollers',
  shownKey: 'controllers',
  singular: 'replicationcontroller',
  kind: 'ReplicationController',
  namespaced: true,
  shortNames: ['rc'],
  categories: ['all'],
  verbs: storedVerbs,
  schema: coreV1.schema('ReplicationController'),
  strategy,
  subresources: [
    scale((parent) => labelsText((parent as ReplicationController).spec?.selector)),
    { type: 'view', name: 'status', verbs: viewVerbs, strategy: statusStrategy },
  ],
  columns: [
    nameColumn,
    ...replicaColumns,
    ageColumn,
    ...containerColumns<ReplicationController>(({ spec }) => spec?.template),
    kindColumn<ReplicationController>('Selector', 'The labels of the pods.', ({ spec }) => labelsCell(spec?.selector), {
      priority: 1,
    }),
  ],
  selectableFields: {
    'status.replicas': (object) => String((object as ReplicationController).status?.replicas ?? 0),
  },
}
