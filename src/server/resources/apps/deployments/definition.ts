import { selectorText } from '#api/selectors/label-selector-object.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import { appsV1 } from '#server/kinds/schemas/apps-v1.ts'
import { storedVerbs, viewVerbs } from '#server/resources/parts/resource-verbs.ts'
import { ageColumn, kindColumn, nameColumn } from '#server/resources/parts/table-columns.ts'
import type { Deployment } from '#server/kinds/types/apps-v1.ts'
import { containerColumns, selectorColumn } from '#server/resources/parts/workloads/columns.ts'
import { withoutAnnotations } from '#server/resources/parts/workloads/hidden-annotations.ts'
import { scale } from '#server/resources/parts/workloads/scale.ts'
import { statusStrategy, strategy } from './strategy.ts'

/** apps/v1 Deployment. [DEP1] */
export const deployments: ResourceDefinition = {
  group: 'apps',
  version: 'v1',
  resource: 'deployments',
  singular: 'deployment',
  kind: 'Deployment',
  namespaced: true,
  shortNames: ['deploy'],
  categories: ['all'],
  verbs: storedVerbs,
  schema: appsV1.schema('Deployment'),
  strategy,
  subresources: [
    scale((parent) => selectorText((parent as Deployment).spec?.selector)),
    { type: 'view', name: 'status', verbs: viewVerbs, strategy: statusStrategy },
  ],
  columns: [
    nameColumn,
    kindColumn<Deployment>(
      'Ready',
      'The number of ready pods, and the desired number.',
      ({ spec, status }) => `${status?.readyReplicas ?? 0}/${spec?.replicas ?? 0}`,
    ),
    kindColumn<Deployment>(
      'Up-to-date',
      'The number of pods of the current template.',
      ({ status }) => status?.updatedReplicas ?? 0,
    ),
    kindColumn<Deployment>(
      'Available',
      'The number of pods that have been ready for minReadySeconds.',
      ({ status }) => status?.availableReplicas ?? 0,
    ),
    ageColumn,
    ...containerColumns<Deployment>(({ spec }) => spec?.template),
    selectorColumn<Deployment>(({ spec }) => spec?.selector),
  ],
  shownMetadata: withoutAnnotations('deprecated.deployment.rollback.revision'),
}
