import type { ApiObject } from '#api/object-meta.ts'
import type { ResourceDefinition, TableColumn } from '#server/registry/resource-definition.ts'
import type { Strategy, StrategyContext } from '#server/registry/strategy.ts'
import { autoscalingV1 } from '#server/kinds/schemas/autoscaling-v1.ts'
import type { HorizontalPodAutoscaler as V1Autoscaler } from '#server/kinds/types/autoscaling-v1.ts'
import type { HorizontalPodAutoscaler } from '#server/kinds/types/autoscaling-v2.ts'
import { storedVerbs, viewVerbs } from '#server/resources/parts/resource-verbs.ts'
import { columns } from './columns.ts'
import { statusStrategy, strategy } from './strategy.ts'
import { fromV1, originalOf, shownMetadata, toV1 } from './v1-view.ts'

/** Runs a v2 strategy on v1 objects: validation and defaulting are those of the stored version. */
function viaV2(inner: Strategy<HorizontalPodAutoscaler>): Strategy<V1Autoscaler> {
  const replace = (next: V1Autoscaler, changed: HorizontalPodAutoscaler): void => {
    const { metadata, spec, status } = toV1(changed)
    Object.assign(next, { metadata, spec, status })
  }
  return {
    validateName: inner.validateName,
    default(next) {
      const spec = (next.spec ??= {})
      spec.minReplicas ??= 1
      // The default depends on the annotations, so it is determined on the stored version.
      const { spec: shown = {} } = toV1(withMetric(next))
      if (shown.targetCPUUtilizationPercentage !== undefined) {
        spec.targetCPUUtilizationPercentage = shown.targetCPUUtilizationPercentage
      }
    },
    prepareForCreate(next, context: StrategyContext) {
      const object = fromV1(next)
      inner.prepareForCreate?.(object, context)
      replace(next, object)
    },
    validate: (next, context) => inner.validate(withMetric(next), context),
    prepareForUpdate(next, live, context) {
      const object = fromV1(next)
      inner.prepareForUpdate?.(object, fromV1(live), context)
      replace(next, object)
    },
    validateUpdate: (next, live, context) => inner.validateUpdate(withMetric(next), withMetric(live), context),
  }
}

/** Without a metric the default of the stored version applies. */
function withMetric(object: V1Autoscaler): HorizontalPodAutoscaler {
  const converted = fromV1(object)
  strategy.default?.(converted)
  return converted
}

/** autoscaling/v1 HorizontalPodAutoscaler: another version of the same objects. [HPA6] */
export const horizontalpodautoscalersV1: ResourceDefinition = {
  group: 'autoscaling',
  version: 'v1',
  resource: 'horizontalpodautoscalers',
  singular: 'horizontalpodautoscaler',
  kind: 'HorizontalPodAutoscaler',
  namespaced: true,
  shortNames: ['hpa'],
  categories: ['all'],
  verbs: storedVerbs,
  schema: autoscalingV1.schema('HorizontalPodAutoscaler'),
  strategy: viaV2(strategy),
  subresources: [{ type: 'view', name: 'status', verbs: viewVerbs, strategy: viaV2(statusStrategy) }],
  shownMetadata,
  columns: columns.map((column): TableColumn => ({
    ...column,
    cell: (object, context) => column.cell(originalOf(object), context),
  })),
  storage: { group: 'autoscaling', resource: 'horizontalpodautoscalers', fromStorage: toV1, toStorage: withMetricV2 },
}

function withMetricV2(object: ApiObject): ApiObject {
  return withMetric(object as V1Autoscaler)
}
