import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import { autoscalingV2 } from '#server/kinds/schemas/autoscaling-v2.ts'
import { storedVerbs, viewVerbs } from '#server/resources/parts/resource-verbs.ts'
import { columns } from './columns.ts'
import { statusStrategy, strategy } from './strategy.ts'

/** autoscaling/v2 HorizontalPodAutoscaler. [HPA1] */
export const horizontalpodautoscalers: ResourceDefinition = {
  group: 'autoscaling',
  version: 'v2',
  resource: 'horizontalpodautoscalers',
  singular: 'horizontalpodautoscaler',
  kind: 'HorizontalPodAutoscaler',
  namespaced: true,
  shortNames: ['hpa'],
  categories: ['all'],
  verbs: storedVerbs,
  schema: autoscalingV2.schema('HorizontalPodAutoscaler'),
  strategy,
  subresources: [{ type: 'view', name: 'status', verbs: viewVerbs, strategy: statusStrategy }],
  columns,
}
