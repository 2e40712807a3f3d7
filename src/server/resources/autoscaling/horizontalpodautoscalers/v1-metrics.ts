import { isObject, type Json, type JsonObject } from '#api/json.ts'
import type {
  ExternalMetricSource,
  MetricSpec,
  MetricTarget,
  ObjectMetricSource,
  PodsMetricSource,
} from '#server/kinds/types/autoscaling-v2.ts'

/** Converts a metric to its v1 annotation form: names and values are flat, without a target object. [HPA6] */
export const toV1Metric = ({ type, resource, containerResource, pods, object, external }: MetricSpec): JsonObject =>
  compact({
    type,
    resource: resource && compact({ name: resource.name, ...flatTarget(resource.target) }),
    containerResource:
      containerResource &&
      compact({
        name: containerResource.name,
        ...flatTarget(containerResource.target),
        container: containerResource.container,
      }),
    pods: pods && flatPods(pods),
    object: object && flatObject(object),
    external: external && flatExternal(external),
  })

const flatPods = ({ metric = {}, target = {} }: PodsMetricSource): JsonObject =>
  compact({ metricName: metric.name, targetAverageValue: target.averageValue, selector: metric.selector })

const flatObject = ({ describedObject, metric = {}, target = {} }: ObjectMetricSource): JsonObject =>
  compact({
    target: describedObject,
    metricName: metric.name,
    targetValue: target.value ?? '0',
    selector: metric.selector,
    averageValue: target.averageValue,
  })

const flatExternal = ({ metric = {}, target = {} }: ExternalMetricSource): JsonObject =>
  compact({
    metricName: metric.name,
    metricSelector: metric.selector,
    targetValue: target.value,
    targetAverageValue: target.averageValue,
  })

const flatTarget = ({ averageUtilization, averageValue }: MetricTarget = {}): JsonObject => ({
  targetAverageUtilization: averageUtilization,
  targetAverageValue: averageValue,
})

const compact = (fields: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null))

/** Converts a metric from its v1 annotation form; null for a value that is not a metric. */
export function fromV1Metric(value: Json): MetricSpec | null {
  if (!isObject(value)) return null
  const part = (name: string): JsonObject | undefined => {
    const found = value[name]
    return isObject(found) ? found : undefined
  }
  const { resource, containerResource, pods, object, external } = {
    resource: part('resource'),
    containerResource: part('containerResource'),
    pods: part('pods'),
    object: part('object'),
    external: part('external'),
  }
  return compact({
    type: value['type'],
    resource: resource && { name: resource['name'], target: toTarget(resource) },
    containerResource: containerResource && {
      name: containerResource['name'],
      target: toTarget(containerResource),
      container: containerResource['container'],
    },
    pods: pods && { metric: toIdentifier(pods, 'selector'), target: averageTarget(pods['targetAverageValue']) },
    object: object && {
      describedObject: object['target'],
      metric: toIdentifier(object, 'selector'),
      target: toValueTarget(object['targetValue'], object['averageValue']),
    },
    external: external && {
      metric: toIdentifier(external, 'metricSelector'),
      target: toValueTarget(external['targetValue'], external['targetAverageValue']),
    },
  }) as MetricSpec
}

const toIdentifier = (source: JsonObject, selector: string): JsonObject =>
  compact({ name: source['metricName'], selector: source[selector] })

const toTarget = ({ targetAverageUtilization: share, targetAverageValue: value }: JsonObject): JsonObject =>
  compact({
    type: share === undefined ? 'AverageValue' : 'Utilization',
    averageUtilization: share,
    averageValue: value,
  })

const averageTarget = (value: Json | undefined): JsonObject => compact({ type: 'AverageValue', averageValue: value })

const toValueTarget = (value: Json | undefined, average: Json | undefined): JsonObject =>
  average === undefined ? compact({ type: 'Value', value }) : averageTarget(average)
