import { isObject, type Json, type JsonObject, own } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { ResourceDefinition, TableColumn } from '#server/registry/resource-definition.ts'
import type { Strategy, StrategyContext } from '#server/registry/strategy.ts'
import { structSchema } from '../kind-schema.ts'
import type { HorizontalPodAutoscaler as V1Autoscaler } from '../types/autoscaling-v1.ts'
import type { HorizontalPodAutoscaler, HorizontalPodAutoscalerBehavior, MetricSpec } from '../types/autoscaling-v2.ts'
import { storedVerbs, viewVerbs } from '../resource-verbs.ts'
import { columns } from './columns.ts'
import { statusStrategy, strategy } from './strategy.ts'
import { fromV1Metric, toV1Metric } from './v1-metrics.ts'

const metricsAnnotation = 'autoscaling.alpha.orch.io/metrics'
const behaviorAnnotation = 'autoscaling.alpha.orch.io/behavior'
const conditionsAnnotation = 'autoscaling.alpha.orch.io/conditions'

const isCpuShare = ({ type, resource }: MetricSpec): boolean =>
  type === 'Resource' && resource?.name === 'cpu' && resource.target?.averageUtilization !== undefined

/** The v2 object as v1 says it: one number for cpu, annotations for what v1 has no field for. [HPA6] */
function toV1(stored: ApiObject): V1Autoscaler {
  const { metadata, spec = {}, status = {} } = stored as HorizontalPodAutoscaler
  const metrics = spec.metrics ?? []
  const others = metrics.filter((metric) => !isCpuShare(metric)).map(toV1Metric)
  const annotations = {
    ...metadata.annotations,
    ...(others.length > 0 ? { [metricsAnnotation]: JSON.stringify(others) } : {}),
    ...(spec.behavior ? { [behaviorAnnotation]: JSON.stringify(toInternalNames(spec.behavior)) } : {}),
    ...((status.conditions ?? []).length > 0 ? { [conditionsAnnotation]: JSON.stringify(status.conditions) } : {}),
  }
  const share = metrics.find(isCpuShare)?.resource?.target?.averageUtilization
  const current = (status.currentMetrics ?? []).find(({ resource }) => resource?.name === 'cpu')
  const fields: JsonObject = {
    scaleTargetRef: spec.scaleTargetRef,
    minReplicas: spec.minReplicas,
    maxReplicas: spec.maxReplicas,
    targetCPUUtilizationPercentage: share,
  }
  return {
    kind: 'HorizontalPodAutoscaler',
    apiVersion: 'autoscaling/v1',
    metadata: Object.keys(annotations).length === 0 ? metadata : { ...metadata, annotations },
    spec: given(fields),
    status: given({
      observedGeneration: status.observedGeneration,
      lastScaleTime: status.lastScaleTime,
      currentReplicas: status.currentReplicas ?? 0,
      desiredReplicas: status.desiredReplicas ?? 0,
      currentCPUUtilizationPercentage: current?.resource?.current?.averageUtilization,
    }),
  }
}

const given = (fields: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null))

/** The reference writes its internal type there, whose names begin with capitals. */
const toInternalNames = (value: Json | undefined): Json =>
  Array.isArray(value)
    ? value.map(toInternalNames)
    : isObject(value)
      ? Object.fromEntries(Object.entries(value).map(([name, item]) => [capital(name), toInternalNames(item)]))
      : (value ?? null)
const capital = (name: string): string => `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`
const toWireNames = (value: Json | undefined): Json =>
  Array.isArray(value)
    ? value.map(toWireNames)
    : isObject(value)
      ? Object.fromEntries(
          Object.entries(value).map(([name, item]) => [
            `${name.slice(0, 1).toLowerCase()}${name.slice(1)}`,
            toWireNames(item),
          ]),
        )
      : (value ?? null)

function fromV1(object: ApiObject): HorizontalPodAutoscaler {
  const { metadata, spec = {}, status = {} } = object as V1Autoscaler
  const { targetCPUUtilizationPercentage: share, ...rest } = spec
  const cpu: MetricSpec[] =
    share === undefined
      ? []
      : [{ type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: share } } }]
  const others = parseList(own(metadata.annotations, metricsAnnotation)).map(fromV1Metric)
  const metrics = [...cpu, ...others.filter((metric) => metric !== null)]
  const behavior = parse(own(metadata.annotations, behaviorAnnotation))
  const conditions = parseList(own(metadata.annotations, conditionsAnnotation))
  const { currentCPUUtilizationPercentage: current, ...counts } = status
  return {
    kind: 'HorizontalPodAutoscaler',
    apiVersion: 'autoscaling/v2',
    metadata: withoutAnnotations(object),
    spec: given({
      ...rest,
      metrics: metrics.length === 0 ? undefined : metrics,
      behavior: isObject(behavior) ? (toWireNames(behavior) as HorizontalPodAutoscalerBehavior) : undefined,
    }),
    status: given({
      ...counts,
      conditions: conditions.length === 0 ? undefined : [...conditions],
      currentMetrics: current === undefined ? undefined : [cpuStatus(current)],
    }),
  }
}

const cpuStatus = (share: number): JsonObject => ({
  type: 'Resource',
  resource: { name: 'cpu', current: { averageUtilization: share } },
})

function withoutAnnotations({ metadata }: ApiObject): ApiObject['metadata'] {
  if (metadata.annotations === undefined) return metadata
  const own = new Set([metricsAnnotation, behaviorAnnotation, conditionsAnnotation])
  const kept = Object.entries(metadata.annotations).filter(([name]) => !own.has(name))
  const { annotations: _all, ...rest } = metadata
  return kept.length === 0 ? rest : { ...rest, annotations: Object.fromEntries(kept) }
}

/** An annotation that is no JSON says nothing, as in the reference. */
function parse(text: string | undefined): Json {
  if (text === undefined) return null
  try {
    return JSON.parse(text) as Json
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
function parseList(text: string | undefined): readonly Json[] {
  const value = parse(text)
  return Array.isArray(value) ? value : []
}

/** Runs a v2 strategy on v1 objects: rules and defaults are those of the stored kind. */
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

/** Without any metric the stored kind's default stands. */
function withMetric(object: V1Autoscaler): HorizontalPodAutoscaler {
  const converted = fromV1(object)
  strategy.default?.(converted)
  return converted
}

/** autoscaling/v1 HorizontalPodAutoscaler: the same objects in an older shape. [HPA6] */
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
  schema: structSchema('autoscaling.v1.HorizontalPodAutoscaler'),
  strategy: viaV2(strategy),
  subresources: [{ type: 'view', name: 'status', verbs: viewVerbs, strategy: viaV2(statusStrategy) }],
  columns: columns.map((column): TableColumn => ({
    ...column,
    cell: (object, context) => column.cell(fromV1(object), context),
  })),
  storage: { group: 'autoscaling', resource: 'horizontalpodautoscalers', fromStorage: toV1, toStorage: withMetricV2 },
}

function withMetricV2(object: ApiObject): ApiObject {
  return withMetric(object as V1Autoscaler)
}
