import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import { structSchema } from '../kind-schema.ts'
import { labelsText } from '../label-selectors/label-selectors.ts'
import { storedVerbs, viewVerbs } from '../resource-verbs.ts'
import { ageColumn, kindColumn, nameColumn } from '../table-columns.ts'
import type { ReplicationController } from '../types/core-v1.ts'
import { containerColumns, labelsCell } from '../workload-parts/columns.ts'
import { replicaColumns } from '../workload-parts/replica-columns.ts'
import { scale } from '../workload-parts/scale.ts'
import { statusStrategy, strategy } from './strategy.ts'

/** core/v1 ReplicationController. [RCT1] */
export const replicationcontrollers: ResourceDefinition = {
  group: '',
  version: 'v1',
  resource: 'replicationcontrollers',
  singular: 'replicationcontroller',
  kind: 'ReplicationController',
  namespaced: true,
  shortNames: ['rc'],
  categories: ['all'],
  verbs: storedVerbs,
  schema: structSchema('core.v1.ReplicationController'),
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
    kindColumn<ReplicationController>(
      'Selector',
      'Labels of the pods that belong to it.',
      ({ spec }) => labelsCell(spec?.selector),
      { priority: 1 },
    ),
  ],
  selectableFields: {
    'status.replicas': (object) => String((object as ReplicationController).status?.replicas ?? 0),
  },
}
