import { selectorText } from '#api/selectors/label-selector-object.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import { appsV1 } from '#server/kinds/schemas/apps-v1.ts'
import { storedVerbs, viewVerbs } from '#server/resources/parts/resource-verbs.ts'
import { ageColumn, kindColumn, nameColumn } from '#server/resources/parts/table-columns.ts'
import type { StatefulSet } from '#server/kinds/types/apps-v1.ts'
import { containerColumns } from '#server/resources/parts/workloads/columns.ts'
import { scale } from '#server/resources/parts/workloads/scale.ts'
import { statusStrategy, strategy } from './strategy.ts'

/** apps/v1 StatefulSet. [STS1] */
export const statefulsets: ResourceDefinition = {
  group: 'apps',
  version: 'v1',
  resource: 'statefulsets',
  singular: 'statefulset',
  kind: 'StatefulSet',
  namespaced: true,
  shortNames: ['sts'],
  categories: ['all'],
  verbs: storedVerbs,
  schema: appsV1.schema('StatefulSet'),
  strategy,
  subresources: [
    scale((parent) => selectorText((parent as StatefulSet).spec?.selector)),
    { type: 'view', name: 'status', verbs: viewVerbs, strategy: statusStrategy },
  ],
  columns: [
    nameColumn,
    kindColumn<StatefulSet>(
      'Ready',
      'The number of ready pods, and the desired number.',
      ({ spec, status }) => `${status?.readyReplicas ?? 0}/${spec?.replicas ?? 0}`,
    ),
    ageColumn,
    ...containerColumns<StatefulSet>(({ spec }) => spec?.template),
  ],
}
