import type { ResourceDefinition, TableColumn } from '#server/registry/resource-definition.ts'
import { appsV1 } from '#server/kinds/schemas/apps-v1.ts'
import { storedVerbs, viewVerbs } from '#server/resources/parts/resource-verbs.ts'
import { ageColumn, kindColumn, nameColumn } from '#server/resources/parts/table-columns.ts'
import type { DaemonSet, DaemonSetStatus } from '#server/kinds/types/apps-v1.ts'
import { containerColumns, labelsCell, selectorColumn } from '#server/resources/parts/workloads/columns.ts'
import { withoutAnnotations } from '#server/resources/parts/workloads/hidden-annotations.ts'
import { statusStrategy, strategy, templateGeneration } from './strategy.ts'

const countColumn = (
  name: string,
  description: string,
  count: (status: DaemonSetStatus) => number | undefined,
): TableColumn =>
  kindColumn<DaemonSet>(name, description, ({ status }) => count(status ?? {}) ?? 0, { type: 'integer' })

/** apps/v1 DaemonSet. [DS1] */
export const daemonsets: ResourceDefinition = {
  group: 'apps',
  version: 'v1',
  resource: 'daemonsets',
  singular: 'daemonset',
  kind: 'DaemonSet',
  namespaced: true,
  shortNames: ['ds'],
  categories: ['all'],
  verbs: storedVerbs,
  schema: appsV1.schema('DaemonSet'),
  strategy,
  subresources: [{ type: 'view', name: 'status', verbs: viewVerbs, strategy: statusStrategy }],
  columns: [
    nameColumn,
    countColumn('Desired', 'The number of selected nodes.', ({ desiredNumberScheduled }) => desiredNumberScheduled),
    countColumn(
      'Current',
      'The number of nodes that run the pod.',
      ({ currentNumberScheduled }) => currentNumberScheduled,
    ),
    countColumn('Ready', 'The number of nodes whose pod is ready.', ({ numberReady }) => numberReady),
    countColumn(
      'Up-to-date',
      'The number of nodes whose pod is of the current template.',
      ({ updatedNumberScheduled }) => updatedNumberScheduled,
    ),
    countColumn(
      'Available',
      'The number of nodes whose pod has been ready for minReadySeconds.',
      ({ numberAvailable }) => numberAvailable,
    ),
    kindColumn<DaemonSet>('Node Selector', 'The labels of the selected nodes.', ({ spec }) =>
      labelsCell(spec?.template?.spec?.nodeSelector),
    ),
    ageColumn,
    ...containerColumns<DaemonSet>(({ spec }) => spec?.template),
    selectorColumn<DaemonSet>(({ spec }) => spec?.selector),
  ],
  shownMetadata: withoutAnnotations(templateGeneration),
}
