import { parseExactJson, printExactJson } from '#api/exact-json.ts'
import { isObject, type Json, type JsonObject, own } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type {
  HorizontalPodAutoscaler as V1Autoscaler,
  HorizontalPodAutoscalerStatus as V1Status,
} from '#server/kinds/types/autoscaling-v1.ts'
import type {
  HorizontalPodAutoscaler,
  HorizontalPodAutoscalerBehavior,
  HorizontalPodAutoscalerSpec,
  HorizontalPodAutoscalerStatus,
  MetricSpec,
} from '#server/kinds/types/autoscaling-v2.ts'
import { withoutAnnotations } from '#server/resources/parts/workloads/hidden-annotations.ts'
import { fromV1Metric, toV1Metric } from './v1-metrics.ts'
import { fromV1MetricStatus, toV1MetricStatus } from './v1-statuses.ts'

const metricsAnnotation = 'autoscaling.alpha.orch.io/metrics'
const statusesAnnotation = 'autoscaling.alpha.orch.io/current-metrics'
const behaviorAnnotation = 'autoscaling.alpha.orch.io/behavior'
const conditionsAnnotation = 'autoscaling.alpha.orch.io/conditions'

const isCpuShare = ({ type, resource }: MetricSpec): boolean =>
  type === 'Resource' && resource?.name === 'cpu' && resource.target?.averageUtilization !== undefined

/** The v2 objects from which v1 objects were converted. Rows show them, in whose metrics the order is the original one. */
const converted = new WeakMap<object, HorizontalPodAutoscaler>()

/** The v2 object of a v1 object. */
export function originalOf(object: ApiObject): HorizontalPodAutoscaler {
  const { spec } = object as V1Autoscaler
  return (spec && converted.get(spec)) ?? fromV1(object)
}

/** Converts a v2 object to v1: one field for cpu, and annotations for what v1 has no field for. [HPA6] */
export function toV1(stored: ApiObject): V1Autoscaler {
  const { metadata, spec = {}, status = {} } = stored as HorizontalPodAutoscaler
  const annotations = { ...metadata.annotations, ...givenAnnotations(spec, status) }
  const { scaleTargetRef, minReplicas, maxReplicas } = spec
  const share = spec.metrics?.find(isCpuShare)?.resource?.target?.averageUtilization
  const shown = given({ scaleTargetRef, minReplicas, maxReplicas, targetCPUUtilizationPercentage: share })
  converted.set(shown, stored as HorizontalPodAutoscaler)
  return {
    kind: 'HorizontalPodAutoscaler',
    apiVersion: 'autoscaling/v1',
    metadata: Object.keys(annotations).length === 0 ? metadata : { ...metadata, annotations },
    spec: shown,
    status: toV1Status(status),
  }
}

function givenAnnotations(
  { metrics = [], behavior }: HorizontalPodAutoscalerSpec,
  { conditions = [], currentMetrics }: HorizontalPodAutoscalerStatus,
): Record<string, string> {
  // The annotation contains the cpu metric, too: the field of v1 has its percentage but not its raw value.
  const measured = (currentMetrics ?? []).map(toV1MetricStatus)
  const others = metrics.filter((metric) => !isCpuShare(metric)).map(toV1Metric)
  return {
    ...(others.length > 0 ? { [metricsAnnotation]: printExactJson(others as Json) } : {}),
    ...(measured.length > 0 ? { [statusesAnnotation]: printExactJson(measured as Json) } : {}),
    ...(behavior ? { [behaviorAnnotation]: JSON.stringify(toInternalNames(behavior)) } : {}),
    ...(conditions.length > 0 ? { [conditionsAnnotation]: JSON.stringify(conditions) } : {}),
  }
}

function toV1Status(status: HorizontalPodAutoscalerStatus): JsonObject {
  const { observedGeneration, lastScaleTime, currentReplicas = 0, desiredReplicas = 0, currentMetrics } = status
  const current = (currentMetrics ?? []).find(({ resource }) => resource?.name === 'cpu')
  const currentCPUUtilizationPercentage = current?.resource?.current?.averageUtilization
  return given({
    observedGeneration,
    lastScaleTime,
    currentReplicas,
    desiredReplicas,
    currentCPUUtilizationPercentage,
  })
}

const given = (fields: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null))

/** The reference writes its internal type there, whose field names begin with capitals. */
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

/** Converts a v1 object to v2. [HPA6] */
export function fromV1(object: ApiObject): HorizontalPodAutoscaler {
  const { metadata, spec = {}, status = {} } = object as V1Autoscaler
  const { targetCPUUtilizationPercentage: share, ...rest } = spec
  const cpu: MetricSpec[] =
    share === undefined
      ? []
      : [{ type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: share } } }]
  const others = parseList(own(metadata.annotations, metricsAnnotation)).map(fromV1Metric)
  // The reference appends the metric of the v1 field last.
  const metrics = [...others.filter((metric) => metric !== null), ...cpu]
  const behavior = parse(own(metadata.annotations, behaviorAnnotation))
  return {
    kind: 'HorizontalPodAutoscaler',
    apiVersion: 'autoscaling/v2',
    metadata: shownMetadata(object),
    spec: given({
      ...rest,
      metrics: metrics.length === 0 ? undefined : metrics,
      behavior: isObject(behavior) ? (toWireNames(behavior) as HorizontalPodAutoscalerBehavior) : undefined,
    }),
    status: fromV1Status(status, {
      conditions: parseList(own(metadata.annotations, conditionsAnnotation)),
      measured: parseList(own(metadata.annotations, statusesAnnotation)),
    }),
  }
}

function fromV1Status(
  { currentCPUUtilizationPercentage: share, currentReplicas, ...counts }: V1Status,
  { conditions, measured }: { readonly conditions: readonly Json[]; readonly measured: readonly Json[] },
): HorizontalPodAutoscalerStatus {
  const fields: JsonObject = {
    ...counts,
    currentReplicas: currentReplicas === 0 ? undefined : currentReplicas,
    conditions: conditions.length === 0 ? undefined : [...conditions],
  }
  // v2 always has currentMetrics, at least as null.
  const kept = measured.map(fromV1MetricStatus).filter((each) => each !== null)
  const ofCpu = share === undefined ? null : [cpuStatus(share)]
  const metrics: JsonObject = { currentMetrics: kept.length > 0 ? kept : ofCpu }
  return { ...given(fields), ...metrics } as HorizontalPodAutoscalerStatus
}

const cpuStatus = (share: number): JsonObject => ({
  type: 'Resource',
  resource: { name: 'cpu', current: { averageUtilization: share } },
})

/** Returns the metadata of the internal type, which has fields for what v1 keeps in annotations. */
export const shownMetadata: (object: ApiObject) => ApiObject['metadata'] = withoutAnnotations(
  metricsAnnotation,
  statusesAnnotation,
  behaviorAnnotation,
  conditionsAnnotation,
)

/** An annotation that is not valid JSON is ignored, as in the reference. */
function parse(text: string | undefined): Json {
  if (text === undefined) return null
  try {
    return parseExactJson(text)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
function parseList(text: string | undefined): readonly Json[] {
  const value = parse(text)
  return Array.isArray(value) ? value : []
}
