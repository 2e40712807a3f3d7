import { isObject, type Json, type JsonObject } from '#api/json.ts'
import type {
  ContainerResourceMetricStatus,
  ExternalMetricStatus,
  MetricIdentifier,
  MetricStatus,
  MetricValueStatus,
  ObjectMetricStatus,
  PodsMetricStatus,
} from '#server/kinds/types/autoscaling-v2.ts'

const compact = (fields: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null))

const averaged = (current: MetricValueStatus = {}): JsonObject => ({
  currentAverageUtilization: current.averageUtilization,
  // The field is no pointer there, so that it is never absent.
  currentAverageValue: current.averageValue ?? '0',
})

const named = (metric: MetricIdentifier = {}): JsonObject => ({ metricName: metric.name ?? '' })

const ofObject = ({ describedObject, metric, current = {} }: ObjectMetricStatus): JsonObject =>
  compact({
    target: describedObject,
    ...named(metric),
    currentValue: current.value ?? '0',
    selector: metric?.selector,
    averageValue: current.averageValue,
  })

const ofPods = ({ metric, current = {} }: PodsMetricStatus): JsonObject =>
  compact({ ...named(metric), currentAverageValue: current.averageValue ?? '0', selector: metric?.selector })

const ofContainer = ({ name = '', current, container = '' }: ContainerResourceMetricStatus): JsonObject =>
  compact({ name, ...averaged(current), container })

const ofExternal = ({ metric, current = {} }: ExternalMetricStatus): JsonObject =>
  compact({
    ...named(metric),
    metricSelector: metric?.selector,
    currentValue: current.value ?? '0',
    currentAverageValue: current.averageValue,
  })

/** Converts a measured metric to its v1 annotation form. [HPA6] */
export const toV1MetricStatus = (status: MetricStatus): JsonObject => {
  const { type = '', object, pods, resource, containerResource, external } = status
  return compact({
    type,
    object: object && ofObject(object),
    pods: pods && ofPods(pods),
    resource: resource && compact({ name: resource.name ?? '', ...averaged(resource.current) }),
    containerResource: containerResource && ofContainer(containerResource),
    external: external && ofExternal(external),
  })
}

const identifier = (source: JsonObject, selector: string): JsonObject =>
  compact({ name: source['metricName'], selector: source[selector] })

/** Converts a measured metric from its v1 annotation form; null for a value that is none. */
export function fromV1MetricStatus(value: Json): MetricStatus | null {
  if (!isObject(value)) return null
  const part = (name: string): JsonObject | undefined => {
    const found = value[name]
    return isObject(found) ? found : undefined
  }
  const [object, pods, resource, containerResource, external] = [
    part('object'),
    part('pods'),
    part('resource'),
    part('containerResource'),
    part('external'),
  ]
  const share = (source: JsonObject): JsonObject =>
    compact({ averageValue: source['currentAverageValue'], averageUtilization: source['currentAverageUtilization'] })
  return compact({
    type: value['type'],
    object: object && {
      metric: identifier(object, 'selector'),
      current: compact({ value: object['currentValue'], averageValue: object['averageValue'] }),
      describedObject: object['target'],
    },
    pods: pods && {
      metric: identifier(pods, 'selector'),
      current: compact({ averageValue: pods['currentAverageValue'] }),
    },
    resource: resource && { name: resource['name'], current: share(resource) },
    containerResource: containerResource && {
      name: containerResource['name'],
      current: share(containerResource),
      container: containerResource['container'],
    },
    external: external && {
      metric: identifier(external, 'metricSelector'),
      current: compact({ value: external['currentValue'], averageValue: external['currentAverageValue'] }),
    },
  }) as MetricStatus
}
