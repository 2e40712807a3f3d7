import { selectorText } from '#api/selectors/label-selector-object.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import { appsV1 } from '#server/kinds/schemas/apps-v1.ts'
import { storedVerbs, viewVerbs } from '#server/resources/parts/resource-verbs.ts'
import { ageColumn, nameColumn } from '#server/resources/parts/table-columns.ts'
import type { ReplicaSet } from '#server/kinds/types/apps-v1.ts'
import { containerColumns, selectorColumn } from '#server/resources/parts/workloads/columns.ts'
import { replicaColumns } from '#server/resources/parts/workloads/replica-columns.ts'
import { scale } from '#server/resources/parts/workloads/scale.ts'
import { statusStrategy, strategy } from './strategy.ts'

/** apps/v1 ReplicaSet. [RS1] */
export const replicasets: ResourceDefinition = {
  group: 'apps',
  version: 'v1',
  resource: 'replicasets',
  singular: 'replicaset',
  kind: 'ReplicaSet',
  namespaced: true,
  shortNames: ['rs'],
  categories: ['all'],
  verbs: storedVerbs,
  schema: appsV1.schema('ReplicaSet'),
  strategy,
  subresources: [
    scale((parent) => selectorText((parent as ReplicaSet).spec?.selector)),
    { type: 'view', name: 'status', verbs: viewVerbs, strategy: statusStrategy },
  ],
  columns: [
    nameColumn,
    ...replicaColumns,
    ageColumn,
    ...containerColumns<ReplicaSet>(({ spec }) => spec?.template),
    selectorColumn<ReplicaSet>(({ spec }) => spec?.selector),
  ],
}
