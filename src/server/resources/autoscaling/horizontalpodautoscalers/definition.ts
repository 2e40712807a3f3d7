import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import { structSchema } from '#server/kinds/kind-schema.ts'
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
  schema: structSchema('autoscaling.v2.HorizontalPodAutoscaler'),
  strategy,
  subresources: [{ type: 'view', name: 'status', verbs: viewVerbs, strategy: statusStrategy }],
  columns,
}
